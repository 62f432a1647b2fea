/**
 * Keeps the ETags that answers show, so that a request can say which state of a thing it is about (RFC 9110 §13.1). They are kept by path: what a
 * query chooses is another representation.
 */

import { entityTagOf, isSameTag } from '../../http/entityTags';
import type { Request, Response } from '../../http/message';
import { SAFE_METHODS } from '../../http/methods';
import { modifiedAt } from '../../http/modified';
import { isClientError, isSuccess } from '../../http/statuses';
import type { TagState } from '../../serialization/input';
import { putRecent } from '../../support/caching';
import type { Case } from '../model/case';
import type { StepContent } from '../model/exchange';
import { askedAt } from '../request/askedAt';

export interface ShownTags {
  /** Takes note of an answer. The path has no credential in its query, as `askedAt` returns it; no more has that of `current`. */
  note(request: Pick<Request, 'method' | 'path'>, response: Response | null): void;
  /** The ETag of what stands at a path now, as far as the run knows: nothing was sent since that may have changed it. */
  current(path: string): string | undefined;
  /** A case as a request, with the ETag in it that it is to have, where that is known. */
  put(each: Case, request: Request): Request;
}

/** In place of an ETag that a thing had before: no service gives this one. */
const OF_NOTHING = '"espalier-none"';

/** So many paths are remembered. */
const MOST_PATHS = 10_000;

interface Kept {
  readonly now: string | undefined;
  /** The last one, and the last one that was another. */
  readonly last: string | undefined;
  readonly former: string | undefined;
}

export function createShownTags(): ShownTags {
  const byPath = new Map<string, Kept>();
  const keep = (path: string, kept: Kept) => putRecent(byPath, path, kept, MOST_PATHS);
  const tagFor = (path: string, state: TagState) => {
    const { now, former } = byPath.get(path) ?? {};
    if (state === 'current' || now === undefined) return now;
    return former ?? OF_NOTHING;
  };
  return {
    note({ method, path }, response) {
      const known = byPath.get(path);
      if (!SAFE_METHODS.has(method)) {
        // What was refused changed nothing; in doubt it did. A 201 to a POST tells of another path.
        const isRefused = response !== null && isClientError(response.status);
        if (known && !isRefused) keep(path, { ...known, now: undefined });
        return;
      }
      const tag = method === 'GET' && response && isSuccess(response.status) ? entityTagOf(response) : undefined;
      if (tag === undefined) return;
      const isOther = known?.last !== undefined && !isSameTag(known.last, tag);
      keep(path, { now: tag, last: tag, former: isOther ? known.last : known?.former });
    },
    current: (path) => byPath.get(path)?.now,
    put({ request: planned }, request) {
      const { condition } = planned.input;
      const tag = condition && tagFor(askedAt(planned, request.path), condition.state);
      if (!condition || condition.isDate || tag === undefined) return request;
      const { field, isNeeded } = condition;
      const others = request.headers.filter(([name]) => name.toLowerCase() !== field.toLowerCase());
      // A request that goes without the field on purpose stays as it is.
      if (!isNeeded && others.length === request.headers.length) return request;
      return { ...request, headers: [...others, [field, tag]] };
    },
  };
}

/** The ETags and dates of changes that a step sent and was shown. */
export function tagsOf(
  { request: { input } }: Case,
  { headers }: Pick<Request, 'headers'>,
  response: Response | null,
): Pick<StepContent, 'tag' | 'modifiedAt' | 'condition'> {
  const [tag, at] = [entityTagOf(response), modifiedAt(response)];
  const { field = '', state = 'current' } = input.condition ?? {};
  const sent = headers.find(([name]) => field !== '' && name.toLowerCase() === field.toLowerCase())?.[1];
  return {
    ...(tag === undefined ? {} : { tag }),
    ...(at === undefined ? {} : { modifiedAt: at }),
    ...(sent === undefined ? {} : { condition: { field: field.toLowerCase(), state, tag: sent } }),
  };
}
