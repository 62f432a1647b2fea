/** Asks the job that a 202 leads to for what came of it: `GET /jobs/7` → `{ "state": "done", "resource": "/rooms/9" }` (RFC 9110 §15.3.3). */

import { fieldValues } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { collectionAsked, route } from '../../resources/identity';
import { type Items, isKind } from '../../resources/kinds';
import type { Exchange } from '../model/exchange';
import type { LedgerState } from './ledgerState';
import { thingsAt } from './thingsAt';
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
  exchange: Exchange,
  kind: Items,
  origin: string,
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  const { case: each, request, response } = exchange;
  if (response?.status !== 202 || !isKind(kind)) return undefined;
  const isOfTarget = (url: string) =>
    URL.canParse(url, origin + request.path) && new URL(url, origin + request.path).origin === origin;
  const job = LEADS.flatMap((field) => fieldValues(response, field))
    .filter(isOfTarget)
    .flatMap((url) => thingsAt(kinds.items, url, exchange))
    .find((named) => named.kind.reader && named.kind.item !== kind.item);
  if (!job?.kind.reader) return undefined;
  const { response: shown } = (await send(job.kind.reader, job.thing, signal)) ?? {};
  const body = shown && isSuccess(shown.status) ? parsedBody(shown.body) : undefined;
  const texts = scalarsWithin(body?.value).flatMap(({ text, isText }) => (isText && text.includes('/') ? [text] : []));
  const collection = collectionAsked(kind, each.request.operation, request.path);
  return [...new Set(texts.flatMap((text) => route(text, collection, origin) ?? []))];
}
