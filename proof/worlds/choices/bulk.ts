import fc from 'fast-check';
import type { JsonObject } from '../../../src/json/value';
import { JSON_TYPE, type KindDesign } from '../design/design';
import { capital, refTo, showThing, thingName } from '../design/showing';
import { addOperation, withDefaults } from '../roles/operation';
import { kindChoice } from './choice';

export const bulk = kindChoice<'none' | 'shown' | 'counted'>({
  about: 'Whether several things are made by one request, and whether its answer shows them or only how many they are.',
  plain: 'none',
  others: fc.constantFrom('shown' as const, 'counted' as const),
  apply(value, kind) {
    // What other choices say of one thing would have to hold of each.
    const isPlain = kind.unique === undefined && kind.mending.length === 0 && kind.references.size === 0;
    if (value === 'none' || !isPlain || kind.naming.isChosen) return;
    const schema = (): JsonObject =>
      value === 'shown'
        ? { type: 'array', items: refTo(thingName(kind)) }
        : { type: 'object', properties: { made: { type: 'integer', minimum: 0 } }, required: ['made'] };
    addOperation(kind, {
      role: 'act',
      verb: 'createSome',
      method: 'POST',
      isOnItem: false,
      suffix: '/bulk',
      body: bodyOf(kind),
      answers: [{ status: 201, headers: [], schema }],
      act(call) {
        const who = { owner: call.person, maker: 'run' } as const;
        const made = (call.content['items'] as JsonObject[]).map((item) =>
          call.store.add(kind, call.parent, withDefaults(kind, known(kind, item)), who),
        );
        return { status: 201, body: value === 'shown' ? made.map(showThing) : { made: made.length } };
      },
    });
  },
});

const bodyOf = (kind: KindDesign) => ({
  mediaType: JSON_TYPE,
  get members() {
    const of = { type: 'object' as const, members: kind.members };
    return [{ name: 'items', shape: { type: 'list' as const, of, min: 1, max: 3 }, required: true as const }];
  },
  closed: false,
  name: `${capital(kind.plural)}Bulk`,
});

/** The members that clients set; others are left out. */
const known = ({ members }: KindDesign, item: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => members.some((member) => member.name === name)));
