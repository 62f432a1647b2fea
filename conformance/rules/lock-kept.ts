import { declaredResponse, type Operation, operationsAt } from '../../src/contract/contract';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context, Rule } from '../../src/engine/model/rule';
import { isSameTag, isWeakTag } from '../../src/http/entityTags';
import { millisecondsOf } from '../../src/http/modified';
import type { Level } from '../../src/report/report';
import { declaresField, declaresLock, speaksOfTags } from '../../src/resources/locks';
import { isReadable, wherePossible } from '../judging/chainRules';
import { around, isDone } from '../judging/chainSteps';
import { namedBy, statusLine } from '../judging/exchanges';
import { namesOf } from '../judging/keptMembers';
import { isFound, sentBy, shownMembers } from '../judging/shownMembers';
import { isUntouchedByOthers } from '../judging/witness';

const UNSEEN = 'no ETag was shown of what the run changed, so no condition could be set by one';

/** Statuses that say that the condition does not hold (RFC 9110 §15.5.13, §15.5.10; RFC 6585 §3). */
const REFUSING: ReadonlySet<number> = new Set([412, 409, 428]);

/** Methods of a path that are done, or not, on a condition. */
const OF_STATES: ReadonlySet<string> = new Set(['GET', 'PUT', 'PATCH', 'DELETE']);

/**
 * "An origin server MUST NOT perform the requested method if the condition evaluates to false." RFC 9110 §13.1.1. "A 'strong validator' is
 * representation metadata that changes value whenever a change occurs to the representation data." RFC 9110 §8.8.1
 */
export const lockKept: Rule = {
  id: 'lock-kept',
  level: 'must',
  statement:
    'A change is refused where its If-Match names another state than the one that is there, and taken where it names that; the ETag changes with what it names.',
  reference: 'RFC 9110 §13.1.1',
  advice: 'Compare If-Match with the ETag of what is there before anything is done, and answer 412 where they differ.',
  probes: ['state'],
  across: true,
  bind(operation, operations) {
    if (!OF_STATES.has(operation.method) || !isReadable(operation)) return [];
    if (!speaksOfTags(operationsAt(operations, operation.path))) return [];
    return wherePossible(operation, operations, UNSEEN);
  },
  judge(exchange, { operation }, context) {
    const { response, content, case: each } = exchange;
    if (!response || each.chain?.step === undefined) return undefined;
    const level = declaresLock(operation) ? 'must' : 'should';
    if (content?.condition?.field === 'if-none-match') return judgeRead(exchange, operation, context);
    if (content?.condition?.field === 'if-modified-since') return judgeSince(exchange, context);
    const onCondition = content?.condition?.field === 'if-match' ? judgeChange(exchange, level, context) : undefined;
    const ofTag = judgeTag(exchange, level, context);
    return onCondition || ofTag ? [...(onCondition ?? []), ...(ofTag ?? [])] : undefined;
  },
};

/** The last look at what a request names, where it showed an ETag and nothing of the run came near since. */
function lookBefore(exchange: Exchange, { chain, touches }: Pick<Context, 'chain' | 'touches'>): Exchange | undefined {
  const look = chain.findLast(
    (each) =>
      each.index < exchange.index &&
      each.request.method === 'GET' &&
      namedBy(each) === namedBy(exchange) &&
      (each.case.chain?.step === 'read' || each.case.chain?.step === 'other') &&
      each.response !== null,
  );
  if (!look || !isFound(look.response) || look.content?.tag === undefined) return undefined;
  return isUntouchedByOthers({ by: exchange, before: look, after: exchange }, { touches }) ? look : undefined;
}

/** Judges a change on the condition that a thing has an ETag. */
function judgeChange(exchange: Exchange, level: Level, context: Context): readonly Breach[] | undefined {
  const { response, content } = exchange;
  const { condition } = content ?? {};
  const look = lookBefore(exchange, context);
  const now = look?.content?.tag;
  if (!response || !condition || !look || now === undefined) return undefined;
  const said = `the ETag is ${now} (#${look.index})`;
  if (condition.state === 'other') {
    if (isSameTag(condition.tag, now)) return undefined;
    // Whoever declares nothing of it, and has only weak ones, has promised no locks (RFC 9110 §13.1.1).
    if (isWeakTag(now) && level !== 'must' && !declaresField(exchange.case.request.operation, 'if-match'))
      return undefined;
    if (REFUSING.has(response.status)) return [];
    if (!isDone(exchange) || isThereAlready(exchange, look)) return undefined;
    const message = 'a change was done although its If-Match names another state than the one that is there';
    const actual = `${statusLine(response)} to If-Match: ${condition.tag}`;
    return [{ message, kind: 'stale', expected: `412, since ${said}`, actual, ownWords: [' to If-Match: '], level }];
  }
  // No condition holds by a weak one, and a list of the states of a thing that lag behind may be older than the thing.
  if (condition.tag !== now || isWeakTag(now)) return undefined;
  if (isDone(exchange)) return [];
  const { after } = around(exchange, context.chain);
  if (response.status !== 412 || after?.content?.tag !== now) return undefined;
  const message = 'a change was refused although its If-Match names the state that is there';
  return [{ message, kind: 'current', expected: `it is done, since ${said}`, actual: statusLine(response), level }];
}

/**
 * Whether a change may ask for what is there already, as far as a look shows it. Then it may be answered with success on any condition: "the
 * origin server MAY respond with a 2xx (Successful) status code" where the same state change was made before (RFC 9110 §13.1.1). For example,
 * { text: 'b' } is put where the look showed the text "b".
 */
function isThereAlready(exchange: Exchange, look: Exchange): boolean {
  const sent = sentBy(exchange);
  const there = shownMembers(look, sent) ?? {};
  const { method } = exchange.request;
  return method !== 'DELETE' && !Object.keys(sent).some((name) => name in there && there[name] !== sent[name]);
}

/** Judges whether the ETag changed with what a request changed: what it sent was not there before, and is there now. */
function judgeTag(exchange: Exchange, level: Level, context: Context): readonly Breach[] | undefined {
  const { step } = exchange.case.chain ?? {};
  if ((step !== 'put' && step !== 'bare' && step !== 'patch') || !isDone(exchange)) return undefined;
  const { before, after } = around(exchange, context.chain);
  const [then, now] = [before?.content?.tag, after?.content?.tag];
  if (!before || !after || then === undefined || now === undefined) return undefined;
  const sent = sentBy(exchange);
  const [old, shown] = [shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !shown) return undefined;
  const names = Object.keys(sent).filter((name) => shown[name] === sent[name] && old[name] !== shown[name]);
  if (names.length === 0) return undefined;
  if (!isSameTag(then, now) || isWeakTag(now)) return [];
  if (!isUntouchedByOthers({ by: exchange, before, after }, context)) return undefined;
  const changed = names.map((name) => ({ name, sent: sent[name], shown: shown[name] ?? null }));
  const message = 'the ETag is the same after a change';
  const expected = `another ETag than ${then}, since ${namesOf(changed)} changed`;
  return [{ message, kind: 'same', names, expected, actual: `ETag: ${now}`, ownWords: ['ETag: '], level, at: after }];
}

/** Judges a GET on the condition that a thing has another ETag. What a service never offered, it need not do. */
function judgeRead(exchange: Exchange, operation: Operation, context: Context): readonly Breach[] | undefined {
  const { response, content } = exchange;
  const { condition } = content ?? {};
  const look = lookBefore(exchange, context);
  const now = look?.content?.tag;
  if (!response || !condition || !look || now === undefined) return undefined;
  const isUnmodified = response.status === 304;
  const said = `the ETag is ${now} (#${look.index})`;
  const actual = `${statusLine(response)} to If-None-Match: ${condition.tag}`;
  const ownWords = [' to If-None-Match: '];
  if (condition.state === 'other') {
    if (isSameTag(condition.tag, now)) return undefined;
    if (!isUnmodified) return isFound(response) ? [] : undefined;
    const message = 'a GET was answered 304 although its If-None-Match names another state than the one that is there';
    return [{ message, kind: 'unmodified', expected: `200, since ${said}`, actual, ownWords, level: 'should' }];
  }
  if (isUnmodified) return [];
  const isOffered = declaresField(operation, 'if-none-match') || declaredResponse(operation, 304)?.status === '304';
  // An answer with another ETag says that it has changed.
  if (!isOffered || !isFound(response) || content?.tag !== now) return undefined;
  const message = 'a GET was answered with the content although its If-None-Match names the state that is there';
  return [{ message, kind: 'modified', expected: `304, since ${said}`, actual, ownWords, level: 'should' }];
}

/** Judges a GET on the condition that a thing was changed after a date: "Otherwise, the condition is true" (RFC 9110 §13.1.3). */
function judgeSince(exchange: Exchange, { chain }: Context): readonly Breach[] | undefined {
  const { index, response, content } = exchange;
  const { tag: date } = content?.condition ?? {};
  const look = chain.findLast(
    (each) => each.index < index && namedBy(each) === namedBy(exchange) && isFound(each.response),
  );
  const changed = content?.modifiedAt ?? look?.content?.modifiedAt;
  const since = millisecondsOf(date);
  if (!response || since === undefined || changed === undefined || changed <= since) return undefined;
  if (response.status !== 304) return isFound(response) ? [] : undefined;
  const message =
    'a GET was answered 304 although what it asks for was changed after the date of its If-Modified-Since';
  const expected = `200, since it was changed on ${new Date(changed).toUTCString()}`;
  const actual = `${statusLine(response)} to If-Modified-Since: ${date}`;
  return [
    { message, kind: 'modified since', expected, actual, ownWords: [' to If-Modified-Since: '], level: 'should' },
  ];
}
