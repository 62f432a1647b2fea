import fc from 'fast-check';
import { isEqual } from '../../../src/json/equality';
import type { JsonObject, JsonValue } from '../../../src/json/value';
import type {
  KindDesign,
  OperationDesign,
  ParameterDesign,
  ServiceCall,
  ServiceReply,
  WorldFault,
  WorldStore,
  WorldThing,
} from '../design/design';
import { idShown, refTo, showThing, thingName } from '../design/showing';
import { shownInList } from '../roles/roles';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

interface Lists {
  /** How a list is cut into pages; whole where nothing is said. */
  readonly by?: 'page' | 'offset' | 'cursor' | 'link';
  /** Whether the items stand in a member of an object, which says the total, too. */
  readonly wrapped?: true;
  readonly newestFirst?: true;
  /** Whether a parameter chooses items by the value of their first member. */
  readonly filtered?: true;
  /** The name of the parameter for a text that items have somewhere. */
  readonly searched?: 'q' | 'search';
}

const LIMIT: ParameterDesign = { in: 'query', name: 'limit', shape: { type: 'whole', min: 1, max: 100 }, default: 20 };
const START: Readonly<Record<NonNullable<Lists['by']>, ParameterDesign>> = {
  page: { in: 'query', name: 'page', shape: { type: 'whole', min: 1 }, default: 1 },
  link: { in: 'query', name: 'page', shape: { type: 'whole', min: 1 }, default: 1 },
  offset: { in: 'query', name: 'offset', shape: { type: 'whole', min: 0 }, default: 0 },
  cursor: { in: 'query', name: 'cursor', shape: {} },
};

export const lists = kindChoice<Lists>({
  about: 'How a list is shown: whole or in pages, bare or wrapped, from which end, and by which filter.',
  plain: {},
  others: fc.record(
    {
      by: fc.constantFrom<NonNullable<Lists['by']>>('page', 'offset', 'cursor', 'link'),
      wrapped: fc.constant(true as const),
      newestFirst: fc.constant(true as const),
      filtered: fc.constant(true as const),
      searched: fc.constantFrom('q' as const, 'search' as const),
    },
    { requiredKeys: [] },
  ),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'list');
    if (!operation) return;
    const isWrapped = value.wrapped || value.by === 'cursor';
    const filter = value.filtered ? filterOf(kind) : undefined;
    if (value.by) operation.parameters.push(LIMIT, START[value.by]);
    if (filter) operation.parameters.push(filter);
    if (value.searched) operation.parameters.push({ in: 'query', name: value.searched, shape: {} });
    const items: JsonObject = { type: 'array', items: refTo(thingName(kind)) };
    const headers = value.by === 'link' ? [{ name: 'Link', shape: {}, required: false }] : [];
    operation.answers.splice(0, 1, {
      status: 200,
      headers,
      schema: () => (isWrapped ? wrappedList(items, value) : items),
    });
    operation.act = (call) => {
      const found = shownInList(call)
        .filter((thing) => !filter || fits(thing, filter.name, call))
        .filter((thing) => !value.searched || hasText(thing, call.values[value.searched]));
      return page(value, value.newestFirst ? found.reverse() : found, call);
    };
  },
  faults: (value, kind) => [...pageFaults(value, kind), ...searchFaults(value, kind)],
});

function wrappedList(items: JsonObject, { by }: Lists): JsonObject {
  const total = by === 'cursor' ? { next: { type: 'string' } } : { total: { type: 'integer', minimum: 0 } };
  const required = by === 'cursor' ? ['items'] : ['items', 'total'];
  return { type: 'object', properties: { items, ...total }, required };
}

/** A parameter for the value of a member that is listed. */
function filterOf({ members }: KindDesign): ParameterDesign | undefined {
  const member = members.find(({ shape, writeOnly }) => ['listed', 'flag'].includes(shape.type ?? '') && !writeOnly);
  if (!member) return undefined;
  const { nullable: _, ...shape } = member.shape;
  return { in: 'query', name: member.name, shape };
}

const fits = ({ value }: WorldThing, name: string, { values }: ServiceCall) =>
  values[name] === undefined || value[name] === values[name];

/** Whether some text that is shown of a thing has another one, in whichever letter case. */
function hasText(thing: WorldThing, wanted: JsonValue | undefined): boolean {
  const word = String(wanted ?? '').toLowerCase();
  const texts = Object.values(showThing(thing)).filter((each) => typeof each === 'string');
  return word === '' || texts.some((each) => each.toLowerCase().includes(word));
}

function page(value: Lists, found: readonly WorldThing[], call: ServiceCall): ServiceReply {
  const { by } = value;
  const limit = by ? Number(call.values['limit']) : found.length;
  const first = startOf(value, found, call, limit);
  const items: JsonValue[] = found.slice(first, first + limit).map(showThing);
  const last = found[first + limit - 1];
  const hasMore = by !== undefined && first + limit < found.length;
  const next = hasMore && by === 'cursor' && last ? { next: cursorOf(last) } : {};
  const body = by === 'cursor' ? { items, ...next } : value.wrapped ? { items, total: found.length } : items;
  return { status: 200, body, headers: hasMore && by === 'link' ? { Link: linkTo(call, limit) } : {} };
}

function startOf({ by }: Lists, found: readonly WorldThing[], { values }: ServiceCall, limit: number): number {
  if (by === 'offset') return Number(values['offset']);
  if (by === 'page' || by === 'link') return (Number(values['page']) - 1) * limit;
  const cursor = values['cursor'];
  if (by !== 'cursor' || cursor === undefined) return 0;
  // A cursor that names nothing, or nothing any more, begins the list anew.
  return found.findIndex((thing) => cursorOf(thing) === cursor) + 1;
}

const cursorOf = ({ key }: WorldThing) => Buffer.from(`after ${key}`).toString('base64url');

/** The path of the next page, with all that was asked (RFC 8288 §3). */
function linkTo({ query, values, keys, operation }: ServiceCall, limit: number): string {
  const next = new URLSearchParams(query);
  next.set('page', String(Number(values['page']) + 1));
  next.set('limit', String(limit));
  let at = 0;
  const path = operation.path.replace(/\{[^}]+\}/g, () => encodeURIComponent(keys[at++] ?? ''));
  return `<${operation.kind.design.prefix}${path}?${next}>; rel="next"`;
}

function pageFaults({ by }: Lists, kind: KindDesign): WorldFault[] {
  const operation = kind.operations.find(({ role }) => role === 'list');
  if (!operation) return [];
  const change = (
    name: string,
    rules: string[],
    edit: (items: JsonValue[], call: ServiceCall) => JsonValue[],
  ): WorldFault => ({
    name: `${operation.id}: ${name}`,
    class: 'page',
    operation,
    rules,
    tamper: () => ({
      acts: (call, act) => (call.operation === operation ? edited(act(), (items) => edit(items, call)) : act()),
    }),
  });
  const maker = kind.operations.find(({ role }) => role === 'create');
  return [
    ...(maker ? [neverListed(operation, maker)] : []),
    ...(by
      ? [
          change('the last of a page is left out', PAGES, (items) => (items.length > 1 ? items.slice(0, -1) : items)),
          change('each page has one more than it should', PAGES, (items, { store, parent }) => {
            const more = store.all(kind, parent).find((thing) => !items.some((item) => isShownAs(item, thing)));
            return more ? [...items, showThing(more)] : items;
          }),
        ]
      : []),
  ];
}

/** What a text that was never tried does: a quote that ends a text of the query, and a word that nothing has. */
function searchFaults({ searched }: Lists, kind: KindDesign): WorldFault[] {
  const operation = kind.operations.find(({ role }) => role === 'list');
  if (!operation || !searched) return [];
  const isSearch = (call: ServiceCall) => call.operation === operation && call.values[searched] !== undefined;
  return [
    {
      name: `${operation.id}: a server error where ${searched} has a quote`,
      class: 'server error',
      operation,
      rules: ['no-server-error'],
      tamper: () => ({
        acts: (call, act) =>
          isSearch(call) && String(call.values[searched]).includes("'")
            ? refuse(kind.design, 500, 'Something went wrong.')
            : act(),
      }),
    },
    {
      name: `${operation.id}: a text in place of an empty list`,
      class: 'answer',
      operation,
      rules: ['body-schema'],
      tamper: () => ({
        acts(call, act) {
          const reply = act();
          const isEmpty = isSearch(call) && listedIn(reply).length === 0;
          return isEmpty ? { status: 200, body: 'Nothing is found.' } : reply;
        },
      }),
    },
  ];
}

const PAGES = ['pages-agree'];

/** The list is made as if nothing had been added since the beginning, so that it agrees with what it says of itself. */
function neverListed(operation: OperationDesign, maker: OperationDesign): WorldFault {
  return {
    name: `${operation.id}: what is new is never listed`,
    class: 'page',
    operation,
    rules: ['created-listed', ...PAGES],
    showsByMaking: true,
    ...whyUnlisted(operation, maker),
    tamper: () => ({
      acts(call, act) {
        if (call.operation !== operation) return act();
        const { store } = call;
        const isOld = ({ maker: who }: WorldThing) => who !== 'run';
        Object.assign(call, {
          store: { ...store, all: (...of) => store.all(...of).filter(isOld) } satisfies WorldStore,
        });
        const reply = act();
        Object.assign(call, { store });
        return reply;
      },
    }),
  };
}

/** Why nobody can say that a list should have what was made. */
function whyUnlisted({ parameters, kind }: OperationDesign, maker: OperationDesign): Pick<WorldFault, 'unknowable'> {
  // "The request might or might not eventually be acted upon" (RFC 9110 §15.3.3).
  if (maker.answers.some(({ status }) => status === 202))
    return { unknowable: 'what was accepted need not be there yet (RFC 9110 §15.3.3)' };
  // A list is a selection (RFC 9110 §9.3.1): what is missing there need not be there, where no GET shows it by its name.
  if (!kind.operations.some(({ role }) => role === 'read')) return { unknowable: 'nothing but a list shows it' };
  if (kind.served.some(({ isState }) => isState))
    return { unknowable: 'a list may leave out what is in a state, and no contract says in which' };
  const isPart = ({ name, in: place }: ParameterDesign) => place === 'query' && !PARTS.includes(name);
  return parameters.some(isPart)
    ? { unknowable: 'a parameter chooses what is listed, and no contract says what is where it is left out' }
    : {};
}

const PARTS = [LIMIT, ...Object.values(START)].map(({ name }) => name);

const isShownAs = (item: JsonValue, thing: WorldThing | undefined) =>
  thing !== undefined &&
  Object.entries(idShown(thing)).every(([name, value]) => isEqual((item as JsonObject)[name], value));

/** The items of a list, bare or wrapped. */
const listedIn = ({ body }: ServiceReply) =>
  (Array.isArray(body) ? body : (body as JsonObject)['items']) as JsonValue[];

/** Changes the items of a list, bare or wrapped. */
function edited(reply: ServiceReply, edit: (items: JsonValue[]) => JsonValue[]): ServiceReply {
  const items = edit(listedIn(reply));
  return { ...reply, body: Array.isArray(reply.body) ? items : { ...(reply.body as JsonObject), items } };
}
