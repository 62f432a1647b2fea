import { head, load } from '../../src/contract/contract.testing';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { suite } from '../suite';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };

/** Returns the titles with which a run that makes its own ships would make one to ask about. */
async function titlesMade(title: object, seed: number): Promise<readonly unknown[]> {
  const ship = { type: 'object', required: ['name', 'title'], properties: { name: text, title } };
  const { paths } = {
    paths: {
      '/ships': {
        post: {
          requestBody: { required: true, ...json(ship) },
          responses: { 201: { description: 'made', ...json(ship) } },
        },
      },
      '/ships/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { 200: { description: 'one', ...json(ship) } } },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    },
  };
  const contract = await load({ ...head('3.1'), paths });
  const { cases } = plan(contract, suite, settingsOf({ seed, salt: 'abc123', writes: 'own' }));
  return cases
    .filter(({ chain }) => chain?.step === 'make')
    .map(({ request }) => (JSON.parse(request.input.body?.bytes.toString() ?? '{}') as { title?: unknown }).title);
}

/** So many seeds: of some the text has many letters, of others few. */
const SEEDS = Array.from({ length: 12 }, (_, at) => at + 1);

test.each([
  ['twelve hexadecimal digits', '^[0-9a-f]{12}$', true],
  ['twelve digits and capitals', '^[0-9A-Z]{12}$', true],
  ['four hexadecimal digits, of which somebody may have any', '^[0-9a-f]{4}$', false],
])('a name of %s', async (_, pattern, isMade) => {
  for (const seed of SEEDS) {
    const titles = await titlesMade({ type: 'string', pattern }, seed);
    expect([seed, titles.length > 0]).toEqual([seed, isMade]);
    for (const title of titles) expect(title).toMatch(new RegExp(pattern));
  }
});
