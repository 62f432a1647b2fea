import fc from 'fast-check';
import { JSON_TYPE } from '../design/design';
import { thingAnswer, thingReply } from '../design/showing';
import { addOperation } from '../roles/operation';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { mayChange, thingSeenBy } from '../service/steps';
import { kindChoice } from './choice';

export const moves = kindChoice<boolean>({
  about: 'Whether a thing can be moved below another parent, where it has another path.',
  plain: false,
  others: fc.constant(true),
  apply(value, kind) {
    const { parent } = kind;
    if (!value || !parent || parent.parent || parent.naming.before) return;
    const name = `${parent.singular}Id`;
    const operation = addOperation(kind, {
      role: 'act',
      verb: 'move',
      method: 'POST',
      isOnItem: true,
      suffix: '/move',
      body: {
        mediaType: JSON_TYPE,
        members: [{ name, shape: parent.naming.shape, required: true }],
        closed: false,
        name: `${kind.singular}Move`,
        refers: new Map([[name, parent]]),
      },
      answers: [thingAnswer(kind, 200)],
      act(call) {
        const thing = theThing(call);
        const other = thingSeenBy(parent, String(call.content[name]), call);
        if (!other || !mayChange(call.person, other))
          return refuse(kind.design, kind.design.manners.invalid, `${name} names no ${parent.singular}.`);
        const there = call.store.find(kind, other, thing.key);
        if (there && there !== thing)
          return refuse(kind.design, 409, `There is a ${kind.singular} of that id already.`);
        Object.assign(thing, { parent: other });
        call.store.change(thing, thing.value);
        return thingReply(200, thing);
      },
    });
    // Below another parent, its id may be that of another thing.
    operation.takes = (thing, store) => store.every(kind).every((each) => each === thing || each.key !== thing.key);
    operation.steps.push({ phase: 'rules', name: 'move', refuses: () => [409], run: () => undefined });
  },
});
