import fc from 'fast-check';
import type { KindDesign, OperationDesign, Tamper, WorldFault, WorldThing } from '../design/design';
import { thingAnswer, thingReply } from '../design/showing';
import { addOperation } from '../roles/operation';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

export const restores = kindChoice<'never' | 'always' | 'what is removed'>({
  about: 'Whether what was removed can be brought back, and whether what is there is brought back with success, too.',
  plain: 'never',
  others: fc.constantFrom('always' as const, 'what is removed' as const),
  apply(value, kind) {
    const remover = kind.operations.find(({ role }) => role === 'remove');
    if (value === 'never' || !remover) return;
    remover.act = (call) => {
      call.store.bury(theThing(call));
      return { status: 204 };
    };
    const isOnlyRemoved = value === 'what is removed';
    const operation = addOperation(kind, {
      role: 'act',
      verb: 'restore',
      method: 'POST',
      isOnItem: true,
      takesBuried: true,
      suffix: '/restore',
      answers: [thingAnswer(kind, 200)],
      act(call) {
        const thing = theThing(call);
        if (thing.goneFrom < Number.POSITIVE_INFINITY) call.store.restore(thing);
        return thingReply(200, thing);
      },
    });
    if (!isOnlyRemoved) return;
    operation.takes = ({ isBuried }) => isBuried;
    operation.steps.push({
      phase: 'rules',
      name: 'restore',
      refuses: () => [409],
      run: (call) =>
        theThing(call).isBuried ? undefined : refuse(kind.design, 409, `The ${kind.singular} is not removed.`),
    });
  },
  faults: (_, kind) => restoredFaults(kind),
});

function restoredFaults(kind: KindDesign): WorldFault[] {
  const restore = kind.operations.find(({ takesBuried }) => takesBuried);
  const [read, remove] = (['read', 'remove'] as const).map((wanted) =>
    kind.operations.find(({ role }) => role === wanted),
  );
  if (!restore || !read || !remove) return [];
  return [
    {
      name: `${read.id}: a server error where it was brought back`,
      class: 'server error',
      operation: read,
      rules: ['no-server-error'],
      tamper: () => ofRestored(restore, read, () => refuse(kind.design, 500, 'Something went wrong.')),
    },
  ];
}

/** Acts in another way on what was brought back. */
function ofRestored(restore: OperationDesign, here: OperationDesign, acts: NonNullable<Tamper['acts']>): Tamper {
  const restored = new WeakSet<WorldThing>();
  return {
    acts(call, act) {
      const { thing } = call;
      if (call.operation === restore && thing?.isBuried) restored.add(thing);
      return call.operation === here && thing && restored.has(thing) ? acts(call, act) : act();
    },
  };
}
