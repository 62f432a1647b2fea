/**
 * Tells whether the service has an operation at all, from how it refuses. A 404 may mean that there is no such thing, or that nobody has
 * written the operation yet.
 */

import type { Operation } from '../../src/contract/contract';
import { bareType } from '../../src/http/mediaType';

/** An answer of the service that was read to its end. */
export interface WholeAnswer {
  readonly status: number;
  /** The value of a header field by its name in lower case. */
  readonly field: (name: string) => string | undefined;
  readonly body: Buffer;
}

interface Refused {
  readonly operation: Operation;
  readonly method: string;
  /** The path as the service was asked for it, without the query. */
  readonly path: string;
  /** The part of the path that comes before the path of the contract. */
  readonly base: string;
  readonly answer: WholeAnswer;
  /** Whether the service has answered the operation with success before. */
  readonly hasWorked: boolean;
}

/** Asks the service for another method or path, as the same user. @returns undefined if it does not answer. */
type Ask = (method: string, path: string) => Promise<WholeAnswer | undefined>;

/** Returns why an operation counts as not built yet, as the end of a sentence; undefined if the service's answer counts. */
export async function whyNotBuilt(refused: Refused, ask: Ask): Promise<string | undefined> {
  const { operation, method, answer } = refused;
  const { status } = answer;
  if (status === 501) return 'the service answered 501';
  if (status === 405) {
    const allowed = methodsIn(answer.field('allow'));
    // Some contracts declare 405 for what is really a 400. Without the field, it may be that one.
    const isOwn = allowed ? allowed.includes(method) : declares(operation, '405');
    return isOwn ? undefined : 'the service answered 405';
  }
  if (status !== 404) return undefined;
  return (await hasRoute(refused, ask))
    ? undefined
    : 'the service answered 404, as it does for a path that it does not have';
}

/** A word that no service has in its paths. */
const NOWHERE = '-espalier-nowhere';

async function hasRoute({ operation, method, path, base, answer, hasWorked }: Refused, ask: Ask): Promise<boolean> {
  const beside = neighbour(operation, base, path);
  const unknown = beside === undefined ? undefined : await ask(method === 'HEAD' ? 'HEAD' : 'GET', beside);
  // The answer to a path that surely does not exist looks different, so this 404 is about the thing, not about the path.
  if (beside !== undefined && unknown && looks(answer, path) !== looks(unknown, beside)) return true;
  const options = await ask('OPTIONS', path);
  const allowed = methodsIn(options?.field('allow'));
  if (allowed?.includes(method)) return true;
  // Some frameworks name the methods of one route only in a 405. In any other answer the list is whole.
  if (allowed && options?.status !== 405) return false;
  return hasWorked || (beside === undefined && declares(operation, '404'));
}

function declares({ responses }: Operation, wanted: string): boolean {
  return responses.some(({ status }) => status === wanted);
}

function methodsIn(allow: string | undefined): string[] | undefined {
  return allow
    ?.split(',')
    .map((each) => each.trim().toUpperCase())
    .filter((each) => each !== '');
}

/**
 * Returns a path that the service surely does not have, next to the one that was asked for: `/orders/7` → `/orders-espalier-nowhere/7`. The
 * last fixed segment before the first parameter is changed, so that the same part of the service answers. Undefined if there is none.
 */
function neighbour({ path: template }: Operation, base: string, path: string): string | undefined {
  const segments = template
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(1);
  const firstParameter = segments.findIndex((segment) => segment.includes('{'));
  const fixed = firstParameter < 0 ? segments.length : firstParameter;
  if (fixed === 0 || !path.startsWith(base)) return undefined;
  const sent = path.slice(base.length).split('/');
  const changed = sent.map((segment, at) => (at === fixed ? segment + NOWHERE : segment));
  return base + changed.join('/');
}

/** Returns what an answer looks like, without what differs from request to request: the path, numbers, ids and times. */
function looks({ status, field, body }: WholeAnswer, path: string): string {
  const [short = ''] = path.split('?');
  const texts = [short, encodeURI(short), decoded(short), short.replaceAll('/', '\\/'), short.slice(1)].filter(
    (each) => each.length > 1,
  );
  let text = body.toString('latin1');
  for (const each of texts) text = text.replaceAll(each, '');
  return `${status} ${bareType(field('content-type') ?? '')} ${text.replace(/[\w:.+-]*\d[\w:.+-]*/g, '#').replace(/\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b/gi, 'METHOD')}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
