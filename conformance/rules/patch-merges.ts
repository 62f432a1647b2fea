import type { Rule } from '../../src/engine/model/rule';
import { isReadable, judgeAfter, takesMergePatch, wherePossible } from '../judging/chainRules';
import { unpatched } from '../judging/chainState';
import { isDone } from '../judging/chainSteps';
import { describeKept, namesOf } from '../judging/keptMembers';

const UNSEEN = 'no merge patch was taken with a GET before and after it';

/** "If the provided merge patch contains members that do not appear within the target, those members are added … Null values … indicate the removal." RFC 7396 §1 */
export const patchMerges: Rule = {
  id: 'patch-merges',
  level: 'must',
  statement:
    'A merge patch sets the members that it has, removes those that are null, and leaves all others as they are.',
  reference: 'RFC 7396 §1, §2',
  advice: 'Apply what is declared as application/merge-patch+json by the algorithm of RFC 7396 §2.',
  probes: ['state'],
  across: true,
  bind(operation, operations) {
    return operation.method === 'PATCH' && takesMergePatch(operation) && isReadable(operation)
      ? wherePossible(operation, operations, UNSEEN)
      : [];
  },
  judge(exchange, _subject, context) {
    if (exchange.case.chain?.step !== 'patch' || !isDone(exchange)) return undefined;
    return judgeAfter(exchange, context, unpatched, (kept) => ({
      message: `a merge patch did not leave ${namesOf(kept)} as it should`,
      names: kept.map(({ name }) => name),
      expected: kept.map(({ name, sent }) => `/${name} ${sent === null ? 'removed' : JSON.stringify(sent)}`).join(', '),
      actual: describeKept(kept),
    }));
  },
};
