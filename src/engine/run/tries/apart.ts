/**
 * Sees to it that each part of valid requests is sent alone once more where it was only ever refused in company, and something of its operation was
 * accepted: a bounded number of further requests.
 */

import type { Operation } from '../../../contract/contract';
import { isSuccess, mayRefuseContent } from '../../../http/statuses';
import { createRecent } from '../../../support/caching';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { PartApart } from '../../model/tries';

/** So many parts of an operation are sent alone, and so many of its refusals wait until something is accepted. */
const MOST_ALONE = 40;
const MOST_WAITING = 8;

/** What is known of the operations that were asked last. They are asked one after another, and a contract may have tens of thousands. */
const MOST_OPERATIONS = 64;

interface Known {
  /** The one with the fewest parts of those that were accepted. */
  base: { readonly each: Case; readonly parts: number } | undefined;
  left: number;
  /** The parts that were accepted, or sent alone, by their keys; and those that were accepted. */
  readonly shown: Set<string>;
  readonly accepted: Set<string>;
  /** Those that were sent beside what follows them. */
  readonly beside: Set<string>;
  readonly waiting: Case[];
}

export class Apart {
  private readonly known = createRecent<Operation, Known>(MOST_OPERATIONS);

  constructor(private readonly partsOf: (each: Case) => readonly PartApart[]) {}

  /** Takes note of an answer. @returns what is to be sent then. */
  take({ case: each, response, error }: Exchange): readonly Case[] {
    const { claim, request, chain } = each;
    const isStep = chain?.step !== undefined && chain.step !== 'make';
    if (claim.probe !== 'valid' || claim.violation || claim.handedOver || request.isFurther || isStep) return [];
    if (!response || error) return [];
    const { status } = response;
    const known = this.of(request.operation);
    if (isSuccess(status)) {
      this.noteAccepted(each, known);
      return known.waiting.splice(0).flatMap((refused) => this.alone(refused, known));
    }
    const isTelling = mayRefuseContent(status) || status >= 500;
    if (!isTelling || known.left <= 0) return [];
    if (known.base) return this.alone(each, known);
    if (known.waiting.length < MOST_WAITING) known.waiting.push(each);
    return [];
  }

  private noteAccepted(each: Case, known: Known): void {
    const parts = this.partsOf(each);
    for (const { key } of parts) {
      known.shown.add(key);
      known.accepted.add(key);
    }
    if (!known.base || parts.length < known.base.parts) known.base = { each, parts: parts.length };
  }

  private alone(refused: Case, known: Known): readonly Case[] {
    const { base, shown } = known;
    const parts = this.partsOf(refused);
    const open = parts.filter(({ key }) => !shown.has(key)).slice(0, known.left);
    if (base && open.length === 0) return this.beside(parts, base.each, known);
    if (!base || open.length === 0) return [];
    for (const { key } of open) shown.add(key);
    // What has no more than one part beside what was accepted is alone already.
    if (parts.length <= Math.max(1, base.parts) && open.length === 1) return this.beside(parts, base.each, known);
    return open.flatMap(({ alone }) => {
      const each = alone(base.each);
      if (!each) return [];
      known.left--;
      return [each];
    });
  }

  /** Of what was refused for one part alone: that part, with what may have to follow it changed, too. */
  private beside(parts: readonly PartApart[], base: Case, known: Known): readonly Case[] {
    const [refused, ...others] = parts.filter(({ key }) => !known.accepted.has(key));
    if (!refused || others.length > 0 || known.beside.has(refused.key)) return [];
    known.beside.add(refused.key);
    const each = refused.beside(base);
    if (each) known.left--;
    return each ? [each] : [];
  }

  private of(operation: Operation): Known {
    return this.known(operation, () => ({
      base: undefined,
      left: MOST_ALONE,
      shown: new Set(),
      accepted: new Set(),
      beside: new Set(),
      waiting: [],
    }));
  }
}
