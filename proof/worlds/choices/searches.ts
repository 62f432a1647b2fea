import fc from 'fast-check';
import { JSON_TYPE, type KindDesign, type ServiceCall } from '../design/design';
import { refTo, showThing, thingName } from '../design/showing';
import { addOperation } from '../roles/operation';
import { shownInList } from '../roles/roles';
import { kindChoice } from './choice';

export const searches = kindChoice<'none' | 'by GET' | 'by POST'>({
  about: 'Whether things are searched for: beside the path of an item, by a GET, or by a POST that changes nothing.',
  plain: 'none',
  others: fc.constantFrom('by GET' as const, 'by POST' as const),
  apply(value, kind) {
    if (value === 'none') return;
    const common = {
      role: 'act' as const,
      verb: 'search',
      isOnItem: false,
      suffix: '/search',
      answers: [{ status: 200, headers: [], schema: () => ({ type: 'array', items: refTo(thingName(kind)) }) }],
    };
    const shape = { min: 1, max: 100 };
    if (value === 'by GET')
      addOperation(kind, {
        ...common,
        method: 'GET',
        parameters: [{ in: 'query', name: 'text', shape, required: true }],
        act: (call) => ({ status: 200, body: found(call, String(call.values['text'])) }),
      });
    else
      addOperation(kind, {
        ...common,
        method: 'POST',
        body: {
          mediaType: JSON_TYPE,
          members: [{ name: 'text', shape, required: true }],
          closed: false,
          name: searchName(kind),
        },
        act: (call) => ({ status: 200, body: found(call, String(call.content['text'])) }),
      });
  },
});

const searchName = (kind: KindDesign) => `${thingName(kind)}Search`;

/** The things of which some text has the word. */
const found = (call: ServiceCall, word: string) =>
  shownInList(call)
    .map(showThing)
    .filter((thing) => Object.values(thing).some((value) => typeof value === 'string' && value.includes(word)));
