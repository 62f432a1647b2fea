/**
 * Lets a run make a second thing of a kind only once the first one is known: a run makes nothing that it could not remove again. Requests wait
 * while the first one is under way.
 */

import type { Operation } from '../../contract/contract';
import type { Kinds } from '../../resources/kinds';
import type { Case } from '../model/case';

/** What became of a request that was to make something. */
export type Became =
  /** It made a thing that is known, and can be removed; and so would be one without a text of its own. */
  | 'known'
  /** The same, but one without a text of its own could not be told from all else. */
  | 'known by its text'
  /** It made something, and nothing says what. */
  | 'unknown'
  /** It made nothing, as far as the run can tell. */
  | 'nothing';

/** Says how the thing that a request makes could be recognised. A request that has no right to make anything is to be refused. */
type Recognised = 'withText' | 'without' | 'anonymous';

/** What is known of the things that one operation makes. */
interface Gate {
  /** The requests that are about to be sent, or are under way. */
  readonly underWay: Set<Case | number>;
  isKnown: boolean;
  /** Whether things are known by their texts alone. */
  isByText: boolean;
  /** The first requests whose things are not known. */
  unknown: { readonly [Slot in Recognised]?: number };
  /** Whether something was not sent for that reason. */
  hasStopped: boolean;
  waiting: (() => void)[];
}

export class FirstOnes {
  private readonly gates = new Map<Operation, Gate>();

  constructor(private readonly kinds: Kinds) {}

  /** Waits until a request may be sent. @returns false if the run makes no more of its kind. */
  async enter(each: Case, signal?: AbortSignal): Promise<boolean> {
    const gate = this.gateOf(each);
    while (!gate.isKnown && gate.underWay.size > 0 && !signal?.aborted)
      await new Promise<void>((go) => {
        gate.waiting.push(go);
        signal?.addEventListener('abort', () => go(), { once: true });
      });
    if (isShut(gate, each)) gate.hasStopped = true;
    else if (!gate.isKnown) gate.underWay.add(each);
    return !isShut(gate, each);
  }

  /** The request is sent now. */
  send(each: Case, number: number): void {
    for (const { underWay } of this.gates.values()) if (underWay.delete(each)) underWay.add(number);
  }

  /** A request that entered is not sent after all. */
  drop(each: Case): void {
    for (const gate of this.gates.values()) if (gate.underWay.delete(each)) wake(gate);
  }

  leave(each: Case, number: number, became: Became): void {
    const gate = this.gateOf(each);
    gate.underWay.delete(number);
    if ((became === 'known' || became === 'known by its text') && !gate.isKnown) {
      gate.isKnown = true;
      gate.isByText = became === 'known by its text';
      // What is known without a text now tells others without one, too.
      const { without, ...byText } = gate.unknown;
      if (without !== undefined && !gate.isByText) gate.unknown = byText;
    }
    if (became === 'unknown') gate.unknown = { [recognisedBy(each)]: number, ...gate.unknown };
    wake(gate);
  }

  /** Returns why the run makes no more of what an operation makes, or needs; undefined if it does, or never wanted to. */
  whyNoMore(operation: Operation): string | undefined {
    const made = this.kinds.madeBy(operation);
    const kind = made ?? this.kinds.ofItem(operation);
    const gate = kind && this.gates.get(made ? operation : (kind.maker ?? operation));
    if (!kind || !gate?.hasStopped) return undefined;
    if (gate.isKnown) return 'what could not be told from all else afterwards was not made';
    const { withText, without, anonymous } = gate.unknown;
    const number = withText ?? without ?? anonymous;
    const list = kind.lister ? `, or ${kind.lister.name},` : '';
    const proof =
      withText === undefined
        ? 'nothing was sent by which it can be known, so only a 201 that names it would prove it'
        : `it could if the answer, or its Location${list} showed the name together with what was sent`;
    return `the run could not tell how what #${number} made is named, and made no more, since it could not remove it; ${proof}`;
  }

  private gateOf({ request: { operation } }: Case): Gate {
    const gate = this.gates.get(operation) ?? {
      underWay: new Set(),
      isKnown: false,
      isByText: false,
      unknown: {},
      hasStopped: false,
      waiting: [],
    };
    this.gates.set(operation, gate);
    return gate;
  }
}

function wake(gate: Gate): void {
  for (const go of gate.waiting.splice(0)) go();
}

/** Where one without a text could not be found, one with a text may be. */
function isShut({ isKnown, isByText, unknown }: Gate, each: Case): boolean {
  const by = recognisedBy(each);
  if (by === 'anonymous') return unknown.anonymous !== undefined;
  if (by === 'withText') return !isKnown && unknown.withText !== undefined;
  // What is to be refused makes nothing, unless the service is wrong.
  const isRefused = each.claim.violation !== undefined;
  return unknown.without !== undefined || (isKnown ? isByText && !isRefused : unknown.withText !== undefined);
}

function recognisedBy({ request: { operation, input, authorised } }: Case): Recognised {
  if (!authorised && operation.security.alternatives.length > 0) return 'anonymous';
  const hasText = operation.path.endsWith('}') || Object.keys({ ...input.like, ...input.refers }).length > 0;
  return hasText ? 'withText' : 'without';
}
