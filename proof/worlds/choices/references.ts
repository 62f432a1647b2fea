import fc from 'fast-check';
import type { KindDesign, ServiceCall } from '../design/design';
import { refuse } from '../service/refusals';
import { thingSeenBy } from '../service/steps';
import { kindChoice } from './choice';

interface References {
  /** How many kinds before this one stands the kind that is referred to. */
  readonly back?: number;
  readonly required?: true;
  /** The status that refuses a reference to nothing. */
  readonly status?: 404 | 409;
}

export const refersTo = kindChoice<References | undefined>({
  about: 'Whether a thing names one of another kind, which must be there.',
  plain: undefined,
  others: fc.record(
    {
      back: fc.constantFrom(1, 2),
      required: fc.constant(true as const),
      status: fc.constantFrom(404 as const, 409 as const),
    },
    { requiredKeys: ['back'] },
  ),
  apply(value, kind) {
    const other = value?.back === undefined ? undefined : kind.design.kinds[kind.index - value.back];
    // What is below something has no path of its own to be named by, and of what has two names one says too little.
    if (!value || !other || other.parent || other.naming.before || kind.parent === other) return;
    const name = `${other.singular}Id`;
    if (kind.members.some((member) => member.name === name) || kind.naming.member === name) return;
    kind.members.push({ name, shape: other.naming.shape, ...(value.required ? { required: true as const } : {}) });
    kind.references.set(name, other);
    const status = value.status ?? kind.design.manners.invalid;
    for (const operation of kind.operations.filter(({ body }) => body !== undefined))
      operation.steps.push({
        phase: 'rules',
        name: 'reference',
        refuses: () => [status],
        run: (call) =>
          isThere(call, name, other) ? undefined : refuse(kind.design, status, `${name} names no ${other.singular}.`),
      });
  },
});

function isThere(call: ServiceCall, name: string, other: KindDesign): boolean {
  const named = call.content[name];
  return named === undefined || named === null || thingSeenBy(other, String(named), call) !== undefined;
}
