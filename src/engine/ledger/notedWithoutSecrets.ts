/** What is noted of what a run makes may lie on the disk for long: it holds nothing secret. */

import type { Redact } from '../../redaction/redact';
import type { Proof } from '../../resources/answers/shown';
import { digestOf } from './knownTexts';
import type { LedgerEvent, Sight } from './ledgerEvents';

/** Leaves out of an event the members that were sent with something secret. A thing is known again by the rest. */
export function notedWithoutSecrets(event: LedgerEvent, redact: Redact): LedgerEvent {
  if ('made' in event) {
    const { unproven, ...made } = event.made;
    return {
      made: { ...withoutSecrets(made, redact), ...(unproven ? { unproven: withoutSecrets(unproven, redact) } : {}) },
    };
  }
  if ('perhaps' in event) return { perhaps: { ...event.perhaps, reason: redact(event.perhaps.reason) } };
  if ('seen' in event) return { seen: withoutTexts(event.seen, redact) };
  return 'intended' in event ? { intended: withoutSecrets(event.intended, redact) } : event;
}

/** Puts a digest in the place of each text that is known to hold nothing secret. */
function withoutTexts({ shown = [], ...sight }: Sight, redact: Redact): Sight {
  const known = [...new Set(shown)].filter((text) => redact(text) === text).map(digestOf);
  return { ...sight, known };
}

function withoutSecrets<Thing extends Pick<Proof, 'whole'>>(thing: Thing, redact: Redact): Thing {
  if (!thing.whole) return thing;
  const plain = Object.entries(thing.whole).filter(([, text]) => redact(text) === text);
  return { ...thing, whole: Object.fromEntries(plain) };
}
