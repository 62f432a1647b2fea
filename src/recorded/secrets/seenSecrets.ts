/** What must not be shown of exchanges that somebody else made, as it becomes known. */

import type { Contract } from '../../contract/contract';
import { contractNames } from '../../contract/contractNames';
import type { Exchange } from '../../engine/model/exchange';
import { redactsOf, type Secret, type Secrets, variableOf } from '../../redaction/redact';
import { createExchangeSecrets } from './secretsInExchange';

/** So many different ones are looked for in every text; any other in what is shown of its own exchange. */
const MOST = 1000;

export interface SeenSecrets extends Secrets {
  note(exchange: Pick<Exchange, 'index' | 'case' | 'request' | 'response'>): void;
}

/** @param most how many are looked for in every text. */
export function createSeenSecrets(contract: Contract, most = MOST): SeenSecrets {
  const { in: secretsIn, isCredential } = createExchangeSecrets(contract);
  const names = () => contractNames(contract);
  const known = new Map<string, Secret>();
  /** Of exchanges that hold more, by their index. */
  const others = new Map<number, readonly Secret[]>();
  const mask = (redact: Secrets['redact']) => (name: string, value: string) =>
    isCredential(name) ? variableOf(name) : redact(value);
  // Made when it is asked for: before that, many more may become known.
  let made: Pick<Secrets, 'redact' | 'sentence'> | undefined;
  const now = () => {
    made ??= redactsOf([...known.values()], names);
    return made;
  };
  const all: Secrets = {
    redact: (text, cut) => now().redact(text, cut),
    sentence: (text, cut) => now().sentence(text, cut),
    mask: mask((text, cut) => now().redact(text, cut)),
    isGrowing: true,
  };
  return {
    ...all,
    note(exchange) {
      const unknown: Secret[] = [];
      for (const secret of secretsIn(exchange)) {
        const [text] = secret;
        if (known.has(text)) continue;
        if (known.size < most) {
          known.set(text, secret);
          made = undefined;
        } else unknown.push(secret);
      }
      if (unknown.length > 0) others.set(exchange.index, unknown);
    },
    of(index) {
      const more = others.get(index);
      if (!more) return all;
      const { redact, sentence } = redactsOf([...known.values(), ...more], names);
      return { ...all, redact, sentence, mask: mask(redact) };
    },
  };
}
