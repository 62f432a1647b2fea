/** Collects what must not be shown of recorded exchanges, as exchanges come. */

import type { Contract } from '../../contract/contract';
import { contractNames } from '../../contract/contractNames';
import type { Exchange } from '../../engine/model/exchange';
import { redactsOf, type Secret, type Secrets, variableOf } from '../../redaction/redact';
import { createExchangeSecrets } from './secretsInExchange';

/** How many different secrets are hidden in every text. Any further one is hidden only where its own exchange is shown. */
const MOST = 1000;

interface SeenSecrets extends Secrets {
  note(exchange: Pick<Exchange, 'index' | 'case' | 'request' | 'response'>): void;
}

/** @param most how many secrets are hidden in every text. */
export function createSeenSecrets(contract: Contract, most = MOST): SeenSecrets {
  const { in: secretsIn, isCredential } = createExchangeSecrets(contract);
  const names = () => contractNames(contract);
  const secrets = new Map<string, Secret>();
  /** The further secrets by the index of their exchange. */
  const rest = new Map<number, readonly Secret[]>();
  const mask = (redact: Secrets['redact']) => (name: string, value: string) =>
    isCredential(name) ? variableOf(name) : redact(value);
  // The functions are made only when they are needed, since many more secrets may come before.
  let redacts: Pick<Secrets, 'redact' | 'sentence'> | undefined;
  const now = () => {
    redacts ??= redactsOf([...secrets.values()], names);
    return redacts;
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
        if (secrets.has(text)) continue;
        if (secrets.size < most) {
          secrets.set(text, secret);
          redacts = undefined;
        } else unknown.push(secret);
      }
      if (unknown.length > 0) rest.set(exchange.index, unknown);
    },
    of(index) {
      const more = rest.get(index);
      if (!more) return all;
      const { redact, sentence } = redactsOf([...secrets.values(), ...more], names);
      return { ...all, redact, sentence, mask: mask(redact) };
    },
  };
}
