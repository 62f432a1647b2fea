/** A choice is one way in which services differ. Whatever a world does not say of it is plain. */

import type fc from 'fast-check';
import type { Design, KindDesign, WorldFault } from '../design/design';

interface ChoiceOf<Value, Changed> {
  /** What differs, as a sentence. */
  readonly about: string;
  readonly plain: Value;
  /** What a world may say in place of the plain value. */
  readonly others: fc.Arbitrary<Value>;
  /** Changes the design: what the contract says and what the service does. It is called with the plain value, too. */
  readonly apply: (value: Value, changed: Changed) => void;
  /** The faults that it makes possible. */
  readonly faults?: (value: Value, changed: Changed) => WorldFault[];
}

/** A choice for the whole world. */
export type WorldChoice<Value> = ChoiceOf<Value, Design>;

/** A choice for one kind of things. */
export type KindChoice<Value> = ChoiceOf<Value, KindDesign>;

export function worldChoice<Value>(choice: WorldChoice<Value>): WorldChoice<Value> {
  return choice;
}

export function kindChoice<Value>(choice: KindChoice<Value>): KindChoice<Value> {
  return choice;
}
