import fc from 'fast-check';
import type { JsonObject } from '../../../src/json/value';
import { emptyAnswer, idMember, idSchemas, idShown } from '../design/showing';
import { makeThing } from '../roles/roles';
import { kindChoice } from './choice';

export const accepted = kindChoice<'at once' | 'accepted'>({
  about: 'Whether POST answers 202 with the id of what is being made, and makes it at once.',
  plain: 'at once',
  others: fc.constant('accepted' as const),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'create');
    if (value === 'at once' || !operation) return;
    const schema = (): JsonObject => ({
      type: 'object',
      properties: { ...idSchemas(kind), state: { type: 'string', enum: ['accepted'] } },
      required: [idMember(kind), 'state'],
    });
    operation.answers.splice(0, 1, { ...emptyAnswer(202), schema });
    operation.act = (call) => ({ status: 202, body: { ...idShown(makeThing(call)), state: 'accepted' } });
  },
});
