import fc from 'fast-check';
import { isEqual } from '../../../src/json/equality';
import type { JsonObject, JsonValue } from '../../../src/json/value';
import type { KindDesign, WorldThing } from '../design/design';
import { thingAnswer, thingReply } from '../design/showing';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { breaksObject, type ValueShape, validValue } from '../shapes';
import { kindChoice } from './choice';

interface Step {
  readonly op: 'add' | 'replace' | 'remove' | 'test';
  readonly path: string;
  readonly value?: JsonValue;
}

/** Steps on members of a thing alone; `from` is not declared. */
const STEPS: ValueShape = {
  type: 'list',
  min: 1,
  max: 20,
  of: {
    type: 'object',
    members: [
      { name: 'op', shape: { type: 'listed', values: ['add', 'replace', 'remove', 'test'] }, required: true },
      { name: 'path', shape: { pattern: 'pointer' }, required: true },
      { name: 'value', shape: { type: 'any' } },
    ],
  },
};

export const jsonPatches = kindChoice<boolean>({
  about: 'Whether PATCH takes a JSON Patch (RFC 6902).',
  plain: false,
  others: fc.constant(true),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'merge');
    if (!value || !operation) return;
    Object.assign(operation, { role: 'act' });
    operation.body = {
      mediaType: 'application/json-patch+json',
      members: [],
      closed: false,
      name: `${kind.singular}Patch`,
      whole: { shape: STEPS, form: 'json', valid: (thing, chance) => [validStep(kind, thing, chance)] },
    };
    operation.answers.splice(0, 1, thingAnswer(kind, 200));
    operation.steps.push({
      phase: 'rules',
      name: 'patch',
      // RFC 5789 §2.2: a patch that cannot be applied to what is there is a conflict, or cannot be processed.
      refuses: () => [409, kind.design.manners.invalid],
      run(call) {
        const { design } = kind;
        const changed = applied(theThing(call).value, call.whole as unknown as Step[]);
        if (!changed) return refuse(design, 409, 'It cannot be applied to what is there.');
        const broken = breaksObject(kind.members, changed, true);
        if (broken) return refuse(design, design.manners.invalid, `${broken.at} would be wrong.`);
        const isRenamed =
          kind.naming.isChosen && !isEqual(changed[kind.naming.member], theThing(call).value[kind.naming.member]);
        if (isRenamed) return refuse(design, 409, 'The id stays as it is.');
        call.content = changed;
        return undefined;
      },
    });
    operation.act = (call) => {
      call.store.change(theThing(call), call.content);
      return thingReply(200, theThing(call));
    };
  },
});

function validStep(
  kind: KindDesign,
  thing: WorldThing | undefined,
  chance: Parameters<typeof validValue>[1],
): JsonValue {
  const free = kind.members.filter(({ name }) => name !== kind.naming.member && !kind.references.has(name));
  const member = free[0];
  if (!member) return { op: 'test', path: '/none', value: null };
  const op = thing && Object.hasOwn(thing.value, member.name) ? 'replace' : 'add';
  return { op, path: `/${member.name}`, value: validValue(member.shape, chance) };
}

/** Applies steps to the members of a thing; undefined if one of them fails (RFC 6902 §5). */
function applied(value: JsonObject, steps: readonly Step[]): JsonObject | undefined {
  const changed: Record<string, JsonValue> = { ...value };
  for (const step of steps) {
    const name = step.path.slice(1);
    const isThere = Object.hasOwn(changed, name);
    if (name.includes('/') || (step.op !== 'remove' && step.value === undefined)) return undefined;
    if (step.op !== 'add' && !isThere) return undefined;
    if (step.op === 'remove') delete changed[name];
    else if (step.op === 'test') {
      if (!isEqual(changed[name], step.value)) return undefined;
    } else changed[name] = step.value as JsonValue;
  }
  return changed;
}
