import fc from 'fast-check';
import { JSON_TYPE } from '../design/design';
import { thingAnswer, thingReply } from '../design/showing';
import { addOperation } from '../roles/operation';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

const AT_FIRST = 60;

export const stock = kindChoice<'none' | 'conflict' | 'invalid'>({
  about: 'Whether there is a stock of a thing, from which a quantity is taken, and how too great a one is refused.',
  plain: 'none',
  others: fc.constantFrom('conflict' as const, 'invalid' as const),
  apply(value, kind) {
    if (value === 'none') return;
    const status = value === 'conflict' ? 409 : kind.design.manners.invalid;
    kind.served.push({ name: 'inStock', shape: { type: 'whole', min: 0 }, make: () => AT_FIRST });
    // A client that takes one leaves something for the others.
    kind.mending.push((content) => ('quantity' in content ? { ...content, quantity: 1 } : content));
    const operation = addOperation(kind, {
      role: 'act',
      verb: 'take',
      method: 'POST',
      isOnItem: true,
      suffix: '/take',
      body: {
        mediaType: JSON_TYPE,
        members: [{ name: 'quantity', shape: { type: 'whole', min: 1, max: 1000 }, required: true }],
        closed: false,
        name: `${kind.singular}Taking`,
        isTooMuch: ({ quantity }) => Number(quantity) > AT_FIRST,
      },
      answers: [thingAnswer(kind, 200)],
      act(call) {
        const thing = theThing(call);
        Object.assign(thing.served, { inStock: Number(thing.served['inStock']) - Number(call.content['quantity']) });
        call.store.change(thing, thing.value);
        return thingReply(200, thing);
      },
    });
    operation.steps.push({
      phase: 'rules',
      name: 'stock',
      refuses: () => [status],
      run(call) {
        const left = Number(theThing(call).served['inStock']);
        const isThere = Number(call.content['quantity']) <= left;
        return isThere ? undefined : refuse(kind.design, status, `Only ${left} are in stock.`);
      },
    });
  },
});
