import fc from 'fast-check';
import { emptyAnswer, thingAnswer, thingReply } from '../design/showing';
import { makeThing } from '../roles/roles';
import { kindChoice } from './choice';

export const replaces = kindChoice<'whole' | 'nothing' | 'makes'>({
  about: 'What PUT answers, and whether it makes what is not there.',
  plain: 'whole',
  others: fc.constantFrom('nothing' as const, 'makes' as const),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'replace');
    if (!operation || value === 'whole') return;
    const { act } = operation;
    if (value === 'nothing') {
      operation.answers.splice(0, 1, emptyAnswer(204));
      operation.act = (call) => {
        act(call);
        return { status: 204 };
      };
      return;
    }
    // What the service numbers itself, no client can choose; an id of a body would say the same a second time; and what stands by itself lies nowhere.
    const key = kind.naming;
    if (kind.isAlone || key.isChosen || key.shape.type === 'whole' || key.next.length === 0) return;
    operation.answers.push(thingAnswer(kind, 201));
    operation.act = (call) => (call.thing ? act(call) : thingReply(201, makeThing(call, newKey(call.keys, key.read))));
  },
});

const newKey = (keys: readonly string[], read: (text: string) => string | undefined) => read(keys.at(-1) ?? '');
