/** Applies overlays to the values of a contract's files. What they put there keeps its place in the overlay. */

import type { JSONPathQuery, JSONValue } from 'json-p3';
import { escapePointer, pointerOf } from '../../json/pointer';
import { isObject } from '../../json/value';
import { type Origin, type Origins, originOf, putFrom, type SourceFile } from '../document/files';
import { mistakeAt, type Overlay, type OverlayAction } from './overlayFile';

/**
 * Returns a file as an overlay changes it. The file that is given stays as it is.
 * @param unmatched is told of each action that selects nothing.
 * @throws ContractError if an action cannot be applied, such as one that merges an object into a list.
 */
export function applyOverlay(
  source: SourceFile,
  overlay: Overlay,
  unmatched: (action: OverlayAction) => void,
): SourceFile {
  const changing = new Changing(source, overlay);
  for (const action of overlay.actions) if (!changing.apply(action)) unmatched(action);
  return changing.result();
}

type Container = Record<string, unknown> | unknown[];
type Location = readonly (string | number)[];

/** A file while the actions of an overlay are applied to it. Only copies are changed, each of what lies on the way to a change. */
class Changing {
  private readonly copies = new WeakSet<object>();
  private readonly origins: Origins;
  private root: unknown;

  constructor(
    private readonly source: SourceFile,
    private readonly overlay: Overlay,
  ) {
    this.root = source.value;
    this.origins = new Map([...(source.origins ?? [])].map(([holder, members]) => [holder, new Map(members)]));
  }

  result(): SourceFile {
    return { ...this.source, value: this.root, origins: this.origins };
  }

  /** @returns whether it selected anything. */
  apply(action: OverlayAction): boolean {
    const locations = this.select(action.target);
    // Of a list, the last is removed first, so that the places of the others stay.
    if (action.kind === 'remove') for (const location of locations.reverse()) this.remove(location, action);
    else {
      const merged = this.merged(action);
      for (const location of locations) this.update(location, merged, action);
    }
    return locations.length > 0;
  }

  private select(query: JSONPathQuery): Location[] {
    return query.query(this.root as JSONValue).nodes.map(({ location }) => location);
  }

  /** Returns what an action merges, and where that stands. */
  private merged({ kind, index, update, from }: OverlayAction): { readonly value: unknown; readonly origin: Origin } {
    if (kind !== 'copy' || !from)
      return { value: update, origin: { file: this.overlay.source, tokens: ['actions', String(index), 'update'] } };
    const [only, ...more] = this.select(from);
    if (!only || more.length > 0)
      throw this.wrong(index, `/copy`, `\`copy\` must select one value, and it selects ${only ? more.length + 1 : 0}.`);
    const value = only.reduce<unknown>((holder, key) => (holder as Record<string | number, unknown>)[key], this.root);
    return { value, origin: this.origin(only) };
  }

  private origin(location: Location): Origin {
    return originOf(this.result(), location.map(String));
  }

  private remove(location: Location, { index }: OverlayAction): void {
    const key = location.at(-1);
    if (key === undefined) throw this.wrong(index, '/target', 'the whole document cannot be removed.');
    const holder = this.own(location.slice(0, -1));
    if (!Array.isArray(holder)) {
      delete holder[key];
      this.origins.get(holder)?.delete(String(key));
      return;
    }
    const origins = holder.map((_, at) => this.origin([...location.slice(0, -1), at]));
    holder.splice(Number(key), 1);
    origins.splice(Number(key), 1);
    this.origins.set(holder, new Map(origins.map((origin, at) => [String(at), origin])));
  }

  private update(
    location: Location,
    { value, origin }: { readonly value: unknown; readonly origin: Origin },
    { index }: OverlayAction,
  ): void {
    const target = location.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], this.root);
    if (Array.isArray(target) && Array.isArray(value) && this.overlay.isOf11) this.append(location, value, origin);
    else if (Array.isArray(target)) this.put(this.own(location) as unknown[], target.length, value, origin);
    else if (isObject(target) && isObject(value)) this.merge(location, value, origin, index);
    else if (!isObject(target) && !this.overlay.isOf11)
      throw this.wrong(
        index,
        '/target',
        `${pointerOf(location)} is neither an object nor a list; select what holds it.`,
      );
    else if (isContainer(target) || isContainer(value))
      throw this.wrong(
        index,
        '/update',
        `it cannot be merged into ${kindOf(target)}, which ${pointerOf(location)} is.`,
      );
    else this.put(this.own(location.slice(0, -1)), location.at(-1) ?? '', value, origin);
  }

  private merge(location: Location, value: Readonly<Record<string, unknown>>, origin: Origin, index: number): void {
    const holder = this.own(location) as Record<string, unknown>;
    for (const [name, member] of Object.entries(value)) {
      const from = { file: origin.file, tokens: [...origin.tokens, name] };
      const present = Object.hasOwn(holder, name) ? holder[name] : undefined;
      if (isObject(present) && isObject(member)) this.merge([...location, name], member, from, index);
      else if (Array.isArray(present) && Array.isArray(member)) this.append([...location, name], member, from);
      else if (present !== undefined && (isContainer(present) || isContainer(member)))
        throw this.wrong(
          index,
          `/update${from.tokens
            .slice(3)
            .map((token) => `/${escapePointer(token)}`)
            .join('')}`,
          `${kindOf(member)} cannot be merged into ${kindOf(present)}, which ${pointerOf([...location, name])} is; remove that first.`,
        );
      else this.put(holder, name, member, from);
    }
  }

  private append(location: Location, items: readonly unknown[], origin: Origin): void {
    const list = this.own(location) as unknown[];
    items.forEach((item, at) => {
      this.put(list, list.length, item, { file: origin.file, tokens: [...origin.tokens, String(at)] });
    });
  }

  private put(holder: Container, key: string | number, value: unknown, origin: Origin): void {
    putFrom(this.origins, holder, key, value, origin);
  }

  /** Returns the object or list at a location as a copy that may be changed, as all that holds it. */
  private own(location: Location): Container {
    const copied = (holder: Container): Container => {
      if (this.copies.has(holder)) return holder;
      const copy: Container = Array.isArray(holder) ? [...holder] : { ...holder };
      this.copies.add(copy);
      const members = this.origins.get(holder);
      if (members) this.origins.set(copy, new Map(members));
      return copy;
    };
    let holder = copied(this.root as Container);
    this.root = holder;
    for (const key of location) {
      const inner = copied((holder as Record<string | number, unknown>)[key] as Container);
      (holder as Record<string | number, unknown>)[key] = inner;
      holder = inner;
    }
    return holder;
  }

  private wrong(index: number, below: string, message: string): Error {
    return mistakeAt(this.overlay.source, `#/actions/${index}${below}`, message);
  }
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isContainer(value) ? 'an object' : 'a single value';
}
