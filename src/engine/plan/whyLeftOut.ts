/** Why nothing at all is sent to an operation: the user says so, or it may not or cannot be asked. */

import { type Operation, pathParameters } from '../../contract/contract';
import { SAFE_METHODS } from '../../http/methods';
import { endsInMoving } from '../../resources/vocabulary/actions';
import type { Known, LeftOut } from '../model/probe';
import type { OperationOptions } from '../model/settings';
import { CONSENTS } from './consents';
import type { Servers } from './servers';

interface Surroundings {
  /** What the user says of the operation. */
  readonly needs: OperationOptions | undefined;
  /** The operations whose paths take the same requests, itself among them. */
  readonly twins: readonly Operation[] | undefined;
  readonly servers: Servers;
}

/** Says why; undefined where it may be asked. */
export function whyLeftOut(
  operation: Operation,
  known: Known,
  { needs, twins, servers }: Surroundings,
): LeftOut | undefined {
  if (needs?.leaveOut !== undefined) return { reason: `left out: ${needs.leaveOut}`, wanted: true };
  if (operation.unsupported !== undefined) return { reason: operation.unsupported, wanted: false };
  return (
    whyMoving(operation, known) ??
    whyHarmful(operation, known) ??
    whyAmbiguous(operation, twins) ??
    whyElsewhere(operation, known, servers)
  );
}

function whyHarmful(
  operation: Operation,
  { wanted: { everythingExists, writes }, handedOver: { bodies }, contract: { kinds } }: Known,
): LeftOut | undefined {
  if (operation.safe || everythingExists || writes === 'any' || pathParameters(operation).length > 0) return undefined;
  if (bodies(operation).length > 0) return undefined;
  // What it makes can be removed again.
  const kind = kinds.madeBy(operation);
  const isOwn = kind?.remover !== undefined;
  if (writes === 'own' && isOwn) return undefined;
  const reason =
    writes === 'own' && kind
      ? 'what it makes could not be removed again: the contract has no operation for that'
      : `${SAFE_METHODS.has(operation.method) ? 'its name or its query says that it takes something away or changes it: it' : 'it'} may change anything: no part of its path names a thing that you handed over`;
  return {
    reason,
    wanted: false,
    handOver: [isOwn ? CONSENTS.own : consentFor(operation)],
  };
}

/** What is made the active or the default one takes that from another, whoever has it. A body that was handed over is wanted. */
function whyMoving(operation: Operation, { wanted, handedOver: { bodies } }: Known): LeftOut | undefined {
  const { everythingExists, writes } = wanted;
  if (operation.safe || everythingExists || writes === 'any' || bodies(operation).length > 0) return undefined;
  if (!endsInMoving(operation.path)) return undefined;
  const reason =
    'its name says that it makes one thing the active, the default or the first one: it takes that from what somebody else has';
  return { reason, wanted: false, handOver: [consentFor(operation)] };
}

/** A body that is handed over is sent without a further consent. */
function consentFor({ requestBody }: Operation): string {
  return requestBody ? CONSENTS.body : CONSENTS.any;
}

function whyAmbiguous(operation: Operation, twins: readonly Operation[] = []): LeftOut | undefined {
  const other = twins.find((each) => each !== operation);
  if (!other) return undefined;
  const how = /[?#]/.test(operation.path + other.path)
    ? 'what no request carries'
    : 'the names of its parameters alone';
  const reason = `its path differs from that of ${other.name} in ${how}: nobody can tell which of them answers`;
  return { reason, wanted: false };
}

/** What is said of another host must not be sent to the target, and the credential not to that host. */
function whyElsewhere(
  operation: Operation,
  { wanted: { everythingExists } }: Known,
  servers: Servers,
): LeftOut | undefined {
  const elsewhere = everythingExists ? undefined : servers.elsewhere(operation);
  if (elsewhere === undefined) return undefined;
  return { reason: `the contract has it at ${elsewhere}, which is none of the target`, wanted: false };
}
