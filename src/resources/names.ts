import type { Parameter } from '../contract/contract';
import { isDoing, namesByItself } from './vocabulary/naming';
import { plain } from './vocabulary/words';

/** Says how an item is named in paths. */
export interface Named {
  /** The path of an item, without parameter names: `/users/{}/plants/{}`. */
  readonly item: string;
  /** The last parameter of that path, which identifies the item in its collection. */
  readonly parameter: Parameter;
}

/** The same, where perhaps only its path is known. */
export type Called = Pick<Named, 'item'> & Partial<Named>;

/**
 * Returns the names of body members that may hold the name of an item, each as `plain` gives it. For `/customers/{}`,
 * these are `customerId` and `customer_id`, whatever the parameter is called. The parameter's own name is included if
 * it mentions the thing or ends with "id".
 */
export function namesFor({ item, parameter }: Named): string[] {
  const [own, thing] = [plain(parameter.name), singular(item)];
  if (thing === '') return [];
  const speaks = own === thing || /.(id|uuid|guid)$/.test(own);
  return [`${thing}id`, `${thing}uuid`, thing + own, ...(speaks ? [own] : [])];
}

/** Tells whether a name, as `plain` gives it, is what one thing is called, by its collection or by its parameter: `person` of `/people/{personId}`. */
export function callsThing({ item, parameter }: Called, name: string): boolean {
  return name !== '' && (name === singular(item) || `${name}id` === plain(parameter?.name ?? ''));
}

/** Words that end in `s`, and mean one thing as they are. */
const ALREADY_SINGULAR = /(news|series|species|status|analysis|basis|diagnosis|axis|canvas|lens|campus|bonus|virus)$/;

/** Returns the singular name of an item: `/store/plants/{}` → `plant`, `/news/{}` → `news`. */
export function singular(item: string): string {
  return singularOf(item.split('/').at(-2) ?? '');
}

/** Returns the singular of a name, as `plain` gives it: `Currencies` → `currency`. */
export function singularOf(name: string): string {
  const segment = plain(name);
  const plural = /^(.+)es$/.exec(segment)?.[1] ?? '';
  if (ALREADY_SINGULAR.test(plural)) return plural;
  if (ALREADY_SINGULAR.test(segment)) return segment;
  return segment
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');
}

/**
 * Returns the names of members that hold the name of an item by which paths ask for it, each as `plain` gives it, the likeliest first. The
 * parameter's own name comes first; then what is left of it without the name of the thing, and each of two names that it offers. For
 * example: `{pool_name}` below `/pools` → `poolname`, `name`; `{id_or_name}` → `idorname`, `id`, `name`.
 */
export function namingMembers({ item, parameter }: Named): string[] {
  const [own, thing] = [plain(parameter.name), singular(item)];
  const offered = parameter.name.split(/[_-]or[_-]|Or(?=[A-Z])/).map(plain);
  const rest = thing !== '' && own.startsWith(thing) ? own.slice(thing.length) : '';
  const isId = own.endsWith('id') || [thing, 'key', 'uuid', 'guid'].includes(own);
  return [
    ...new Set([
      own,
      ...(offered.length === 2 ? offered : []),
      ...(namesByItself(rest) ? [rest] : []),
      ...(isId ? [`${thing}id`, 'id', 'uuid', 'guid', `${thing}identifier`, 'identifier', 'pk'] : []),
    ]),
  ];
}

/** Returns the path of an item without a segment that only says what is done with it: `/users/delete/{}` → `/users/{}`. */
export function withoutDoing(item: string): string {
  const segments = item.split('/');
  const at = segments.length - 2;
  const isDone = at > 1 && isDoing(segments[at] ?? '') && !segments[at - 1]?.includes('{');
  return isDone ? segments.toSpliced(at, 1).join('/') : item;
}
