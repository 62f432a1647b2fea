/**
 * What hooks add to requests is taken for credentials. A signature is of one request, so it is looked for in its exchange alone; what a hook adds
 * to several requests, such as a key or a token of a session, is looked for everywhere.
 */

import { redactsOf, type Secret, type Secrets, variableOf } from '../../redaction/redact';
import { LONG_ENOUGH } from '../../redaction/secretSpellings';
import type { Exchange } from '../model/exchange';
import type { Hooked } from '../model/hooks';

export interface HookSecrets {
  /** All that is secret, with what hooks have added. */
  readonly secrets: Secrets;
  /** Takes note of an exchange before it is judged. */
  note(exchange: Exchange): void;
}

/** @param known what is secret whatever hooks add. */
export function createHookSecrets(known: Secrets, hasHooks: boolean): HookSecrets {
  return hasHooks ? new GrowingSecrets(known) : { secrets: known, note: () => {} };
}

class GrowingSecrets implements HookSecrets {
  private readonly seen = new Set<string>();
  private readonly repeated = new Map<string, string>();
  private readonly byExchange = new Map<number, Hooked>();
  private everywhere: Secrets;
  readonly secrets: Secrets;

  constructor(private readonly known: Secrets) {
    this.everywhere = known;
    this.secrets = {
      redact: (text, cut) => this.everywhere.redact(text, cut),
      sentence: (text, cut) => this.everywhere.sentence(text, cut),
      mask: (name, value) => this.everywhere.mask(name, value),
      of: (index) => this.of(index),
      isGrowing: true,
    };
  }

  note({ index, hooked }: Exchange): void {
    if (!hooked) return;
    for (const [value, variable] of secretsIn(hooked)) {
      if (!this.seen.has(value)) this.seen.add(value);
      else if (!this.repeated.has(value)) {
        this.repeated.set(value, variable);
        this.everywhere = beside(this.known, [...this.repeated], undefined);
      }
    }
    this.byExchange.set(index, hooked);
  }

  private of(index: number): Secrets {
    const hooked = this.byExchange.get(index);
    return hooked ? beside(this.secrets, secretsIn(hooked), hooked) : this.secrets;
  }
}

/** Shorter values occur in any text, so they are hidden only in the field itself. */
function secretsIn({ headers, query }: Hooked): Secret[] {
  const own = [...headers, ...query.map(({ name, value }) => [name, value] as const)];
  return own.flatMap(([name, value]) => {
    const parts = /^(proxy-)?authorization$/i.test(name) ? [value, value.replace(/^\S+ +/, '')] : [value];
    return parts.filter((part) => part.length >= LONG_ENOUGH).map((part): Secret => [part, variableOf(name)]);
  });
}

/** @param hooked what hooks have added to the one request that it is about; undefined where it is about all. */
function beside(known: Secrets, more: readonly Secret[], hooked: Hooked | undefined): Secrets {
  const { redact, sentence } = redactsOf(more);
  const names = new Set(hooked?.headers.map(([name]) => name.toLowerCase()));
  return {
    redact: (text, cut) => known.redact(redact(text, cut), cut),
    sentence: (text, cut) => known.sentence(sentence(text, cut), cut),
    mask: (name, value) =>
      names.has(name.toLowerCase()) && !/^cookie$/i.test(name) ? variableOf(name) : known.mask(name, redact(value)),
    ...(known.isGrowing ? { isGrowing: true } : {}),
  };
}
