import fc from 'fast-check';
import type { JsonObject } from '../../../src/json/value';
import type { HeaderDesign, KindDesign, ServiceCall, ServiceReply, WorldFault } from '../design/design';
import {
  emptyAnswer,
  idMember,
  idSchemas,
  idShown,
  pathOfThing,
  thingAnswer,
  thingReply,
  wrapped,
  wrappedSchema,
} from '../design/showing';
import { makeThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

/** What POST answers: `found` is 200 with the thing, `id` the id alone, `nothing` neither a body nor a `Location`. */
type Creates = 'whole' | 'found' | 'id' | 'located' | 'located and whole' | 'nothing';

const LOCATION: HeaderDesign = { name: 'Location', shape: {}, required: true };

const idSchema = (kind: KindDesign): JsonObject => ({
  type: 'object',
  properties: idSchemas(kind),
  required: [idMember(kind)],
});

export const creates = kindChoice<Creates>({
  about: 'What the answer to POST says of what it made.',
  plain: 'whole',
  others: fc.constantFrom<Creates>('found', 'id', 'located', 'located and whole', 'nothing'),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'create');
    if (!operation) return;
    const located = value.startsWith('located');
    const headers = located ? [LOCATION] : [];
    const answer =
      value === 'id'
        ? { status: 201, headers, schema: () => wrappedSchema(kind, idSchema(kind)) }
        : ['located', 'nothing'].includes(value)
          ? emptyAnswer(201, headers)
          : thingAnswer(kind, value === 'found' ? 200 : 201, headers);
    operation.answers.splice(0, 1, answer);
    operation.act = (call) => {
      const thing = makeThing(call);
      const where = located ? { Location: `${kind.design.prefix}${pathOfThing(thing)}` } : {};
      if (!answer.schema) return { status: 201, headers: where };
      if (value !== 'id') return thingReply(answer.status, thing, where);
      return { status: 201, headers: where, body: wrapped(kind, idShown(thing)) };
    };
    if (!kind.naming.isChosen) return;
    operation.steps.push({
      phase: 'rules',
      name: 'taken',
      refuses: () => [409],
      run(call) {
        const key = String(call.content[kind.naming.member]);
        const there = call.store.find(kind, call.parent, key);
        return there ? refuse(kind.design, 409, `There is a ${kind.singular} "${key}" already.`) : undefined;
      },
    });
  },
  faults(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'create');
    // What is only accepted is answered otherwise.
    if (!operation || !value.startsWith('located') || !operation.answers.some(({ status }) => status === 201))
      return [];
    const change = (
      name: string,
      rules: string[],
      answers: (reply: ServiceReply, call: ServiceCall) => ServiceReply,
    ): WorldFault => ({
      name: `${operation.id}: ${name}`,
      class: 'header',
      operation,
      rules,
      tamper: () => ({
        answers: (reply, call) => (call.operation === operation && reply.status === 201 ? answers(reply, call) : reply),
      }),
    });
    const leadsAstray = kind.operations.some(({ role }) => role === 'read');
    return [
      change('Location is missing', ['response-header'], ({ headers: _, ...reply }) => reply),
      ...(leadsAstray
        ? [
            change('Location leads nowhere', ['location-resolves'], (reply) => ({
              ...reply,
              headers: { Location: `${reply.headers?.['Location']}0` },
            })),
          ]
        : []),
    ];
  },
});
