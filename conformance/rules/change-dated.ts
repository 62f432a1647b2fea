import { declaredSuccesses, type Operation } from '../../src/contract/contract';
import { memberSchemas } from '../../src/contract/schema/facets';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Rule } from '../../src/engine/model/rule';
import { kindsOf } from '../../src/resources/kinds';
import { saysWhenChanged } from '../../src/resources/vocabulary/setByService';
import { isReadable, judgeAfter, wherePossible } from '../judging/chainRules';
import { around, isDone } from '../judging/chainSteps';
import { describeKept, type KeptMember, namesOf } from '../judging/keptMembers';
import { sentBy, shownMembers } from '../judging/shownMembers';

const UNSEEN = 'no change was shown by a GET long enough after the time that it showed before';

/** That the time of the last change is the time of a change is what its name says. Which members say so is guessed, so it is no must. */
export const changeDated: Rule = {
  id: 'change-dated',
  level: 'should',
  statement: 'Where a thing shows when it was changed for the last time, it shows another time after a change.',
  reference: 'RFC 9110 §9.3.1',
  advice: 'Set the time of the last change wherever something is changed, such as in one place before it is stored.',
  probes: ['state'],
  across: true,
  bind: (operation, operations) =>
    (operation.method === 'PUT' || operation.method === 'PATCH') &&
    isReadable(operation) &&
    showsWhenChanged(operation, operations)
      ? wherePossible(operation, operations, UNSEEN)
      : [],
  judge(exchange, _subject, context) {
    const { step } = exchange.case.chain ?? {};
    if ((step !== 'put' && step !== 'bare' && step !== 'patch') || !isDone(exchange)) return undefined;
    return judgeAfter(exchange, context, undated, (kept) => ({
      message: `a change left ${namesOf(kept)} as it was`,
      names: kept.map(({ name }) => name),
      expected: 'the time of the change',
      actual: describeKept(kept),
    }));
  },
};

/** Whether what GET shows of what an operation changes has a time of the last change, at once or in an object. */
function showsWhenChanged(operation: Operation, operations: readonly Operation[]): boolean {
  const reader = kindsOf(operations).readerAt(operation);
  const schemas = (reader ? declaredSuccesses(reader) : []).flatMap(({ media }) =>
    media.flatMap(({ schema }) => schema ?? []),
  );
  const within = schemas.flatMap((schema) => [schema, ...[...memberSchemas(schema).values()].flat()]);
  return within.some((schema) => [...memberSchemas(schema).keys()].some(saysWhenChanged));
}

/** Returns the times of the last change that a change left as they were; undefined if nothing was seen to change, or it was too early to tell. */
function undated(write: Exchange, after: Exchange, chain: readonly Exchange[]): KeptMember[] | undefined {
  const sent = sentBy(write);
  const { before } = around(write, chain);
  const [old, now] = [before && shownMembers(before, sent), shownMembers(after, sent)];
  if (!old || !now) return undefined;
  // A service may take what is sent again for no change.
  const isChanged = Object.keys(sent).some((name) => now[name] === sent[name] && now[name] !== old[name]);
  const times = Object.keys(now).filter((name) => {
    const isTime = saysWhenChanged(name.split('/').at(-1) ?? '') && !(name in sent);
    return isTime && [old[name], now[name]].every((each) => fineness(each) !== undefined);
  });
  const told = times.filter(
    (name) => now[name] !== old[name] || elapsedMs(write, name, chain) > (fineness(now[name]) ?? 0),
  );
  if (!isChanged || told.length === 0) return undefined;
  return told
    .filter((name) => now[name] === old[name])
    .map((name) => ({ name, sent: undefined, shown: now[name] ?? null }));
}

/** A clock of a service may go on in steps of so many milliseconds, whatever its times show: some systems have 64 steps in a second. */
const COARSE_MS = 20;

/** Returns how many milliseconds two changes must lie apart so that their times differ; undefined of what is no time. */
function fineness(value: unknown): number | undefined {
  const [, fraction] = (typeof value === 'string' && A_TIME.exec(value)) || [];
  if (fraction === undefined) return undefined;
  return /[1-9]/.test(fraction) && fraction.length > 3 ? COARSE_MS : 1000 + COARSE_MS;
}

const A_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+|)/;

/** For how long a time was shown before a write: so much time at least lies between the write and the change of which it tells. */
function elapsedMs(write: Exchange, name: string, chain: readonly Exchange[]): number {
  const earlier = chain.filter(({ index }) => index < write.index);
  const valueIn = (each: Exchange) => shownMembers(each, sentBy(write))?.[name];
  const last = earlier.findLast((each) => each.case.chain?.step === 'read');
  const first = last && earlier.find((each) => each.case.chain?.step === 'read' && valueIn(each) === valueIn(last));
  if (!first) return 0;
  return chain
    .filter(({ index }) => index > first.index && index < write.index)
    .reduce((sum, { durationMs }) => sum + durationMs, 0);
}
