import fc from 'fast-check';
import type {
  KindDesign,
  OperationDesign,
  ServiceCall,
  ServiceReply,
  Tamper,
  WorldFault,
  WorldThing,
} from '../design/design';
import { emptyAnswer, thingAnswer, thingReply } from '../design/showing';
import { addOperation } from '../roles/operation';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

/** `silently` shows nothing of what is back, and `as another` gives it another name. */
type Restores = 'never' | 'always' | 'what is removed' | 'silently' | 'as another';

export const restores = kindChoice<Restores>({
  about:
    'Whether what was removed can be brought back, whether what is there is brought back with success, too, and how it is brought back.',
  plain: 'never',
  others: fc.constantFrom<Restores>('always', 'what is removed', 'silently', 'as another'),
  apply(value, kind) {
    const remover = kind.operations.find(({ role }) => role === 'remove');
    if (value === 'never' || !remover) return;
    // Another one would have the same unique text, or the same chosen id.
    const isAnother = value === 'as another' && kind.unique === undefined && !kind.naming.isChosen;
    remover.act = (call) => {
      call.store.bury(theThing(call));
      return { status: 204 };
    };
    const operation = addOperation(kind, {
      role: 'act',
      verb: 'restore',
      method: 'POST',
      isOnItem: true,
      takesBuried: true,
      suffix: '/restore',
      answers: [value === 'silently' ? emptyAnswer(204) : thingAnswer(kind, isAnother ? 201 : 200)],
      act(call) {
        const thing = theThing(call);
        if (isAnother) {
          const who = { owner: call.person, maker: 'run' } as const;
          return thingReply(201, call.store.add(kind, thing.parent, { ...thing.value }, who));
        }
        if (thing.goneFrom < Number.POSITIVE_INFINITY) call.store.restore(thing);
        return value === 'silently' ? { status: 204 } : thingReply(200, thing);
      },
    });
    if (value === 'always') return;
    operation.takes = ({ isBuried }) => isBuried;
    operation.steps.push({
      phase: 'rules',
      name: 'restore',
      refuses: () => [409],
      run: (call) =>
        theThing(call).isBuried ? undefined : refuse(kind.design, 409, `The ${kind.singular} is not removed.`),
    });
  },
  faults: (value, kind) => (value === 'as another' ? [] : restoredFaults(kind)),
});

function restoredFaults(kind: KindDesign): WorldFault[] {
  const restore = kind.operations.find(({ takesBuried }) => takesBuried);
  const [read, remove] = (['read', 'remove'] as const).map((wanted) =>
    kind.operations.find(({ role }) => role === wanted),
  );
  if (!restore || !read || !remove) return [];
  const errors = [read, remove].map(
    (operation): WorldFault => ({
      name: `${operation.id}: a server error where it was brought back`,
      class: 'server error',
      operation,
      rules: ['no-server-error'],
      tamper: () => ofRestored(restore, operation, () => refuse(kind.design, 500, 'Something went wrong.')),
    }),
  );
  const showsNothing = !restore.answers.some(({ schema }) => schema);
  return [
    ...errors,
    {
      name: `${restore.id}: nothing is brought back`,
      class: 'state',
      operation: restore,
      rules: ['patch-applied'],
      // Only the name of the action tells what it was to do.
      ...(showsNothing ? { unknowable: 'no answer says that anything was brought back' } : {}),
      tamper: () => ({
        acts: (call, act) => (call.operation === restore ? withoutReturn(call, act) : act()),
      }),
    },
  ];
}

/** Answers as if a thing were brought back, and leaves it removed. */
function withoutReturn(call: ServiceCall, act: () => ServiceReply): ServiceReply {
  const { store } = call;
  Object.assign(call, { store: { ...store, restore: () => {} } });
  const reply = act();
  Object.assign(call, { store });
  return reply;
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
