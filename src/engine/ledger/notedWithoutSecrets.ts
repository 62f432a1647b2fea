/** What is noted of what a run makes may lie on the disk for long: it holds nothing secret. */

import type { Redact } from '../../redaction/redact';
import type { Proof } from '../../resources/answers/shown';
import type { LedgerEvent } from './ledgerState';

/** Leaves out of an event the members that were sent with something secret. A thing is known again by the rest. */
export function notedWithoutSecrets(event: LedgerEvent, redact: Redact): LedgerEvent {
  if ('made' in event) return { made: withoutSecrets(event.made, redact) };
  return 'intended' in event ? { intended: withoutSecrets(event.intended, redact) } : event;
}

function withoutSecrets<Thing extends Pick<Proof, 'whole'>>(thing: Thing, redact: Redact): Thing {
  if (!thing.whole) return thing;
  const plain = Object.entries(thing.whole).filter(([, text]) => redact(text) === text);
  return { ...thing, whole: Object.fromEntries(plain) };
}
