/** The usual operations of a kind. Choices change what they answer and check. */

import type { JsonObject } from '../../../src/json/value';
import { JSON_TYPE, type KindDesign, type OperationDesign, type ServiceCall, type WorldThing } from '../design/design';
import { emptyAnswer, refTo, showThing, thingAnswer, thingName, thingReply } from '../design/showing';
import { refuse } from '../service/refusals';
import { sees } from '../service/steps';
import { addOperation, changeBody, inputBody, replacingBody, withDefaults } from './operation';

/** The thing that the path names, which an earlier step found. */
export function theThing({ thing }: ServiceCall): WorldThing {
  if (!thing) throw new Error('No step has found the thing.');
  return thing;
}

export function addList(kind: KindDesign): OperationDesign {
  return addOperation(kind, {
    role: 'list',
    verb: 'list',
    method: 'GET',
    isOnItem: false,
    answers: [{ status: 200, headers: [], schema: () => ({ type: 'array', items: refTo(thingName(kind)) }) }],
    act: (call) => ({ status: 200, body: shownInList(call).map(showThing) }),
  });
}

/** The things that a list has, for who asks. */
export function shownInList({ store, operation, parent, person }: ServiceCall): WorldThing[] {
  const latest = performance.now() - operation.kind.lagMs;
  return store.all(operation.kind, parent).filter((thing) => sees(person, thing) && thing.since <= latest);
}

export function addCreate(kind: KindDesign): OperationDesign {
  return addOperation(kind, {
    role: 'create',
    verb: 'create',
    method: 'POST',
    isOnItem: false,
    body: inputBody(kind),
    answers: [thingAnswer(kind, 201)],
    act: (call) => thingReply(201, makeThing(call)),
  });
}

/** @param key the id, where the path names it. */
export function makeThing(call: ServiceCall, key?: string): WorldThing {
  const { kind } = call.operation;
  const who = { owner: call.person, maker: 'run' } as const;
  return call.store.add(kind, call.parent, withDefaults(kind, call.content), who, key);
}

export function addRead(kind: KindDesign): OperationDesign {
  return addOperation(kind, {
    role: 'read',
    verb: 'get',
    method: 'GET',
    isOnItem: true,
    answers: [thingAnswer(kind, 200)],
    act: (call) => thingReply(200, theThing(call)),
  });
}

export function addReplace(kind: KindDesign): OperationDesign {
  return addOperation(kind, {
    role: 'replace',
    verb: 'replace',
    method: 'PUT',
    isOnItem: true,
    body: replacingBody(kind),
    answers: [thingAnswer(kind, 200)],
    act(call) {
      const thing = theThing(call);
      // Who changed the id would make it another thing.
      const content = { ...withDefaults(kind, call.content), ...chosenId(thing) };
      call.store.change(thing, content);
      return thingReply(200, thing);
    },
  });
}

/** The member of a thing by which its client chose its id; it never changes. */
function chosenId({ kind, value }: WorldThing): JsonObject {
  const { isChosen, member } = kind.naming;
  const chosen = value[member];
  return isChosen && chosen !== undefined ? { [member]: chosen } : {};
}

export function addChange(kind: KindDesign): OperationDesign {
  return addOperation(kind, {
    role: 'merge',
    verb: 'change',
    method: 'PATCH',
    isOnItem: true,
    body: changeBody(kind, JSON_TYPE),
    answers: [thingAnswer(kind, 200)],
    act(call) {
      const thing = theThing(call);
      call.store.change(thing, { ...thing.value, ...call.content, ...chosenId(thing) });
      return thingReply(200, thing);
    },
  });
}

export function addRemove(kind: KindDesign): OperationDesign {
  const operation = addOperation(kind, {
    role: 'remove',
    verb: 'delete',
    method: 'DELETE',
    isOnItem: true,
    answers: [emptyAnswer(204)],
    act(call) {
      call.store.remove(theThing(call));
      return { status: 204 };
    },
  });
  operation.steps.push({
    phase: 'rules',
    name: 'children',
    refuses: () => (kind.keepsChildren && kind.children.length > 0 ? [409] : []),
    run: (call) =>
      kind.keepsChildren && call.store.childrenOf(theThing(call)).some(({ isBuried }) => !isBuried)
        ? refuse(kind.design, 409, `The ${kind.singular} still has something below it.`)
        : undefined,
  });
  return operation;
}
