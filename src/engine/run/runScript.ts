/** Sends what a script says, one request after another: each may need what the one before was answered. */

import { idsIn, type Thing } from '../../resources/things';
import { holdsCredential } from '../../resources/vocabulary/secrets';
import { withoutNames } from '../../routing/pathTemplate';
import { pause } from '../../support/waiting';
import type { Script, ScriptAnswer, ScriptOrder } from '../../workflows/script';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import type { Planning } from '../model/planning';

export interface ScriptOptions {
  readonly script: Script;
  readonly letIn: Planning['letIn'];
}

interface Sending {
  /** Whether requests that are not safe may go to a thing. */
  readonly isOwn: (thing: Thing) => boolean;
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
  /** @returns undefined if it may not be sent. */
  readonly send: (each: Case) => Promise<SentCase | undefined>;
}

interface SentCase {
  readonly exchange: Exchange;
  /** Has to be called once. */
  readonly tell: (scripted: Exchange['scripted']) => Promise<void>;
}

/** Carries out the orders of a script, until it has none or the run is over. */
export async function runScript({ script, letIn }: ScriptOptions, sending: Sending): Promise<void> {
  const orders = script.orders();
  let pending: { readonly sent: SentCase; readonly order: Extract<ScriptOrder, { kind: 'send' }> } | undefined;
  let answer: ScriptAnswer;
  while (!sending.isOver()) {
    const next = orders.next(answer);
    answer = undefined;
    if (next.done) break;
    const order = next.value;
    if (order.kind === 'wait') await pause(order.ms, sending.signal);
    if (order.kind === 'judged') {
      const { unexpected } = order;
      const { step } = pending?.order ?? {};
      await pending?.sent.tell(step && unexpected ? { step, unexpected } : undefined);
      pending = undefined;
    }
    if (order.kind !== 'send') continue;
    const each = toScriptedCase(order, letIn);
    const whyUnsent = typeof each === 'string' ? each : whyNotOwn(each, sending);
    const sent = typeof each === 'string' || whyUnsent !== undefined ? undefined : await sending.send(each);
    pending = sent && { sent, order };
    answer = sent ? { exchange: sent.exchange } : { whyUnsent: whyUnsent ?? NOT_SENT };
  }
  await pending?.sent.tell(undefined);
}

const NOT_SENT = 'nobody could tell what it makes from what others have (--writes any sends it), or the run was over';

/** @returns why it may not be sent. */
function toScriptedCase(
  { step, request }: Extract<ScriptOrder, { kind: 'send' }>,
  letIn: ScriptOptions['letIn'],
): Case | string {
  const right = letIn(request.operation);
  if (typeof right === 'string') return right;
  // A credential that the script gives takes the place of the one that was handed over.
  const names = request.input.headers.map(([name]) => name.toLowerCase());
  const given = new Set(names);
  const own = right.authorisation.headers.filter(([name]) => !given.has(name.toLowerCase()));
  return {
    request: {
      ...request,
      authorisation: { ...right.authorisation, headers: own },
      authorised: right.authorised || names.some(holdsCredential),
    },
    claim: { probe: 'workflow', name: step.name, exists: true, handedOver: false },
    touches: { thing: `workflow ${step.name}`, within: [] },
  };
}

/** Why a request may not be sent that is not safe: it would go to what the run did not make. */
function whyNotOwn({ request: { operation, values } }: Case, { isOwn }: Sending): string | undefined {
  const named = operation.path.slice(0, operation.path.lastIndexOf('}') + 1);
  if (operation.safe || named === '') return undefined;
  const thing = { item: withoutNames(named), ids: idsIn(named, values) };
  return isOwn(thing) ? undefined : 'it would go to a thing that the run did not make; --writes any sends it';
}
