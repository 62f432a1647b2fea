import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { fieldValues } from '../../src/http/message';
import { isSuccess } from '../../src/http/statuses';
import { mayBePosition } from '../../src/resources/things';
import { showsState } from '../../src/resources/vocabulary/states';
import { withoutNames } from '../../src/routing/pathTemplate';
import { LONGEST_WAIT_MS } from '../../src/support/waiting';
import { retryAfter } from '../../src/wire/sendPatiently';
import { makesReadable, wherePossible } from '../judging/chainRules';
import { keptOtherwise } from '../judging/chainState';
import { isSameThing } from '../judging/chainSteps';
import { statusLine } from '../judging/exchanges';
import { describeKept, describeSent, namesOf } from '../judging/keptMembers';
import { isMissing } from '../judging/missing';
import { lostContent } from '../judging/readBack';
import { hasTextSent, isFound } from '../judging/shownMembers';
import { isUntouchedByOthers, isWitnessed, wasNeverThere } from '../judging/witness';

const UNSEEN = 'no GET asked for what a 201 made, by the id in its answer';
const OPEN = 'a 202 leaves open whether anything comes of it, and none led by its Location to a state that it showed';

/**
 * "The request has been fulfilled and has resulted in one or more new resources being created." RFC 9110 §15.3.2
 * "The representation sent with this response ought to describe the request's current status and point to (or embed) a status monitor." §15.3.3
 */
export const createdFound: Rule = {
  id: 'created-found',
  level: 'should',
  statement:
    'What a 201 says was made is found by the id that the answer gives, as it was sent and answered; so is the state that a 202 shows and leads to.',
  reference: 'RFC 9110 §15.3.2, §15.3.3',
  advice:
    'Answer 201 once it is there, and 202 where that takes longer. What shows the state of that is there at once.',
  probes: ['valid'],
  across: true,
  bind: (operation, operations) =>
    makesReadable(operation, operations) ? wherePossible(operation, operations, unseenOf) : [],
  judge(exchange, _subject, context) {
    const { chain } = context;
    const { status = 0 } = exchange.response ?? {};
    if (exchange.case.chain?.step !== 'make' || (status !== 201 && status !== 202)) return undefined;
    // A 201 that says nothing of what it made names nothing that could be looked for.
    const { isOfRequest, isProven, wanted } = exchange.content?.id ?? {};
    const id = isOfRequest ? undefined : wanted;
    const item = exchange.content?.id?.of;
    const isLook = ({ case: { chain: place, request } }: Exchange) => {
      const isOfItem = item === undefined || withoutNames(request.operation.path).replace(/\/$/, '') === item;
      return isOfItem && (place?.step === 'read' || place?.step === 'other');
    };
    const read = id === undefined ? undefined : chain.find((each) => isLook(each) && isSameThing(each, exchange));
    if (!read?.response || read.error) return undefined;
    if (status === 202) return judgeAccepted(exchange, read, context);
    const showsSent = ({ response, content }: Exchange) =>
      isFound(response) && hasTextSent(JSON.stringify(content?.shown ?? null).toLowerCase(), exchange);
    if (mayCountWithin(exchange) && !chain.some((each) => isLook(each) && showsSent(each))) return undefined;
    if (isSuccess(read.response.status)) {
      const lost = lostContent(exchange, read);
      if (lost !== undefined && lost !== 'none') {
        if (!isWitnessed({ by: exchange, before: exchange, after: read }, context)) return undefined;
        const message = 'what was made is shown with another content';
        const { sent: expected, shown: actual } = lost;
        return [{ message, kind: 'content', expected, actual, ownWords: [actual], at: read }];
      }
      const seen = { by: exchange, before: exchange, after: read };
      // Of many things one alone may be the default one, and another has been made meanwhile.
      const mayBeTaken = !isUntouchedByOthers({ ...seen, mayMakeRoom: true }, context);
      const differing = keptOtherwise(exchange, read) ?? [];
      const kept = mayBeTaken ? differing.filter(({ sent }) => typeof sent !== 'boolean') : differing;
      if (kept.length === 0) return differing.length === 0 ? [] : undefined;
      const changed = kept.map(({ name }) => name);
      if (!isWitnessed({ ...seen, names: changed }, context)) return undefined;
      const message = `what was made is there with other values: ${namesOf(kept)}`;
      const expected = describeSent(kept);
      const names = kept.map(({ name }) => name);
      return [{ message, kind: 'changed', names, expected, actual: describeKept(kept), at: read }];
    }
    // What a look has shown once was there.
    if (isProven || !isMissing(read) || !wasNeverThere(exchange, read, context)) return undefined;
    const message = 'what was made is not there';
    const expected = `${read.request.path} found after 201`;
    return [{ message, kind: 'missing', expected, actual: statusLine(read.response), at: read }];
  },
};

/**
 * Tells whether an id may be one within what something was made in alone: `POST /vehicles/7/trips` → `{ "id": 1 }` may be the first trip of that
 * vehicle, and none or another one of all trips.
 */
function mayCountWithin({ case: { request }, content }: Exchange): boolean {
  const { of: item, wanted = '' } = content?.id ?? {};
  const collection = withoutNames(request.operation.path).replace(/\/$/, '');
  const isElsewhere = item !== undefined && item !== `${collection}/{}` && item !== collection;
  return isElsewhere && mayBePosition({ item, ids: [wanted] });
}

/** Says why nothing was judged. @param own the exchanges of the operation. */
function unseenOf(own: readonly Exchange[]): string {
  const isMade = ({ case: each, response }: Exchange) => each.chain?.step === 'make' && response?.status === 202;
  return own.some(isMade) ? OPEN : UNSEEN;
}

/**
 * Judges what a 202 led to. It may never come, and nobody is wrong; but where the 202 shows a state and its Location leads to that, there is
 * something to be shown from then on.
 * @param read a look at it, which the run took again for some seconds.
 */
function judgeAccepted(accepted: Exchange, read: Exchange, context: Context): readonly Breach[] | undefined {
  const { response, content, request } = accepted;
  if (!response || !read.response || !showsState(content?.shown)) return undefined;
  const [location] = fieldValues(response, 'location');
  const base = `http://here.invalid${request.path}`;
  if (location === undefined || !URL.canParse(location, base)) return undefined;
  if (new URL(location, base).pathname !== read.request.path.split('?')[0]) return undefined;
  if (isSuccess(read.response.status)) return [];
  // Who is told to come back later than the run could wait has not come back.
  if ((retryAfter(response) ?? 0) > LONGEST_WAIT_MS) return undefined;
  if (!isMissing(read) || !wasNeverThere(accepted, read, context)) return undefined;
  return [
    {
      message: 'the state that a 202 showed is not at its Location',
      kind: 'accepted',
      expected: `${read.request.path} found, some seconds after the 202`,
      actual: statusLine(read.response),
      at: read,
    },
  ];
}
