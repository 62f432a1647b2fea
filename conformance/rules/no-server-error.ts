import { type DeclaredResponse, declaredResponse, type Operation } from '../../src/contract/contract';
import type { Claim } from '../../src/engine/model/case';
import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { fieldValues, type Response } from '../../src/http/message';
import { saidReason } from '../../src/http/saidReason';
import { whatFails } from '../judging/crashes';
import { declaredMedia, mediaTypeOf } from '../judging/declaredMedia';
import { asksForPatience, quoted, statusTo, wholeOperation } from '../judging/exchanges';

/** "The 5xx … class of status code indicates that the server is aware that it has erred." RFC 9110 §15.6 */
export const noServerError: Rule = {
  id: 'no-server-error',
  level: 'must',
  statement:
    'No request is answered with a server error (5xx) that the contract does not declare. One that it declares only as `default` or `5XX`, and that is as it says there, is a warning.',
  reference: 'RFC 9110 §15.6',
  advice: 'Find the exception behind it, and answer bad input with a declared error.',
  probes: EVERY_PROBE,
  isFirst: true,
  explain: (failed, others) =>
    whatFails(
      failed,
      others.filter(
        ({ response, case: { request } }) => (response?.status ?? 500) < 500 && request.method === undefined,
      ),
    ),
  bind: wholeOperation,
  judge({ response, error, case: each }, { operation }) {
    if (!response || error) return undefined;
    // A 501 is the right answer "when the server does not recognize the request method" (RFC 9110 §15.6.2).
    if (each.request.method !== undefined && response.status === 501) return undefined;
    if (response.status < 500) return [];
    const declared = declaredResponse(operation, response.status);
    const isOther = declared !== undefined && isOtherThan(declared, response);
    if (declared && !isOther && !isInGeneral(declared.status, operation)) return [];
    const how = { ...failureTo(response, `${each.claim.probe}: ${each.claim.name}`), cause: causeOf(response) };
    if (!declared) return [{ message: UNDECLARED, expected: 'no 5xx, whatever is sent', ...how }];
    if (isWanted(each.claim, response.status) || asksForPatience(response)) return [];
    if (isOther) return [{ message: OTHER, kind: 'other', expected: 'no 5xx, or one as it is declared', ...how }];
    const expected = `no 5xx, for \`${declared.status}\` says only what one would look like`;
    return [{ message: IN_GENERAL, expected, ...how, level: 'should', clause: declared.clause }];
  },
};

/** Tells whether a failure has content of a type that is not declared of it, such as the page of a framework. */
function isOtherThan(declared: DeclaredResponse, response: Response): boolean {
  const [contentType] = fieldValues(response, 'content-type');
  const type = contentType === undefined ? undefined : mediaTypeOf(contentType);
  return declared.media.length > 0 && type !== undefined && declaredMedia(declared, type) === undefined;
}

const OTHER = 'a request was answered with a server error that is not the one that the contract declares';
const UNDECLARED = 'a request was answered with a server error that the contract does not declare';
const IN_GENERAL = 'a request was answered with a server error that the contract declares only in general';

/** Says how a request was answered, and what the service says of it. */
function failureTo(response: Response, asked: string): Pick<Breach, 'actual' | 'ownWords'> {
  const said = saidReason(response);
  const { actual, ownWords = [] } = statusTo(response, asked);
  return said === undefined ? { actual, ownWords } : { actual: `${actual}: "${quoted(said)}"`, ownWords };
}

/** What the service gives as its reason, apart from what is other each time: numbers, ids, and what it quotes. */
function causeOf(response: Response): string {
  const said = saidReason(response) ?? '';
  return `${response.status} ${said.replace(/"[^"]*"|'[^']*'|`[^`]*`|[\w-]*\d[\w-]*/g, '#')}`;
}

/** Tells whether a response is declared for whatever may go wrong, beside another one: `default`, `5XX`. */
function isInGeneral(status: string, { responses }: Operation): boolean {
  const isOnlyErrors = responses.every((other) => other.status.startsWith('5'));
  return /^(default|5XX)$/i.test(status) && !isOnlyErrors;
}

/** Tells whether the user asked for a server error. */
function isWanted({ probe, expect }: Claim, status: number): boolean {
  return probe === 'provoke' || expect === status;
}
