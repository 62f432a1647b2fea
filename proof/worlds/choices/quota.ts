import fc from 'fast-check';
import type { WorldStore, WorldThing } from '../design/design';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

interface Quota {
  /** How many things somebody may have made. */
  readonly most?: number;
  readonly status?: 403 | 409;
}

export const quota = kindChoice<Quota>({
  about: 'How many things of a kind somebody may have; one more is refused.',
  plain: {},
  others: fc.record(
    { most: fc.constantFrom(6, 12), status: fc.constantFrom(403 as const, 409 as const) },
    { requiredKeys: ['most'] },
  ),
  apply({ most, status = 403 }, kind) {
    const operation = kind.operations.find(({ role }) => role === 'create');
    if (most === undefined || !operation) return;
    kind.most = most;
    const own = new WeakMap<WorldStore, Set<WorldThing>>();
    const { act } = operation;
    operation.act = (call) => {
      const before = call.store.every(kind);
      const reply = act(call);
      const made = call.store.every(kind).filter((thing) => !before.includes(thing));
      own.set(call.store, new Set([...(own.get(call.store) ?? []), ...made]));
      return reply;
    };
    operation.steps.push({
      phase: 'rules',
      name: 'quota',
      refuses: () => [status],
      run(call) {
        // What was made in another way does not count.
        const isOwn = (thing: WorldThing) => own.get(call.store)?.has(thing) === true && !thing.isBuried;
        return call.store.every(kind).filter(isOwn).length < most
          ? undefined
          : refuse(kind.design, status, `Nobody may have more than ${most}.`);
      },
    });
  },
});
