import fc from 'fast-check';
import type { KindDesign, OperationDesign, WorldFault, WorldThing } from '../design/design';
import { thingAnswer, thingReply } from '../design/showing';
import { addOperation } from '../roles/operation';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

type States = 'none' | 'one way' | 'and back' | 'sealed';

const NAMES = ['draft', 'open', 'closed'] as const;
type StateName = (typeof NAMES)[number];

/** Each action leads from one state to one other. */
const ACTIONS: readonly (readonly [string, StateName, StateName])[] = [
  ['submit', 'draft', 'open'],
  ['close', 'open', 'closed'],
];
const BACK = ['reopen', 'closed', 'open'] as const;

const stateOf = ({ served }: WorldThing) => served[MEMBER];
const MEMBER = 'phase';

export const states = kindChoice<States>({
  about:
    'Whether things have a state that only actions change, each from one state to another; what is closed may be sealed, so that nothing changes or removes it.',
  plain: 'none',
  others: fc.constantFrom('one way' as const, 'and back' as const, 'sealed' as const),
  apply(value, kind) {
    if (value === 'none' || kind.members.some(({ name }) => name === MEMBER)) return;
    kind.served.push({ name: MEMBER, shape: { type: 'listed', values: NAMES }, isState: true, make: () => 'draft' });
    const isSealed = value === 'sealed';
    for (const operation of kind.operations.filter(({ role }) => ['replace', 'merge', 'remove'].includes(role)))
      if (isSealed) onlyIn(operation, (state) => state !== 'closed');
    for (const action of [...ACTIONS, ...(value === 'and back' ? [BACK] : [])]) addAction(kind, action);
  },
  faults: (_, kind) => stateFaultsOf(kind),
});

function addAction(kind: KindDesign, [verb, from, to]: readonly [string, StateName, StateName]): void {
  const operation = addOperation(kind, {
    role: 'act',
    verb,
    method: 'POST',
    isOnItem: true,
    suffix: `/${verb}`,
    answers: [thingAnswer(kind, 200)],
    act(call) {
      const thing = theThing(call);
      Object.assign(thing.served, { [MEMBER]: to });
      call.store.change(thing, thing.value);
      return thingReply(200, thing);
    },
  });
  onlyIn(operation, (state) => state === from);
}

/** Refuses what cannot be done to a thing in its state. What is not there may be made. */
function onlyIn(operation: OperationDesign, is: (state: unknown) => boolean): void {
  const { design, singular } = operation.kind;
  operation.takes = (thing) => is(stateOf(thing));
  operation.steps.push({
    phase: 'rules',
    name: 'state',
    refuses: () => [409],
    run: ({ thing }) =>
      !thing || is(stateOf(thing)) ? undefined : refuse(design, 409, `The ${singular} is ${stateOf(thing)}.`),
  });
}

function stateFaultsOf(kind: KindDesign): WorldFault[] {
  const actions = kind.operations.filter(
    ({ steps, role }) => role === 'act' && steps.some(({ name }) => name === 'state'),
  );
  const read = kind.operations.find(({ role }) => role === 'read');
  if (!read || actions.length === 0) return [];
  const error = (to: StateName): WorldFault => ({
    name: `${read.id}: a server error where it is ${to}`,
    class: 'server error',
    operation: read,
    rules: ['no-server-error'],
    tamper: () => ({
      acts: (call, act) =>
        call.operation === read && call.thing && stateOf(call.thing) === to
          ? refuse(kind.design, 500, 'Something went wrong.')
          : act(),
    }),
  });
  return [
    error('open'),
    error('closed'),
    ...actions.map(
      (operation): WorldFault => ({
        name: `${operation.id}: it is done although it is refused`,
        class: 'state',
        operation,
        rules: ['refusal-without-effect'],
        tamper: () => ({
          answers(reply, call) {
            const to = [...ACTIONS, BACK].find(([verb]) => operation.path.endsWith(`/${verb}`))?.[2];
            if (call.operation === operation && reply.status === 409 && call.thing && to) {
              Object.assign(call.thing.served, { [MEMBER]: to });
              call.store.change(call.thing, call.thing.value);
            }
            return reply;
          },
        }),
      }),
    ),
  ];
}
