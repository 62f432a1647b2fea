/**
 * What a run may come to with a consent, by the world's own knowledge: where nothing may be made, what makes things is not asked, and what nobody
 * may touch is not reached. The rates are those of what can be had.
 */

import type { Writes } from '../../../src/engine/model/probe';
import { SAFE_METHODS } from '../../../src/http/methods';
import type { KindDesign, OperationDesign, OperationRole } from '../design/design';
import { kindsNamed, lineage } from '../service/steps';

/** Whether a client that keeps to a consent may get a success from an operation. */
export function mayReach(operation: OperationDesign, mode: Writes): boolean {
  const { kind, method, isOnItem, takesAll = false } = operation;
  const named = isOnItem ? kindsNamed(operation) : kindsNamed(operation).slice(0, -1);
  if (SAFE_METHODS.has(method)) return mode === 'handed-over' || named.every(isKnown);
  if (mode === 'any') return true;
  // No contract says whether a parameter of the query names a thing, or chooses among many, so that what changes by it may change anything.
  if (kind.naming.isInQuery && isOnItem) return false;
  // What acts on all that there is acts on what others have.
  if (takesAll) return false;
  // It may change anything, unless its path names what was handed over.
  if (mode === 'handed-over') return isOnItem || kind.parent !== undefined;
  const above = isOnItem ? lineage(kind) : lineage(kind).slice(0, -1);
  const isMaker = operation.role === 'create';
  // Only safe methods are "essentially read-only" (RFC 9110 §9.2.1): what else is done beside items may change any of them.
  if (!isOnItem && operation.role === 'act') return false;
  return above.every(mayMake) && (!isMaker || mayMake(kind)) && refersToOwn(operation);
}

/** Whether a client can make things of a kind by names that nobody has, and finds out which they are. */
function mayMake(kind: KindDesign): boolean {
  const { naming, operations, references, joins } = kind;
  if (joins) return mayMake(joins);
  const isMade = operations.some(
    ({ role, answers, makesNothing }) =>
      (role === 'create' && !makesNothing) || (role === 'replace' && answers.some(({ status }) => status === 201)),
  );
  // Somebody else may have any of the names that a client can choose here: there are few.
  const isFree = !naming.isChosen;
  const required = kind.members.filter((member) => member.required).flatMap(({ name }) => references.get(name) ?? []);
  return isMade && isFree && isTold(kind) && isRemoved(kind) && required.every(mayMake);
}

/** Whether a client learns by which name it asks for what it made: it chose it, the answer shows it or leads to it, or a list has it. */
function isTold(kind: KindDesign): boolean {
  const isChosen = kind.operations.some(
    ({ role, answers }) => role === 'replace' && answers.some(({ status }) => status === 201),
  );
  const made = kind.operations.filter(({ role }) => role === 'create').flatMap(({ answers }) => answers);
  const isAnswered = made.some(
    ({ status, schema, headers }) =>
      status < 300 && (schema !== undefined || headers.some(({ name }) => name === 'Location')),
  );
  return isChosen || isAnswered || has(kind, 'list');
}

/**
 * Whether what is made can be removed again, or what it is below. What the query names, nobody removes who keeps to a consent; and what stands by
 * itself may stay when that is removed in which it was made: no path says that it goes away with it.
 */
const isRemoved = (kind: KindDesign): boolean =>
  (has(kind, 'remove') && !kind.naming.isInQuery) ||
  (!kind.isAlone && kind.parent !== undefined && isRemoved(kind.parent));

/** Whether anything tells the names of things of a kind: a list, or whoever makes them. */
const isKnown = (kind: KindDesign): boolean => kind.isOfService || has(kind, 'list') || mayMake(kind);

/** Whether all that a body has to name can be the client's own. */
function refersToOwn({ body, kind }: OperationDesign): boolean {
  const required = body?.members.filter((member) => member.required) ?? [];
  const named = required.flatMap(({ name }) => body?.refers?.get(name) ?? kind.references.get(name) ?? []);
  return named.every(mayMake);
}

const has = ({ operations }: KindDesign, wanted: OperationRole) => operations.some(({ role }) => role === wanted);

/**
 * The mode in which a run may come to what a fault changes: it makes its own things where it can make and remove them, and is handed them over
 * where none can be made. What only makes things that cannot be removed again, or acts on all of them, needs a target that is thrown away.
 * @param showsByMaking whether the fault shows only once something is made.
 */
export function modeFor(operation: OperationDesign, showsByMaking: boolean): Writes {
  const { kind } = operation;
  const isMade = lineage(kind).every((each) => mayMake(each) && has(each, 'remove'));
  if (isMade && mayReach(operation, 'own')) return 'own';
  return mayReach(operation, 'handed-over') && !showsByMaking && operation.role !== 'create' ? 'handed-over' : 'any';
}
