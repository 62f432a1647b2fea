import fc from 'fast-check';
import { isEqual } from '../../../src/json/equality';
import type { ServiceCall, WorldThing } from '../design/design';
import { thingAnswer, thingReply } from '../design/showing';
import { withDefaults } from '../roles/operation';
import { mayChange, sees } from '../service/steps';
import { kindChoice } from './choice';

export const upserts = kindChoice<'makes' | 'changes' | 'finds'>({
  about: 'Whether a POST with the name of a thing that is there makes another one, changes that one, or only shows it.',
  plain: 'makes',
  others: fc.constantFrom('changes' as const, 'finds' as const),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'create');
    const isWhole = operation?.answers[0]?.status === 201 && operation.answers[0].schema !== undefined;
    const [member] = kind.members.filter(({ name }) => name !== kind.naming.member && !kind.references.has(name));
    // Whoever chooses the id, or asks for a name that nobody has, is refused where there is one.
    if (value === 'makes' || !operation || !isWhole || kind.naming.isChosen || kind.unique || !member?.required) return;
    operation.answers.push(thingAnswer(kind, 200));
    const { act } = operation;
    operation.act = (call) => {
      const there = thingOfName(call, member.name);
      if (!there) return act(call);
      if (value === 'changes') call.store.change(there, { ...there.value, ...withDefaults(kind, call.content) });
      return thingReply(200, there);
    };
  },
});

function thingOfName({ store, operation, parent, person, content }: ServiceCall, name: string): WorldThing | undefined {
  return store
    .all(operation.kind, parent)
    .find(
      (thing) =>
        sees(person, thing) && mayChange(person, thing) && isEqual(thing.value[name] ?? null, content[name] ?? null),
    );
}
