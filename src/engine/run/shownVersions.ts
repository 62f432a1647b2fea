/**
 * Keeps the versions that things show in their bodies, so that a change says which one it is of, as some services want: a PUT with
 * `{ "version": 3 }` is refused with 409 where the thing has version 4 by now. It is what `If-Match` is to an ETag.
 */

import type { Operation } from '../../contract/contract';
import { memberSchemas } from '../../contract/schema/facets';
import { bareType, mediaKind } from '../../http/mediaType';
import { fieldValues, type Request, type Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { escapePointer } from '../../json/pointer';
import { isObject } from '../../json/value';
import { saysVersion } from '../../resources/vocabulary/setByService';
import { putRecent } from '../../support/caching';
import { isSentAgain } from '../ledger/caseFacts';
import type { Case } from '../model/case';
import type { Planning } from '../model/planning';

type Version = string | number;

/** So many paths are remembered. */
const MOST_PATHS = 10_000;

/** A longer body than this, in bytes, is not searched for a version. */
const LONGEST_BODY = 64 * 1024;

export class ShownVersions {
  /** The members that say a version in bodies of the operations that change something. */
  private readonly members: ReadonlyMap<Operation, readonly string[]>;
  /** All of them. */
  private readonly names: readonly string[];
  private readonly byPath = new Map<string, ReadonlyMap<string, Version>>();

  constructor(operations: readonly Operation[]) {
    const changing = operations.filter(({ method }) => method === 'PUT' || method === 'PATCH');
    const found = changing.map((each) => [each, versionMembers(each)] as const);
    this.members = new Map(found.filter(([, names]) => names.length > 0));
    this.names = [...new Set(found.flatMap(([, names]) => names))];
  }

  /** Takes note of an answer. It shows what stands at its path, or, where it says that something was made, at its Location. */
  note({ method, path }: Pick<Request, 'method' | 'path'>, response: Response | null): void {
    if (this.names.length === 0 || !response || !isSuccess(response.status) || method === 'HEAD') return;
    const [location] = fieldValues(response, 'location');
    const at = method === 'POST' && location !== undefined ? pathOf(location, path) : pathOf(path, path);
    if (at === undefined) return;
    const shown = versionsIn(response, this.names);
    if (shown.size > 0) putRecent(this.byPath, at, shown, MOST_PATHS);
    // What a change does not show has another version since.
    else if (method !== 'GET') this.byPath.delete(at);
  }

  /**
   * Returns a case with the version in its body that its thing has shown last; the same case where it sends none, or none is known.
   * @param pathFor the path of its request.
   */
  put(each: Case, pathFor: (each: Case) => string, mended: Planning['mended']): Case {
    const names = this.members.get(each.request.operation);
    const body = names && !isSentAgain(each) ? parsedBody(each.request.input.body?.bytes ?? NOTHING)?.value : undefined;
    if (!names || !isObject(body)) return each;
    const path = pathFor(each);
    const shown = this.byPath.get(pathOf(path, path) ?? '');
    const edits = names.flatMap((name) => {
      const value = Object.hasOwn(body, name) ? shown?.get(name) : undefined;
      return value === undefined ? [] : [{ place: 'body' as const, name: `/${escapePointer(name)}`, value }];
    });
    return edits.length === 0 ? each : (mended(each, edits) ?? each);
  }
}

const NOTHING = Buffer.alloc(0);

function versionMembers({ requestBody }: Operation): readonly string[] {
  const schemas = (requestBody?.media ?? []).flatMap(({ schema }) => schema ?? []);
  return [...new Set(schemas.flatMap((schema) => [...memberSchemas(schema).keys()]))].filter(saysVersion);
}

/** Returns the versions that an answer shows of a thing, or of the object that it wraps. Most answers show none, and are not parsed. */
function versionsIn({ headers, body }: Response, names: readonly string[]): ReadonlyMap<string, Version> {
  const mayShow = body.length <= LONGEST_BODY && names.some((name) => body.includes(name));
  const [type] = mayShow ? fieldValues({ headers }, 'content-type') : [];
  const isJson = type !== undefined && mediaKind(bareType(type)) === 'json';
  const value = isJson ? parsedBody(body)?.value : undefined;
  const all = [value, ...(isObject(value) ? Object.values(value) : [])].filter(isObject);
  const shown = Object.entries(all.find((each) => names.some((name) => Object.hasOwn(each, name))) ?? {});
  return new Map(shown.flatMap(([name, each]) => (names.includes(name) && isVersion(each) ? [[name, each]] : [])));
}

function isVersion(value: unknown): value is Version {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function pathOf(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, new URL(base, 'http://here')).pathname;
  } catch {
    return undefined;
  }
}
