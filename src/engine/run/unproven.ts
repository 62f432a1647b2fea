/** Asks for what a 201 names and no look has proven to be the run's own: a service that does not keep what was sent shows something else there. */

import { parsedBody } from '../../json/exactJson';
import { identify } from '../../resources/identity';
import type { Kinds } from '../../resources/kinds';
import { type Thing, thingNamed, valuesFor } from '../../resources/things';
import { lastName } from '../../routing/pathTemplate';
import { isEchoed } from '../ledger/claim';
import type { Case } from '../model/case';
import type { Exchange, StepContent } from '../model/exchange';
import type { Planning } from '../model/planning';

interface Asked {
  readonly kinds: Kinds;
  /** Of the target. */
  readonly origin: string;
  readonly isOwn: (thing: Thing) => boolean;
  readonly ask: Planning['ask'];
}

/** What is asked for, and what asked to make it, as steps of one chain. */
interface UnprovenMade {
  readonly look: Case;
  readonly asStep: (exchange: Exchange) => Exchange;
}

/**
 * Returns the GET of what an answer says was made, beside which the answer is judged; undefined where the run knows that it is its own, or asks for it
 * anyhow, and where the name neither is that of the Location nor stands beside what was sent: then it may be that of anything.
 * @param made the case as it was planned.
 * @param read its exchange, with the content as that is read.
 */
export function unprovenMade(made: Case, read: Exchange, asked: Asked): UnprovenMade | undefined {
  const { case: each, response } = read;
  const { operation, input } = each.request;
  const isMaking = made.chain?.step === undefined || made.chain.step === 'make';
  const kind = isMaking && made.claim.probe === 'valid' ? asked.kinds.madeBy(operation) : undefined;
  const texts = Object.values(input.like ?? {});
  if (!kind?.reader || response?.status !== 201 || texts.length === 0) return undefined;
  const identity = identify(kind, read, asked.origin);
  const thing = identity && thingNamed(kind, each.request, identity.text);
  if (!thing || asked.isOwn(thing)) return undefined;
  // "The primary resource created by the request is identified by … a Location header field in the response" (RFC 9110 §15.3.2).
  const isMeant = identity.source === 'location';
  const isBeside = identity.pointer !== undefined && isEchoed(kind, identity, response, { texts, refers: {} });
  if (!isMeant && !isBeside) return undefined;
  const look = asked.ask(kind.reader, valuesFor(kind.reader, thing));
  const id: StepContent['id'] = { wanted: identity.text, shown: undefined, of: kind.item };
  return (
    look && {
      look: {
        ...look,
        claim: { ...look.claim, probe: 'state', name: 'what was made' },
        touches: made.touches,
        chain: { kind: 'own', step: 'read', awaits: 'there' },
        waitsFor: { needs: { [lastName(kind.reader.path)]: { from: made } } },
      },
      asStep: ({ content, ...exchange }) => ({
        ...exchange,
        case: { ...exchange.case, chain: { kind: 'own', step: 'make' } },
        content: { sent: input.body && parsedBody(input.body.bytes)?.value, shown: undefined, ...content, id },
      }),
    }
  );
}
