/** Members, parameters and header fields that only one of two contracts declares, and that break nobody. */

import { load } from '../../contract/contract.testing';
import { compareContracts } from './compareContracts';
import { compared, contractFrom, withAnswer, withBody, withParameter } from './diff.testing';

const TEXT = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const xml = (schema: object) => ({ requestBody: { content: { 'application/xml': { schema } } } });
const OLD = object({ a: TEXT, userName: TEXT });
const NEW = object({ a: TEXT, user_name: TEXT });
const GONE = 'the member userName is not declared any more';
const ADDED = 'the member user_name is new';

/** Returns what is told of the operation, without its name, its parts and the places. */
async function toldOf(before: object, now: object): Promise<{ notes: string[]; added: string[] }> {
  const { causes, notes, addedParts } = await compared(contractFrom({ ...before }), contractFrom({ ...now }));
  expect(causes).toEqual([]);
  const plain = (text: string) => text.replace(/^POST \/things\/\{id\}: (the (body|answer 200) \(\S+\): )?/, '');
  const [told, added] = [notes, addedParts].map((all) =>
    all.map((each) => plain(each).replace(/ \(\S+( \S+)? → \S+( \S+)?\)$/, '')),
  );
  return { notes: told ?? [], added: added ?? [] };
}

test.each<[string, object, object, string[], string[]]>([
  ['an answer', withAnswer(OLD), withAnswer(NEW), [GONE], [ADDED]],
  ['a body', withBody(OLD), withBody(NEW), [GONE], [ADDED]],
  ['a body of XML', xml(OLD), xml(NEW), [GONE], [ADDED]],
  ['items', withAnswer({ type: 'array', items: OLD }), withAnswer({ type: 'array', items: NEW }), [GONE], [ADDED]],
  [
    'a map',
    withBody(object({}, { additionalProperties: OLD })),
    withBody(object({}, { additionalProperties: NEW })),
    [GONE],
    [ADDED],
  ],
  ['an alternative', withAnswer({ anyOf: [OLD, TEXT] }), withAnswer({ anyOf: [NEW, TEXT] }), [GONE], [ADDED]],
  [
    'schemas put together otherwise',
    withAnswer(object({ b: OLD })),
    withAnswer(object({ b: { allOf: [OLD] } })),
    [],
    [],
  ],
  [
    'an answer that is closed now',
    withAnswer(OLD),
    withAnswer(object({ a: TEXT }, { additionalProperties: false })),
    [GONE],
    [],
  ],
  [
    'a member that is in no request',
    withBody(object({ a: { ...TEXT, readOnly: true } })),
    withBody(object({})),
    [],
    [],
  ],
  ['the same', withAnswer(OLD), withAnswer(OLD), [], []],
  ['a parameter', {}, withParameter({ schema: TEXT }), [], ['the query parameter q is new.']],
  ['a body that may be left out', {}, withBody(OLD, false), [], ['the body is new.']],
])('of %s', async (_name, before, now, notes, added) => {
  expect(await toldOf(before, now)).toEqual({ notes, added });
});

test('what is added is told of the operations that are asked for alone', async () => {
  const get = { get: { responses: { 200: { description: 'ok' } } } };
  const before = await load(contractFrom({}));
  const now = await load({ ...contractFrom({}), paths: { ...(contractFrom({})['paths'] as object), '/new': get } });
  const wants = ({ method }: { method: string }) => method === 'POST';
  expect(compareContracts(before, now, { seed: 1, wants }).added).toEqual([]);
  expect(compareContracts(before, now, { seed: 1 }).added).toEqual(['GET /new']);
});
