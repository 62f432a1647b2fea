/** Makes faults of one operation. */

import type { Call, OperationDesign, Reply, Tamper, WorldFault } from '../design/design';

type Said = Pick<WorldFault, 'class' | 'rules'>;

export type MakeFault = (what: string, said: Said, tamper: () => Tamper) => WorldFault;

export function faultsOf(operation: OperationDesign): {
  readonly fault: MakeFault;
  /** A fault in an answer of success. */
  readonly ofAnswer: (what: string, said: Said, change: (reply: Reply, call: Call) => Reply) => WorldFault;
  /** A fault in what is done. */
  readonly ofAct: (what: string, said: Said, acts: (call: Call, act: () => Reply) => Reply) => WorldFault;
} {
  const fault: MakeFault = (what, said, tamper) => ({ name: `${operation.id}: ${what}`, operation, ...said, tamper });
  const isHere = (call: Call) => call.operation === operation;
  return {
    fault,
    ofAnswer: (what, said, change) =>
      fault(what, said, () => ({
        answers: (reply, call) => (isHere(call) && reply.status < 300 ? change(reply, call) : reply),
      })),
    ofAct: (what, said, acts) =>
      fault(what, said, () => ({ acts: (call, act) => (isHere(call) ? acts(call, act) : act()) })),
  };
}
