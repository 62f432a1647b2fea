/** Answers that are not as declared: always, or in one state alone. */

import { isObject, type JsonObject, type JsonValue } from '../../../src/json/value';
import type { OperationDesign, ServiceCall, ServiceReply, WorldFault } from '../design/design';
import { idMember } from '../design/showing';
import { faultsOf } from './made';

const SCHEMA = { class: 'answer', rules: ['body-schema'] } as const;

export function answerFaults(operation: OperationDesign): WorldFault[] {
  const { ofAnswer } = faultsOf(operation);
  const { kind, answers, role } = operation;
  const statuses = answers.map(({ status }) => status);
  const undeclared = statuses.includes(203) ? 206 : 203;
  const status = ofAnswer('an undeclared status', { class: 'status', rules: ['success-status'] }, (reply) => ({
    ...reply,
    status: reply.status === 204 ? 205 : undeclared,
  }));
  if (!answers.some(({ schema }) => schema)) return [status];
  const id = idMember(kind);
  const required = [id, ...kind.served.map(({ name }) => name), ...requiredMembers(operation)];
  const isList = role === 'list';
  const omit = (name: string) => (thing: JsonObject) => {
    const { [name]: _, ...rest } = thing;
    return rest;
  };
  const always = [...new Set(required)].map((name) =>
    ofAnswer(`${name} is missing`, SCHEMA, (reply) => eachThing(reply, omit(name), () => true)),
  );
  const states: readonly (readonly [string, (call: ServiceCall, at: number, of: number) => boolean])[] = isList
    ? [
        ['in the last item', (_, at, of) => at === of - 1],
        ['from the fourth item on', (_, at) => at >= 3],
      ]
    : [
        ['once it was changed', ({ thing }) => (thing?.version ?? 1) > 1],
        ['as long as it was not changed', ({ thing }) => thing?.version === 1],
      ];
  const inOneState = states.map(([when, is]) =>
    ofAnswer(`${id} is a list ${when}`, SCHEMA, (reply, call) =>
      eachThing(
        reply,
        (thing) => ({ ...thing, [id]: [thing[id] ?? null] }),
        (at, of) => is(call, at, of),
      ),
    ),
  );
  const type = ofAnswer('another media type', { class: 'status', rules: ['media-type'] }, (reply) =>
    reply.body === undefined ? reply : { ...reply, mediaType: 'text/html' },
  );
  return [status, type, ...always, ...inOneState];
}

const requiredMembers = ({ kind }: OperationDesign) =>
  kind.members.filter(({ required, writeOnly }) => required && !writeOnly).map(({ name }) => name);

/** Changes the things that an answer shows: the one, or those of a list. */
function eachThing(
  reply: ServiceReply,
  change: (thing: JsonObject) => JsonObject,
  is: (at: number, of: number) => boolean,
): ServiceReply {
  const inside = (value: JsonValue): JsonValue => {
    if (Array.isArray(value))
      return value.map((item, at) => (is(at, value.length) ? change(item as JsonObject) : item));
    const list = isObject(value) && Array.isArray(value['items']) ? value['items'] : undefined;
    if (list) return { ...(value as JsonObject), items: inside(list) };
    return is(0, 1) ? change(value as JsonObject) : value;
  };
  if (reply.body === undefined) return reply;
  const whole = reply.body as JsonObject;
  const [name, only] = Object.entries(whole)[0] ?? [];
  const isWrapped = name !== undefined && name !== 'items' && Object.keys(whole).length === 1 && isObject(only);
  return { ...reply, body: isWrapped ? { [name]: inside(only as JsonValue) } : inside(reply.body) };
}
