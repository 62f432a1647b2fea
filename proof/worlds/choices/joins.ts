import fc from 'fast-check';
import type { KindDesign } from '../design/design';
import { emptyAnswer, thingName } from '../design/showing';
import { addOperation } from '../roles/operation';
import { addList, addRead } from '../roles/roles';
import { refuse } from '../service/refusals';
import { mayChange, thingSeenBy } from '../service/steps';
import { kindChoice } from './choice';

export const joins = kindChoice<'none' | 'made' | 'found'>({
  about:
    'Whether a thing is joined with one of the kind before by a path that names both: PUT /orders/7/tags/3 and DELETE.',
  plain: 'none',
  others: fc.constantFrom('made' as const, 'found' as const),
  apply(value, kind) {
    const other = kind.design.kinds[kind.index - 1];
    if (value === 'none' || !other || [kind, other].some(hasNoSegment)) return;
    const joined = joinedKind(kind, other);
    if (joined.naming.parameter === kind.naming.parameter) return;
    addList(joined);
    if (value === 'found') addRead(joined);
    addJoin(joined, kind, other);
    addOperation(joined, {
      role: 'remove',
      verb: 'separate',
      method: 'DELETE',
      isOnItem: true,
      answers: [emptyAnswer(204)],
      act(call) {
        if (call.thing) call.store.remove(call.thing);
        return { status: 204 };
      },
    });
  },
});

/** Whether no one segment of a path names a thing of a kind. */
const hasNoSegment = ({ parent, naming: { before, isInQuery } }: KindDesign) =>
  parent !== undefined || before !== undefined || isInQuery;

function joinedKind(kind: KindDesign, other: KindDesign): KindDesign {
  const singular = `${kind.singular}${thingName(other)}`;
  const naming = {
    ...other.naming,
    parameter: `${other.singular}Id`,
    as: 'id' as const,
    under: undefined,
    isChosen: false,
  };
  const joined = kind.design.addKind(singular, other.plural, naming);
  Object.assign(joined, { parent: kind, joins: other });
  kind.children.push(joined);
  return joined;
}

function addJoin(joined: KindDesign, kind: KindDesign, other: KindDesign): void {
  const operation = addOperation(joined, {
    role: 'act',
    verb: 'join',
    method: 'PUT',
    isOnItem: true,
    answers: [emptyAnswer(204)],
    act(call) {
      const key = other.naming.read(call.keys.at(-1) ?? '') ?? '';
      if (!call.thing) call.store.add(joined, call.parent, {}, { owner: call.person, maker: 'run' }, key);
      return { status: 204 };
    },
  });
  // What is joined must be there; the join need not.
  const find = operation.steps.findIndex(({ name }) => name === 'find');
  operation.steps.splice(find, 1, {
    phase: 'find',
    name: 'find',
    refuses: () => [404],
    run(call) {
      const above = thingSeenBy(kind, call.keys[0] ?? '', call);
      const joinedThing = thingSeenBy(other, call.keys[1] ?? '', call);
      if (!above || !joinedThing || !mayChange(call.person, above))
        return refuse(kind.design, 404, 'There is nothing to join.');
      call.parent = above;
      call.thing = call.store.find(joined, above, joinedThing.key);
      return undefined;
    },
  });
}
