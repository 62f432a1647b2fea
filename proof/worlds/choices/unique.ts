import fc from 'fast-check';
import { isEqual } from '../../../src/json/equality';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

export const unique = kindChoice<'nothing' | 'conflict' | 'invalid'>({
  about: 'Whether the first text of a thing is its alone, and how another one with it is refused.',
  plain: 'nothing',
  others: fc.constantFrom('conflict' as const, 'invalid' as const),
  apply(value, kind) {
    const isText = (type: string | undefined) => ['text', 'email', 'uuid'].includes(type ?? 'text');
    const member = kind.members.find(
      ({ name, shape, required }) =>
        required &&
        isText(shape.type) &&
        name !== kind.naming.member &&
        (shape.max ?? 40) > 8 &&
        !kind.references.has(name),
    );
    if (value === 'nothing' || !member) return;
    kind.unique = member.name;
    const status = value === 'conflict' ? 409 : kind.design.manners.invalid;
    for (const operation of kind.operations.filter(({ body }) => body !== undefined))
      operation.steps.push({
        phase: 'rules',
        name: 'unique',
        refuses: () => [status],
        run(call) {
          const wanted = call.content[member.name];
          const taken = call.store
            .every(kind)
            .some((thing) => thing !== call.thing && !thing.isBuried && isEqual(thing.value[member.name], wanted));
          return wanted !== undefined && taken
            ? refuse(kind.design, status, `${member.name} is taken already.`)
            : undefined;
        },
      });
  },
});
