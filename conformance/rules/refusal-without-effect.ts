import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Circumstances, Context, Rule } from '../../src/engine/model/rule';
import type { Response } from '../../src/http/message';
import { isClientError, isSuccess } from '../../src/http/statuses';
import { isObject } from '../../src/json/value';
import { hasSureToken } from '../../src/resources/tokens';
import { count } from '../../src/support/words';
import { itemsIn } from '../chains/pageItems';
import { judgeAfter } from '../judging/chainRules';
import { effective } from '../judging/chainState';
import { around, isOnlyStep } from '../judging/chainSteps';
import { isRateLimited, namedBy, statusLine, whyGone } from '../judging/exchanges';
import { describeKept, namesOf } from '../judging/keptMembers';
import { isMissing, saysGone } from '../judging/missing';
import { isFound } from '../judging/shownMembers';
import { ledInto } from '../judging/stateAfterAction';
import { listsSent } from '../judging/stillThere';
import { isControlThere, isTelling, isUntouchedByOthers, isWitnessed, looksAt } from '../judging/witness';

const UNSEEN =
  'nothing was seen right before the refused requests and right after them, beside another thing on which none was tried, so nobody can tell whether they had an effect';

/** "The request has not been applied because it lacks valid authentication credentials." RFC 9110 §15.5.2 */
export const refusalWithoutEffect: Rule = {
  id: 'refusal-without-effect',
  level: 'must',
  statement: 'A refused request changes nothing: the resource is still there for the authorised request that follows.',
  reference: 'RFC 9110 §15.5.2',
  advice: 'Check credential and input before the first change is made.',
  probes: ['valid', 'state'],
  across: true,
  bind(operation) {
    return operation.safe ? [] : [{ operation, clause: operation.clause, optional: nothingRefused }];
  },
  judge(exchange, _subject, context) {
    const { case: each, response, error } = exchange;
    if (each.chain?.step === 'act' && isRefusal(response)) return judgeAction(exchange, context);
    if (isOnlyStep(exchange) && each.chain?.step !== 'act') return judgeStep(exchange, context);
    if (each.claim.probe !== 'valid' || !response || error) return undefined;
    const refused = context.earlier.filter(
      (other) => other.response && other.response.status >= 400 && !isRateLimited(other),
    );
    const [first] = refused;
    if (!first) return undefined;
    if (isSuccess(response.status)) return [];
    if (whyGone(exchange, context) !== 'refusal' || !wasThere(exchange, first, context)) return undefined;
    return [
      {
        message: GONE,
        kind: 'gone',
        expected: 'still there, like the thing on which no refused request was tried',
        actual: `${statusLine(response)} after ${count(refused.length, 'refused request')}`,
        ownWords: [` after ${count(refused.length, 'refused request')}`],
      },
    ];
  },
};

const GONE = 'something was gone after requests that were refused';

/**
 * Tells whether what a valid request does not find any more was there before the refused ones: the user handed it over, GET found it if it was
 * asked, and no other request of the run was near it. What the run made itself its own chain looks at.
 */
function wasThere(exchange: Exchange, first: Exchange, { earlier, touches }: Context): boolean {
  if (exchange.case.chain !== undefined && exchange.case.chain.kind !== 'handed over') return false;
  const isLook = (each: Exchange) => each.request.method === 'GET' && namedBy(each) === namedBy(exchange);
  const look = earlier.findLast((each) => isLook(each) && each.index < first.index);
  if (!saysGone(exchange) || (look && !isFound(look.response))) return false;
  return isUntouchedByOthers({ by: exchange, before: first, after: exchange }, { touches });
}

const CHANGED = 'a refused request changed what is there';

function isRefusal(response: Exchange['response']): response is Response {
  return response !== null && isClientError(response.status) && response.status !== 429;
}

/** Judges whether an action that was refused was done all the same. */
function judgeAction(exchange: Exchange, context: Context): readonly Breach[] | undefined {
  const led = (write: Exchange, after: Exchange, chain: readonly Exchange[]) =>
    ledInto(write, after, chain, context.all);
  return judgeAfter(exchange, context, led, (kept) => ({
    message: CHANGED,
    kind: 'done',
    names: kept.map(({ name }) => name),
    expected: `${namesOf(kept)} as before, after ${exchange.response ? statusLine(exchange.response) : 'no answer'}`,
    actual: describeKept(kept),
  }));
}

/** Judges what GET shows after a step that was refused. */
function judgeStep(exchange: Exchange, context: Context): readonly Breach[] | undefined {
  const { case: each, response } = exchange;
  if (each.chain?.step !== 'refused' || !isRefusal(response)) return undefined;
  if (each.request.operation.method === 'DELETE') return judgeRemoval(exchange, context);
  const { after: listed } = around(exchange, context.chain, 'list');
  if (listed) {
    const found = listsSent(exchange, listed, context.chain);
    const isMaker = each.request.operation.method === 'POST';
    const breach = {
      message: isMaker ? 'a refused request made something' : CHANGED,
      kind: isMaker ? 'made' : 'changed',
      expected: 'nothing of what was sent in the list',
      at: listed,
    };
    if (found) return [{ ...breach, actual: found }];
    const more = moreListed(exchange, listed, context);
    return more.length > 0 || found === '' ? more : undefined;
  }
  const shown = (write: Exchange, after: Exchange, chain: readonly Exchange[]) => {
    const kept = effective(write, after, chain);
    // A switch that is on now may have been turned by anybody.
    return kept && kept.length > 0 && !kept.some((member) => isTelling(member.shown)) ? undefined : kept;
  };
  return judgeAfter(exchange, context, shown, (kept) => ({
    message: CHANGED,
    kind: 'changed',
    names: kept.map(({ name }) => name),
    expected: `${namesOf(kept)} as before, after ${statusLine(response)}`,
    actual: describeKept(kept),
  }));
}

/**
 * Judges whether what a refused DELETE named is still there. It was made after the other thing of its chain, on which nothing was tried: what
 * expires, or has to make room, is gone after the older one.
 */
function judgeRemoval(exchange: Exchange, context: Context): readonly Breach[] | undefined {
  const { chain } = context;
  const { before, after } = looksAt(namedBy(exchange), exchange, chain);
  if (!before || !after?.response || !isFound(before.response)) return undefined;
  if (isFound(after.response)) return [];
  if (!isMissing(after) || !isControlThere(after, exchange, chain)) return undefined;
  if (!isWitnessed({ by: exchange, before, after }, context)) return undefined;
  const { response } = exchange;
  const actual = `${statusLine(after.response)} after ${response ? statusLine(response) : 'no answer'}`;
  const expected = 'still there, like the other thing, on which nothing was tried';
  return [{ message: GONE, kind: 'gone', expected, actual, ownWords: [' after '], at: after }];
}

/**
 * Tells of a list that has more items after requests that were refused, of which it shows nothing. It did not grow in all looks before. Still,
 * whoever else writes may have made them: so it is a warning, once for all these requests.
 */
function moreListed(exchange: Exchange, listed: Exchange, { chain, all, touches }: Context): readonly Breach[] {
  const { before } = around(exchange, chain, 'list');
  const upTo = before?.index ?? 0;
  // Only the looks that follow one another: between an earlier look and these the rest of the run may have made things.
  const isList = ({ case: each }: Exchange) => each.chain?.step === 'list';
  const since = chain.findLast((each) => each.index < upTo && !isList(each))?.index ?? 0;
  const looks = chain.filter((each) => isList(each) && each.index > since && each.index <= upTo);
  const [then, now] = [before, listed].map((each) => each?.content?.extent?.total);
  const isQuiet = looks.length > 1 && looks.every(({ content }) => content?.extent?.total === then);
  const asked = chain.filter(({ index }) => index > (before?.index ?? 0) && index < listed.index);
  if (then === undefined || now === undefined || now <= then || !isQuiet || asked.at(-1) !== exchange) return [];
  const isRefused = asked.every(({ response }) => response && response.status >= 400 && response.status < 500);
  // What was accepted before may be made only now.
  if (!isRefused || all.some(({ response }) => response?.status === 202)) return [];
  // What the run itself made there meanwhile, side by side with these requests, is more, too.
  const own = new Set(asked.map(({ index }) => index));
  if (touches.between(before, listed).some(({ index }) => !own.has(index))) return [];
  const added = addedTo(before, listed);
  if (isOwnMade(added, listed, all)) return [];
  // A text that was sent tells of it already.
  if (asked.some((each) => listsSent(each, listed, chain)) || areOthers(added, asked)) return [];
  return [
    {
      message: 'there is more in the list after requests that were refused',
      kind: 'more',
      expected: `${count(then, 'item')}, as before`,
      actual: `${count(now, 'item')} after ${count(asked.length, 'refused request')}`,
      ownWords: [`${count(now, 'item')} after ${count(asked.length, 'refused request')}`],
      level: 'should',
      at: listed,
    },
  ];
}

/** Returns what a list shows that it did not show before. */
function addedTo(before: Exchange | undefined, listed: Exchange): readonly unknown[] {
  const known = new Set((before ? (itemsIn(before) ?? []) : []).map((item) => JSON.stringify(item)));
  return (itemsIn(listed) ?? []).filter((item) => !known.has(JSON.stringify(item)));
}

/** Tells whether what is new in a list holds a text of a request that was taken: a list that lags behind shows late what the run has made. */
function isOwnMade(added: readonly unknown[], listed: Exchange, all: readonly Exchange[]): boolean {
  const taken = all.filter(({ index, response }) => index < listed.index && response && isSuccess(response.status));
  const texts = taken.flatMap(({ case: each }) => Object.values(each.request.input.like ?? {})).filter(hasSureToken);
  return texts.some((text) => added.some((item) => JSON.stringify(item).includes(JSON.stringify(text))));
}

/**
 * Tells whether all that is new in a list, and shows nothing that was sent, has a text in each member in which the refused requests had one of their
 * own: `name: "Rose"`, where they sent `name: "soil-7f3e91c2"`. Somebody else has made that. Where one of them sent no such text, the service may have
 * put one in its place.
 */
function areOthers(added: readonly unknown[], asked: readonly Exchange[]): boolean {
  const isOther = (item: unknown, { case: { request } }: Exchange) => {
    const sent = Object.entries(request.input.like ?? {});
    const shown = sent.map(([name]) => (isObject(item) ? item[name] : undefined));
    return sent.length > 0 && shown.every((text) => typeof text === 'string' && text !== '');
  };
  return added.length > 0 && added.every((item) => asked.every((each) => isOther(item, each)));
}

/** Says why the rule is not exercised: the target accepted everything, so no refusal could have had an effect; or nobody saw what it was tried on. */
function nothingRefused(own: readonly Exchange[], { needed, notMade }: Circumstances): string | undefined {
  const valid = own.filter(({ case: { claim } }) => claim.probe === 'valid');
  const taken = valid.length > 0 && valid.every(({ response }) => response && isSuccess(response.status));
  if (taken) return 'no request was refused before';
  const isAsked = own.some(({ response }) => response !== null && response.status >= 400);
  // What was missing for a valid request is said of that.
  return isAsked && valid.length > 0 && needed.length === 0 && notMade === undefined ? UNSEEN : undefined;
}
