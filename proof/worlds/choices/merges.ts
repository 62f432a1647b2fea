import fc from 'fast-check';
import type { JsonObject } from '../../../src/json/value';
import { emptyAnswer } from '../design/showing';
import { changeBody } from '../roles/operation';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { breaksObject } from '../shapes';
import { kindChoice } from './choice';

export const merges = kindChoice<'json' | 'merge-patch' | 'nothing'>({
  about: 'What PATCH takes and answers.',
  plain: 'json',
  others: fc.constantFrom('merge-patch' as const, 'nothing' as const),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'merge');
    if (!operation) return;
    const { act } = operation;
    if (value === 'nothing') {
      operation.answers.splice(0, 1, emptyAnswer(204));
      operation.act = (call) => {
        act(call);
        return { status: 204 };
      };
    }
    if (value !== 'merge-patch') return;
    // RFC 7396 §1: null removes a member. OpenAPI 2.0 has no way to allow null.
    const canBeNull = kind.design.dialect !== '2.0';
    const body = changeBody(kind, 'application/merge-patch+json');
    const members = body.members.map((member) => {
      const isRequired = kind.members.some(({ name, required }) => name === member.name && required);
      const { nullable: _, ...shape } = member.shape;
      // So null takes a member away, and what is required cannot be null.
      return { ...member, shape: isRequired || !canBeNull ? shape : { ...shape, nullable: true as const } };
    });
    operation.body = { ...body, members };
    operation.act = (call) => {
      const thing = theThing(call);
      call.content = merged(thing.value, call.content);
      thing.value = {};
      return act(call);
    };
    operation.steps.push({
      phase: 'rules',
      name: 'still valid',
      refuses: () => [kind.design.manners.invalid],
      run(call) {
        const broken = breaksObject(kind.members, merged(theThing(call).value, call.content));
        return broken ? refuse(kind.design, kind.design.manners.invalid, `${broken.at} would be wrong.`) : undefined;
      },
    });
  },
});

/** Applies a merge patch (RFC 7396 §2). */
function merged(target: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, JsonObject[string]> = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (isPlainObject(value)) result[name] = merged(isPlainObject(result[name]) ? result[name] : {}, value);
    else result[name] = value;
  }
  return result;
}

const isPlainObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
