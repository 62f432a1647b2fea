/** Asks the job that a 202 leads to for what came of it: `GET /jobs/7` → `{ "state": "done", "resource": "/rooms/9" }` (RFC 9110 §15.3.3). */

import { fieldValues } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { percentDecoded } from '../../http/uri';
import { parsedBody } from '../../json/exactJson';
import { collectionAsked, route } from '../../resources/identity';
import { type Items, isKind } from '../../resources/kinds';
import type { Thing } from '../../resources/things';
import type { Exchange } from '../model/exchange';
import type { LedgerState } from './ledgerState';
import { scalarsWithin } from './view';

/** The fields that lead to what tells of something that goes on. */
const LEADS = ['operation-location', 'location'];

/**
 * Returns the names of things of a kind that a job shows by where they are; empty while it names none, and undefined where the answer leads to no job
 * that the contract reads. Only a look can tell whether one of them is what was made.
 * @param kind what the request was to make.
 * @param origin that of the target.
 */
export async function namesAtJob(
  { kinds, send }: Pick<LedgerState, 'kinds' | 'send'>,
  { case: each, request, response }: Exchange,
  kind: Items,
  origin: string,
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  if (response?.status !== 202 || !isKind(kind)) return undefined;
  const { operation } = each.request;
  const collection = collectionAsked(kind, operation, request.path);
  const below = segmentsOf(request.path).length - segmentsOf(operation.path).length;
  const job = LEADS.flatMap((field) => fieldValues(response, field))
    .filter((url) => URL.canParse(url, origin + request.path))
    .map((url) => new URL(url, origin + request.path))
    .filter((url) => url.origin === origin)
    .flatMap(({ pathname }) => thingAt(kinds.items, segmentsOf(pathname).slice(below)) ?? [])
    .find(({ thing }) => thing.item !== kind.item);
  if (!job) return undefined;
  const { response: shown } = (await send(job.reader, job.thing, signal)) ?? {};
  const body = shown && isSuccess(shown.status) ? parsedBody(shown.body) : undefined;
  const texts = scalarsWithin(body?.value).flatMap(({ text, isText }) => (isText && text.includes('/') ? [text] : []));
  return [...new Set(texts.flatMap((text) => route(text, collection, origin) ?? []))];
}

/** Returns the thing at a path, and what reads it. */
function thingAt(items: readonly Items[], segments: readonly string[]) {
  for (const { item, reader } of items) {
    const names = segmentsOf(item);
    const isHere =
      names.length === segments.length && names.every((name, at) => name === '{}' || name === segments[at]);
    if (!reader || !isHere) continue;
    const thing: Thing = { item, ids: segments.filter((_, at) => names[at] === '{}') };
    return { reader, thing };
  }
  return undefined;
}

function segmentsOf(path: string): string[] {
  const [whole = ''] = path.split('?');
  return whole.replace(/\/$/, '').split('/').slice(1).map(percentDecoded);
}
