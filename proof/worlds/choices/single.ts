import fc from 'fast-check';
import type { JsonObject } from '../../../src/json/value';
import type { KindDesign } from '../design/design';
import { emptyAnswer, refTo } from '../design/showing';
import { addOperation } from '../roles/operation';
import { theThing } from '../roles/roles';
import { kindChoice } from './choice';

const MEMBERS = [
  { name: 'theme', shape: { type: 'listed' as const }, required: true as const },
  { name: 'perPage', shape: { type: 'whole' as const, min: 1, max: 100 } },
];

/** What there is one of, below each thing: its settings. Before anybody has put any, there are these. */
const FIRST: JsonObject = { theme: 'small' };

const settings = new WeakMap<object, JsonObject>();

export const single = kindChoice<'none' | 'settings'>({
  about: 'Whether each thing has settings, of which there is one: GET and PUT, and no list.',
  plain: 'none',
  others: fc.constant('settings' as const),
  apply(value, kind) {
    if (value === 'none') return;
    const name = `${kind.singular}Settings`;
    const body = { mediaType: 'application/json', members: MEMBERS, closed: false, name };
    addOperation(kind, {
      role: 'only',
      verb: 'getSettingsOf',
      method: 'GET',
      isOnItem: true,
      suffix: '/settings',
      answers: [{ ...emptyAnswer(200), schema: () => refTo(name) }],
      act: (call) => ({ status: 200, body: settings.get(theThing(call)) ?? FIRST }),
    });
    addOperation(kind, {
      role: 'only',
      verb: 'putSettingsOf',
      method: 'PUT',
      isOnItem: true,
      suffix: '/settings',
      body,
      answers: [{ ...emptyAnswer(200), schema: () => refTo(name) }],
      act(call) {
        const thing = theThing(call);
        settings.set(thing, call.content);
        call.store.change(thing, thing.value);
        return { status: 200, body: call.content };
      },
    });
  },
  faults(value, kind: KindDesign) {
    const operation = kind.operations.find(({ id }) => id.startsWith('putSettingsOf'));
    if (value === 'none' || !operation) return [];
    return [
      {
        name: `${operation.id}: the change is lost`,
        class: 'state',
        operation,
        rules: ['put-replaces'],
        tamper: () => ({
          acts: (call, act) => (call.operation === operation ? { status: 200, body: call.content } : act()),
        }),
      },
    ];
  },
});
