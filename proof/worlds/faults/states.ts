/** State changes that are lost, doubled, or done to another thing, and refusals with an effect. */

import { isObject, type JsonObject } from '../../../src/json/value';
import type { OperationDesign, ServiceCall, ServiceReply, WorldFault, WorldThing } from '../design/design';
import { kindsNamed } from '../service/steps';
import { faultsOf } from './made';

const state = (...rules: string[]) => ({ class: 'state' as const, rules });

export function stateFaults(operation: OperationDesign): WorldFault[] {
  const { ofAct, fault } = faultsOf(operation);
  /** Does it, answers as if it were done, and puts everything back. */
  const lost = (call: ServiceCall, act: () => ServiceReply) => {
    const { store, thing } = call;
    const before = thing && { value: thing.value, version: thing.version };
    const all = store.every(operation.kind);
    const reply = act();
    for (const made of store.every(operation.kind)) if (!all.includes(made)) store.remove(made);
    if (thing && before) Object.assign(thing, before);
    return reply;
  };
  const another = (call: ServiceCall, act: () => ServiceReply) => {
    const own = call.thing;
    const other = call.store
      .all(operation.kind, own?.parent)
      .filter((each) => each !== own)
      .at(-1);
    if (other && own) call.thing = other;
    const reply = act();
    call.thing = own;
    return reply;
  };
  switch (operation.role) {
    case 'create':
      return [
        { ...ofAct('what is made is lost', state('created-found', 'created-listed'), lost), ...whyLost(operation) },
        {
          ...ofAct('a member is not kept', state('created-found'), (call, act) => {
            const before = call.store.every(operation.kind);
            const reply = act();
            const made = call.store.every(operation.kind).find((each) => !before.includes(each));
            if (made) made.value = withoutLastText(made);
            return reply;
          }),
          ...whyUnsaid(operation),
        },
      ];
    case 'replace':
      return [
        ofAct('the change is lost', state('put-replaces'), lost),
        ofAct('what is left out stays', state('put-replaces'), (call, act) => {
          const { thing } = call;
          const before = thing?.value ?? {};
          const reply = act();
          if (thing) thing.value = { ...before, ...thing.value };
          return reply;
        }),
        ofAct('another thing is changed', state('put-replaces', 'exact-id'), another),
        ...effectOfRefusal(operation),
      ];
    case 'merge':
      return [
        { ...ofAct('the change is lost', state('patch-merges', 'patch-applied'), lost), ...whyNoPatch(operation) },
        ofAct('what is left out is removed', state('patch-merges'), (call, act) => {
          const { thing, content } = call;
          const reply = act();
          const required = operation.kind.members.filter((member) => member.required).map(({ name }) => name);
          if (thing)
            thing.value = Object.fromEntries(
              Object.entries(thing.value).filter(([name]) => name in content || required.includes(name)),
            );
          return reply;
        }),
        ...effectOfRefusal(operation),
      ];
    case 'remove':
      return [
        {
          ...fault('nothing is removed', state('deleted-gone'), () => ({
            acts: (call, act) => (call.operation === operation ? keptThere(call, act) : act()),
          })),
          // "The request might or might not eventually be acted upon" (RFC 9110 §15.3.3).
          ...(operation.answers.some(({ status }) => status === 202)
            ? { unknowable: 'what was accepted may still be done' }
            : {}),
        },
        ofAct('another thing is removed', state('deleted-gone', 'exact-id'), another),
        ...(operation.kind.design.credentials.length > 0
          ? [
              fault('it is removed before the credential is looked at', state('refusal-without-effect'), () => ({
                answers(reply, call) {
                  if (call.operation !== operation || reply.status !== 401) return reply;
                  const thing = thingOfPath(call);
                  if (thing) call.store.remove(thing);
                  return reply;
                },
              })),
            ]
          : []),
      ];
    default:
      return [];
  }
}

/** Why nobody can say that what was made is lost: a list is a selection (RFC 9110 §9.3.1), and what was accepted may still come (§15.3.3). */
function whyLost({ kind, answers }: OperationDesign): Pick<WorldFault, 'unknowable'> {
  if (!kind.operations.some(({ role }) => role === 'read')) return { unknowable: 'nothing but a list shows it' };
  return answers.some(({ status }) => status === 202)
    ? { unknowable: 'what was accepted may still come' }
    : whyUnsaid({ answers });
}

/** Only a 201 says that something was made; a 200 has "the status of, or results obtained from, the action" (RFC 9110 §15.3.1). */
function whyUnsaid({ answers }: Pick<OperationDesign, 'answers'>): Pick<WorldFault, 'unknowable'> {
  return answers.some(({ status }) => status === 201) ? {} : { unknowable: 'no answer says that anything was made' };
}

/** A JSON text that is no patch document means what the service says: "the media type identifies the patch format" (RFC 5789 §2). */
function whyNoPatch({ body, answers }: OperationDesign): Pick<WorldFault, 'unknowable'> {
  const isFormat = body?.mediaType.includes('patch') ?? false;
  return isFormat || answers.some(({ schema }) => schema) ? {} : { unknowable: 'nothing says what the body changes' };
}

/** Answers as if the thing were removed, and leaves it there. */
function keptThere(call: ServiceCall, act: () => ServiceReply): ServiceReply {
  const { store } = call;
  Object.assign(call, { store: { ...store, remove: () => {}, bury: () => {} } });
  const reply = act();
  Object.assign(call, { store });
  return reply;
}

/** What is right in a body that is refused is taken over all the same: a text of it. */
function effectOfRefusal(operation: OperationDesign): WorldFault[] {
  const { kind } = operation;
  const text = kind.members.find(
    ({ name, shape }) => name !== kind.naming.member && Object.keys(shape).length === 0 && !kind.references.has(name),
  );
  if (!text) return [];
  return [
    faultsOf(operation).fault('a refused body has an effect', state('refusal-without-effect'), () => ({
      answers(reply, call) {
        const isRefused = call.operation === operation && reply.status === kind.design.manners.invalid;
        const thing = isRefused ? thingOfPath(call) : undefined;
        const sent = isObject(call.content) ? call.content[text.name] : undefined;
        if (thing && typeof sent === 'string') call.store.change(thing, { ...thing.value, [text.name]: sent });
        return reply;
      },
    })),
  ];
}

/** The thing that a path names, also where no step has looked for it. */
function thingOfPath({ keys, store, operation }: ServiceCall): WorldThing | undefined {
  let found: WorldThing | undefined;
  for (const [at, kind] of kindsNamed(operation).entries()) {
    const key = kind.naming.read(keys[at] ?? '');
    found = key === undefined ? undefined : store.find(kind, found, key);
    if (!found) return undefined;
  }
  return found;
}

function withoutLastText({ kind, value }: WorldThing): JsonObject {
  const member = kind.members
    .filter(({ writeOnly, name }) => !writeOnly && name !== kind.naming.member && name in value)
    .at(-1);
  if (!member || (member.shape.type ?? 'text') !== 'text') return value;
  return { ...value, [member.name]: 'something else' };
}
