import fc from 'fast-check';
import type { JsonValue } from '../../../src/json/value';
import type { KindDesign, OperationDesign, ServiceCall, WorldThing } from '../design/design';
import { emptyAnswer, thingAnswer, thingReply } from '../design/showing';
import { addOperation } from '../roles/operation';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { mayChange, sees, thingSeenBy } from '../service/steps';
import { kindChoice } from './choice';

type Action = 'copy' | 'archive' | 'rename' | 'clear' | 'absorb' | 'remove some';

/** What else can be done to a thing. */
const actions: Readonly<Record<Action, (kind: KindDesign) => OperationDesign | undefined>> = {
  copy(kind) {
    // A copy would have the same unique text, or the same chosen id.
    if (kind.unique !== undefined || kind.naming.isChosen) return undefined;
    return addOperation(kind, {
      role: 'act',
      verb: 'copy',
      method: 'POST',
      isOnItem: true,
      suffix: '/copy',
      answers: [thingAnswer(kind, 201)],
      act(call) {
        const original = theThing(call);
        const who = { owner: call.person, maker: 'run' } as const;
        return thingReply(201, call.store.add(kind, original.parent, { ...original.value }, who));
      },
    });
  },
  archive: (kind) =>
    addOperation(kind, {
      role: 'act',
      verb: 'archive',
      method: 'POST',
      isOnItem: true,
      suffix: '/archive',
      answers: [thingAnswer(kind, 200)],
      act(call) {
        const thing = theThing(call);
        call.store.change(thing, thing.value);
        Object.assign(thing.served, { archived: true });
        return thingReply(200, thing);
      },
    }),
  rename(kind) {
    const text = kind.members.find(({ name, shape }) => name !== kind.naming.member && Object.keys(shape).length === 0);
    if (!text || kind.references.has(text.name) || kind.unique !== undefined) return undefined;
    const operation = addOperation(kind, {
      role: 'act',
      verb: 'rename',
      method: 'PUT',
      isOnItem: true,
      suffix: `/${text.name}`,
      body: {
        mediaType: 'application/json',
        members: [{ name: text.name, shape: { min: 1 }, required: true }],
        closed: true,
        name: `${kind.singular}Renaming`,
      },
      answers: [emptyAnswer(204)],
      act(call) {
        const thing = theThing(call);
        call.store.change(thing, { ...thing.value, [text.name]: call.content[text.name] ?? '' });
        return { status: 204 };
      },
    });
    return operation;
  },
  absorb(kind) {
    // What is below the other one has no place any more.
    if (kind.parent || kind.children.length > 0 || kind.naming.before) return undefined;
    return addOperation(kind, {
      role: 'act',
      verb: 'absorb',
      method: 'POST',
      isOnItem: true,
      suffix: '/absorb',
      body: {
        mediaType: 'application/json',
        members: [{ name: 'sourceId', shape: kind.naming.shape, required: true }],
        closed: false,
        name: `${kind.singular}Absorption`,
        refers: new Map([['sourceId', kind]]),
      },
      answers: [thingAnswer(kind, 200)],
      act(call) {
        const thing = theThing(call);
        const source = named(call, call.content['sourceId']);
        if (!source) return refuse(kind.design, kind.design.manners.invalid, 'There is no such source.');
        if (source !== thing) call.store.remove(source);
        call.store.change(thing, thing.value);
        return thingReply(200, thing);
      },
    });
  },
  'remove some'(kind) {
    if (kind.naming.before) return undefined;
    return addOperation(kind, {
      role: 'act',
      verb: 'removeSome',
      method: 'POST',
      isOnItem: false,
      suffix: '/delete',
      body: {
        mediaType: 'application/json',
        members: [{ name: 'ids', shape: { type: 'list', of: kind.naming.shape, min: 1, max: 10 }, required: true }],
        closed: false,
        name: `${kind.singular}Removal`,
        refers: new Map([['ids', kind]]),
      },
      answers: [emptyAnswer(204)],
      act(call) {
        for (const id of call.content['ids'] as JsonValue[]) {
          const thing = named(call, id);
          if (thing) call.store.remove(thing);
        }
        return { status: 204 };
      },
    });
  },
  clear: (kind) =>
    addOperation(kind, {
      role: 'act',
      verb: 'clear',
      method: 'DELETE',
      isOnItem: false,
      takesAll: true,
      answers: [emptyAnswer(204)],
      act(call) {
        for (const thing of call.store.all(kind, call.parent))
          if (sees(call.person, thing) && mayChange(call.person, thing)) call.store.remove(thing);
        return { status: 204 };
      },
    }),
};

/** The thing of the same kind, below the same parent, that a member names. */
function named(call: ServiceCall, value: JsonValue | undefined): WorldThing | undefined {
  const thing = thingSeenBy(call.operation.kind, String(value), call, call.parent);
  return thing && mayChange(call.person, thing) ? thing : undefined;
}

export const also = kindChoice<readonly Action[]>({
  about: 'What else can be done: a copy of a thing, a state of it, another name; or all of them removed at once.',
  plain: [],
  others: fc.uniqueArray(fc.constantFrom<Action>('copy', 'archive', 'rename', 'clear', 'absorb', 'remove some'), {
    minLength: 1,
    maxLength: 2,
  }),
  apply(value, kind) {
    if (value.includes('archive')) kind.served.push(ARCHIVED);
    for (const action of value) actions[action]?.(kind);
  },
});

const ARCHIVED = { name: 'archived', shape: { type: 'flag' as const }, isState: true, make: () => false };
