import fc from 'fast-check';
import type { OperationDesign, ServiceCall, WorldThing } from '../design/design';
import { emptyAnswer, thingAnswer, thingReply } from '../design/showing';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { kindsNamed } from '../service/steps';
import { kindChoice } from './choice';

type Removes = 'nothing' | 'shown' | 'told' | 'idempotent' | 'buried' | 'gone' | 'accepted';

/** How long what is to be removed is there still, in milliseconds. */
const LEAVES = 20;

export const removes = kindChoice<Removes>({
  about:
    'What DELETE answers, and what is left: `buried` things are answered 404, `gone` ones 410; what is `accepted` goes later.',
  plain: 'nothing',
  others: fc.constantFrom<Removes>('shown', 'told', 'idempotent', 'buried', 'gone', 'accepted'),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'remove');
    // What is buried is looked for in each operation, also in those of the things below it.
    for (const each of kind.operations)
      if (!each.takesBuried) each.steps.push(buriedStep(each, operation ? value : 'nothing'));
    if (!operation) return;
    const { act } = operation;
    if (value === 'shown') {
      operation.answers.splice(0, 1, thingAnswer(kind, 200));
      operation.act = (call) => {
        const reply = thingReply(200, theThing(call));
        act(call);
        return reply;
      };
    }
    if (value === 'told') {
      const schema = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
      operation.answers.splice(0, 1, { ...emptyAnswer(200), schema: () => schema });
      operation.act = (call) => {
        act(call);
        return { status: 200, body: { message: `The ${kind.singular} is gone.` } };
      };
    }
    if (value === 'idempotent') {
      const find = operation.steps.findIndex(({ name }) => name === 'find');
      const step = operation.steps[find];
      if (!step) return;
      const absent = new WeakSet<ServiceCall>();
      // Where there is none, nothing is to be done.
      operation.steps[find] = {
        ...step,
        run(call) {
          const refused = step.run(call);
          // A text that cannot be an id is outside the contract.
          const areIds = kindsNamed(operation).every(
            ({ naming }, at) => naming.read(call.keys[at] ?? '') !== undefined,
          );
          if (refused?.status !== 404 || !areIds) return refused;
          absent.add(call);
          return undefined;
        },
      };
      // What else the contract asks for is looked at before.
      const run = (call: ServiceCall) => (absent.has(call) ? { status: 204 } : undefined);
      operation.steps.push({ phase: 'lock', name: 'absent', refuses: () => [], run });
    }
    if (value === 'accepted') {
      operation.answers.splice(0, 1, emptyAnswer(202));
      kind.leavesMs = LEAVES;
      operation.act = (call) => {
        call.store.bury(theThing(call), LEAVES);
        return { status: 202 };
      };
    }
    if (value === 'buried' || value === 'gone')
      operation.act = (call) => {
        call.store.bury(theThing(call));
        return { status: 204 };
      };
  },
});

/** Refuses what names a thing that is buried. */
function buriedStep({ kind, isOnItem }: OperationDesign, value: Removes) {
  const status = value === 'gone' ? 410 : 404;
  return {
    phase: 'find' as const,
    name: 'buried',
    refuses: () => (isOnItem && value === 'gone' ? [410] : []),
    run: ({ thing }: { readonly thing: WorldThing | undefined }) =>
      thing?.isBuried ? refuse(kind.design, status, `The ${kind.singular} is gone.`) : undefined,
  };
}
