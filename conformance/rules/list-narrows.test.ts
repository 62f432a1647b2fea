import { contractWith } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { listNarrows } from './list-narrows';

const priority = { type: 'string', enum: ['low', 'high', 'urgent'] };
const agent = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const thing = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    priority,
    seats: { type: 'integer' },
    open: { type: 'boolean' },
    locale: { type: 'string', enum: ['de', 'en'] },
    agent,
    maker: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    text: { type: 'string' },
    requestId: { type: 'string' },
  },
};
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const content = (schema: object) => ({ description: 'd', content: { 'application/json': { schema } } });
const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const list = {
  parameters: [
    query('priority', priority),
    query('seats', { type: 'integer', minimum: 1, maximum: 80 }),
    query('open', { type: 'boolean' }),
    query('agentId', { type: 'string' }),
    query('locale', { type: 'string', enum: ['de', 'en'] }),
    query('maker', { type: 'string' }),
    query('tag', { type: 'string' }),
    query('text', { type: 'string' }),
    query('requestId', { type: 'string' }),
    query('limit', { type: 'integer', minimum: 1, maximum: 100 }),
  ],
  responses: { 200: content({ type: 'array', items: thing }) },
};
const made = { requestBody: content(thing), responses: { 201: content(thing) } };
const item = {
  parameters: id,
  get: { responses: { 200: content(thing) } },
  delete: { responses: { 204: { description: 'd' } } },
};
const api = contractWith({
  '/things': { get: list, post: made },
  '/things/{id}': item,
  '/others': { get: { responses: list.responses } },
});

const make = { ask: 'POST /things', step: 'make', sends: {}, id: '7', status: 201 } as const;
const lists = (asked: string, ...json: readonly object[]) =>
  ({ ask: `GET /things?${asked}`, asked, step: 'chosen', status: 200, json }) as const;

const narrow = (name: string, [a, shown]: readonly [string, unknown], [b, other]: readonly [string, unknown]) =>
  should(
    `a list shows the same for each ${name}: what is asked for by one shows what only another may show`,
    `other items for ${name}=${a} than for ${name}=${b}`,
    `${name}=${a}: ${JSON.stringify(shown)}, ${name}=${b}: ${JSON.stringify(other)}`,
  );

const [low, urgent, high] = [{ priority: 'low' }, { priority: 'urgent' }, { priority: 'high' }];
const [four, eighty, one] = [{ seats: 4 }, { seats: 80 }, { seats: 1 }];
const of = (agentId: string) => ({ agent: { id: agentId } });

ruleTable(listNarrows, api, [
  [
    'each of two priorities shows the other',
    [make, lists('priority=low', low, urgent), lists('priority=urgent', low, urgent)],
    narrow('priority', ['low', 'urgent'], ['urgent', 'low']),
  ],
  ['a priority is the least one', [make, lists('priority=low', low, urgent), lists('priority=urgent', urgent)], 'kept'],
  ['a priority is the greatest one', [make, lists('priority=low', low), lists('priority=urgent', low, urgent)], 'kept'],
  [
    'a third priority may be near both',
    [make, lists('priority=low', low, high), lists('priority=urgent', high)],
    'kept',
  ],
  [
    'the least and the greatest number show what is between',
    [make, lists('seats=1', four), lists('seats=80', four)],
    narrow('seats', ['1', 4], ['80', 4]),
  ],
  ['at least so many', [make, lists('seats=1', one, four, eighty), lists('seats=80', eighty)], 'kept'],
  ['at most so many', [make, lists('seats=1', one), lists('seats=80', one, four, eighty)], 'kept'],
  ['exactly so many', [make, lists('seats=1'), lists('seats=80', eighty)], 'kept'],
  [
    'true and false show each other',
    [make, lists('open=true', { open: false }), lists('open=false', { open: true })],
    narrow('open', ['true', false], ['false', true]),
  ],
  ['true shows all', [make, lists('open=true', { open: false }), lists('open=false', { open: false })], 'kept'],
  [
    'nobody has these ids, and somebody is shown for both',
    [make, lists('agentId=k3', of('a')), lists('agentId=k4', of('a'))],
    narrow('agentId', ['k3', 'a'], ['k4', 'a']),
  ],
  [
    'nothing is by these makers, and something is shown for both',
    [make, lists('maker=zipo', { maker: 'Ada' }), lists('maker=kevu', { maker: 'Ada' })],
    narrow('maker', ['zipo', 'Ada'], ['kevu', 'Ada']),
  ],
  [
    'a text is looked for as a part',
    [make, lists('maker=ad', { maker: 'Ada' }), lists('maker=da', { maker: 'Ada' })],
    'kept',
  ],
  ['one text is found', [make, lists('maker=zipo'), lists('maker=kevu', { maker: 'Ada' })], 'kept'],
  [
    'a tag in the singular chooses by a list of tags',
    [make, lists('tag=zipo', { tags: ['a', 'b'] }), lists('tag=kevu', { tags: ['a', 'b'] })],
    narrow('tag', ['zipo', 'a\nb'], ['kevu', 'a\nb']),
  ],
  [
    'what is nearest to a text may be shown for any text',
    [make, lists('text=zipo', { text: 'Ada' }), lists('text=kevu', { text: 'Ada' })],
    'silent',
  ],
  [
    'what has no agent is shown for both',
    [make, lists('agentId=k3', { agent: null }), lists('agentId=k4', low)],
    'silent',
  ],
  [
    'an id that is not known is refused once',
    [make, lists('agentId=k3', of('a')), { ...lists('agentId=k4'), status: 404 }],
    'silent',
  ],
  ['nothing is shown', [make, lists('seats=1'), lists('seats=80')], 'silent'],
  [
    'another parameter chooses, too',
    [make, lists('seats=1&open=true', four), lists('seats=80&open=true', four)],
    'silent',
  ],
  [
    'a page is asked for',
    [make, lists('seats=1&limit=9', four), lists('seats=80&limit=9', four)],
    narrow('seats', ['1', 4], ['80', 4]),
  ],
  [
    'a language says how things are shown',
    [make, lists('locale=de', { locale: 'en' }), lists('locale=en', { locale: 'de' })],
    'silent',
  ],
  [
    'an id of the request chooses nothing',
    [make, lists('requestId=a', { requestId: 'c' }), lists('requestId=b', { requestId: 'c' })],
    'silent',
  ],
  ['no parameter chooses', { ask: 'GET /others', status: 200, json: [] }, 'unbound'],
]);
