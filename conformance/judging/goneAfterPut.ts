/** Tells whether a thing is gone from its path since it was put there. */

import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Context } from '../../src/engine/model/rule';
import { isLifetimeName } from '../../src/resources/vocabulary/measures';
import { isState } from '../../src/resources/vocabulary/states';
import { around, isDone } from './chainSteps';
import { statusLine } from './exchanges';
import { isMissing } from './missing';
import { isFound, isItsOwn, sentBy, shownMembers } from './shownMembers';
import { isControlThere, isUntouchedByOthers, isWitnessed } from './witness';

/**
 * Judges a PUT that was taken, and after which nothing is found at its path, while another thing of the kind is there still.
 * @returns undefined where it is found, or may be gone for what was put: the thing has another name or state since, or its time is over.
 */
export function judgeGone(put: Exchange, context: Context): readonly Breach[] | undefined {
  const { before, after } = around(put, context.chain);
  if (!before || !after?.response || !isFound(before.response) || !isMissing(after) || mayEndThing(put, before))
    return undefined;
  if (!isWitnessed({ by: put, before, after }, context) || !isControlThere(after, put, context.chain)) return undefined;
  // A service may let a thing be looked at a few times only.
  if (!context.touches.wasAnotherFoundAsOften(after)) return undefined;
  const message = 'what was put is not found any more';
  return [{ message, kind: 'gone', expected: 'what was put', actual: statusLine(after.response), at: after }];
}

/** Tells whether what a PUT changes may take the thing from its path: `{ "state": "archived" }`, `{ "expiresAt": "2024-02-29" }`, `{ "slug": "b" }`. */
function mayEndThing(put: Exchange, before: Exchange): boolean {
  const { wanted, shown } = put.content?.id ?? {};
  if (wanted !== undefined && shown !== undefined && shown !== wanted) return true;
  if (/"\d{4}-\d\d-\d\d/.test(JSON.stringify(put.content?.sent) ?? '')) return true;
  const sent = sentBy(put);
  const old = shownMembers(before, sent) ?? {};
  return Object.entries(sent).some(([name, value]) => {
    if (value === old[name]) return false;
    const isName = isItsOwn(name) || (wanted !== undefined && String(old[name]) === wanted);
    const names = name.split('/');
    return isName || typeof value === 'boolean' || names.some((each) => isState(each) || isLifetimeName(each));
  });
}

/** So many times what was put is to be missing: once, what a service does with it before it shows it may have failed. */
const OFTEN = 2;

/** Judges whether what a PUT said was put is there at all, where nothing was there before: of what a thing has one of, and no look of the chain finds it. */
export function judgeNeverThere(put: Exchange, context: Context): readonly Breach[] | undefined {
  const { chain } = context;
  const { before, after } = around(put, chain);
  // Of what a 201 says was made, `created-found` tells.
  if (put.response?.status === 201) return undefined;
  if (!before || !after?.response || !isMissing(before) || !isMissing(after) || mayEndThing(put, before))
    return undefined;
  if (chain.some((each) => each.case.chain?.step === 'read' && isFound(each.response))) return undefined;
  const puts = chain.filter((each) => each.case.chain?.step === 'put' || each.case.chain?.step === 'again');
  if (puts.filter(isDone).length < OFTEN || !isUntouchedByOthers({ by: put, before, after }, context)) return undefined;
  const message = 'what was put is not found';
  return [{ message, kind: 'never there', expected: 'what was put', actual: statusLine(after.response), at: after }];
}
