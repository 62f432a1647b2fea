/** What a run keeps of each exchange for the rules that look at several: there are tens of thousands. */

import { declaredResponse } from '../../contract/contract';
import type { Response } from '../../http/message';
import { saidReason } from '../../http/saidReason';
import { mayBeCached } from '../../resources/answers/pages';
import { holdsCredential } from '../../resources/vocabulary/secrets';
import type { Exchange } from '../model/exchange';

/** Traces share these, since nearly all have no body, field or status to keep. */
const NOTHING = Buffer.alloc(0);
const NO_FIELDS: Response['headers'] = [];
const NO_STATUSES: Response['interim'] = [];

/**
 * Returns what is left of an exchange once it was judged alone: what was asked, and with which status it was answered.
 * @param quote takes out of the reason of a refusal what must not be shown. Where it is absent, no reason is kept.
 */
export function traceOf(exchange: Exchange, quote?: (text: string, index: number) => string): Exchange {
  const { response, request, index, case: each } = exchange;
  // Why an invalid request was refused is plain.
  const isTelling = response && response.status >= 400 && each.claim.violation === undefined;
  const said = quote && isTelling ? saidReason(response) : undefined;
  return {
    ...exchange,
    ...(quote && said !== undefined ? { said: quote(said, index) } : {}),
    request: { method: request.method, path: request.path, headers: credentialsOf(request) },
    response: response && {
      ...response,
      headers: fieldsKept(exchange),
      interim: NO_STATUSES,
      body: NOTHING,
      afterHead: NOTHING,
    },
    received: NOTHING,
  };
}

/** Whether a request had a credential, and in which fields. */
function credentialsOf({ headers }: Exchange['request']): Response['headers'] {
  const credentials = headers.flatMap(([name]) => (holdsCredential(name) ? [[name, ''] as const] : []));
  return credentials.length === 0 ? NO_FIELDS : credentials;
}

/**
 * The fields that are kept of a response: the `Retry-After` of a 503, with which the status means something else; where a 202 leads, and when; all
 * of an answer to HEAD; and of an answer to GET the names of those that the contract requires, and what says that it may be that of a moment ago.
 */
function fieldsKept({ request: { method }, response, case: { request } }: Exchange): Response['headers'] {
  if (!response) return NO_FIELDS;
  const { status, headers } = response;
  const named = (names: readonly string[]) => headers.filter(([name]) => names.includes(name.toLowerCase()));
  if (method === 'HEAD') return headers;
  if (status === 503) return named(['retry-after']);
  if (status === 202) return named(['location', 'retry-after']);
  if (method !== 'GET') return NO_FIELDS;
  const aged = mayBeCached(response) ? named(['age', 'cache-control']) : NO_FIELDS;
  const declared = declaredResponse(request.operation, status)?.headers ?? [];
  const required = declared.filter((each) => each.required).map(({ name }) => name.toLowerCase());
  if (required.length === 0) return aged;
  return [...aged, ...named(required).map(([name]) => [name, ''] as const)];
}
