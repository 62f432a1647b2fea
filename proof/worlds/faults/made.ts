/** Makes faults of one operation. */

import type { OperationDesign, ServiceCall, ServiceReply, Tamper, WorldFault } from '../design/design';

type Said = Pick<WorldFault, 'class' | 'rules'>;

type MakeFault = (what: string, said: Said, tamper: () => Tamper) => WorldFault;

export function faultsOf(operation: OperationDesign): {
  readonly fault: MakeFault;
  /** A fault in an answer of success. */
  readonly ofAnswer: (
    what: string,
    said: Said,
    change: (reply: ServiceReply, call: ServiceCall) => ServiceReply,
  ) => WorldFault;
  /** A fault in what is done. */
  readonly ofAct: (
    what: string,
    said: Said,
    acts: (call: ServiceCall, act: () => ServiceReply) => ServiceReply,
  ) => WorldFault;
} {
  const fault: MakeFault = (what, said, tamper) => ({ name: `${operation.id}: ${what}`, operation, ...said, tamper });
  const isHere = (call: ServiceCall) => call.operation === operation;
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
