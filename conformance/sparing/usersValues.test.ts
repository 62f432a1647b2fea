import { head, load } from '../../src/contract/contract.testing';
import type { Case } from '../../src/engine/model/case';
import type { OwnValues } from '../../src/engine/model/hooks';
import { plan } from '../../src/engine/plan/plan';
import { settingsOf } from '../../src/engine/settingsOf';
import { isObject, type JsonValue } from '../../src/json/value';
import type { Random } from '../../src/support/random';
import { parsedJson } from '../chains/tellableInputs';
import { suite } from '../suite';

/** Makes a number that ends in the sum of its other digits, modulo 10. */
function checked(random: Random): string {
  const digits = Array.from({ length: 13 }, () => random.below(10));
  return `4${digits.join('')}${(4 + digits.reduce((sum, digit) => sum + digit)) % 10}`;
}

function isChecked(text: unknown): boolean {
  const digits = [...String(text)].map(Number);
  return digits.length === 15 && digits.slice(0, -1).reduce((sum, digit) => sum + digit) % 10 === digits.at(-1);
}

const text = { type: 'string', minLength: 1 };
/** Where values at its bounds are sent, they are of other lengths. */
const number = { type: 'string', minLength: 15, maxLength: 15, pattern: '^[0-9]+$' };

/** Returns the cases of a service with cards. @param of what a card holds. */
async function casesOf(of: Readonly<Record<string, object>>, values: readonly OwnValues[]): Promise<readonly Case[]> {
  const schema = { type: 'object', required: Object.keys(of), properties: of };
  const content = { 'application/json': { schema } };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const requestBody = { required: true, content };
  const done = { 200: { description: 'ok', content } };
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/cards': { post: { requestBody, responses: { 201: { description: 'made', content } } } },
      '/cards/{id}': {
        parameters: [id],
        get: { responses: done },
        put: { requestBody, responses: done },
        patch: { requestBody: { content: { 'application/merge-patch+json': { schema } } }, responses: done },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    },
  });
  const settings = settingsOf({ seed: 7, salt: 'abc123', writes: 'own' });
  return plan(contract, suite, { ...settings, consent: { ...settings.consent, values } }).cases;
}

const maker = (name: string, make: (random: Random) => JsonValue, unique = false): OwnValues => ({
  name: 'house/made',
  operation: undefined,
  unique,
  fits: (place) => place.name === name,
  make: ({ random }) => make(random),
});

/** Returns the JSON that cases send, and that breaks no clause. */
function bodiesIn(cases: readonly Case[]): readonly { readonly body: unknown; readonly each: Case }[] {
  return cases.flatMap((each) => {
    const { body } = each.request.input;
    if (!body || !/json$/.test(body.contentType) || each.claim.violation || each.chain?.step === 'refused') return [];
    const value = parsedJson(body.bytes);
    return isObject(value) ? [{ body: value as unknown, each }] : [];
  });
}

const at = (body: unknown, ...names: readonly string[]): unknown =>
  names.reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);

test.each([
  ['a name of its thing', ['number'], { number, holder: text }, maker('number', checked)],
  ['the only text of its thing', ['number'], { number }, maker('number', checked)],
  ['what may refer to a thing', ['cardId'], { cardId: number, holder: text }, maker('cardId', checked)],
  [
    'an item of a list',
    ['numbers', '0'],
    { numbers: { type: 'array', items: number, minItems: 1 }, holder: text },
    maker('numbers', checked),
  ],
  [
    'what lies in an object of the user',
    ['pay', 'number'],
    { pay: { type: 'object', required: ['number'], properties: { number, name: text } }, holder: text },
    maker('pay', (random) => ({ number: checked(random), name: 'Ada' })),
  ],
  [
    'a whole body',
    ['number'],
    { number, holder: text },
    maker('', (random) => ({ number: checked(random), holder: 'Ada' })),
  ],
])('sends %s as the user made it, and another one with each thing', async (_, place, of, values) => {
  const cases = await casesOf(of, [values]);
  const sent = bodiesIn(cases).filter(({ body }) => at(body, ...place) !== undefined);
  expect(new Set(sent.map(({ each }) => each.request.operation.method))).toEqual(new Set(['POST', 'PUT', 'PATCH']));
  expect(sent.map(({ body }) => at(body, ...place)).filter((each) => !isChecked(each))).toEqual([]);
  const made = sent.filter(({ each }) => each.chain?.step === 'make').map(({ body }) => at(body, ...place));
  expect(new Set(made).size).toBe(made.length);
});

test.each([
  ['does not know what it made by a text of the user', false, ['holder']],
  ['knows it where nobody else has such a text', true, ['holder', 'number']],
])('the run %s', async (_, unique, names) => {
  const cases = await casesOf({ number, holder: text }, [maker('number', checked, unique)]);
  const made = cases.filter(({ chain }) => chain?.step === 'make');
  expect(made.length).toBeGreaterThan(0);
  expect(made.map(({ request: { input } }) => Object.keys(input.like ?? {}).sort())).toEqual(made.map(() => names));
});

test('what the user always makes the same stays the same', async () => {
  const cases = await casesOf({ number, holder: text }, [maker('number', () => '400000000000004')]);
  const numbers = bodiesIn(cases).flatMap(({ body }) => (at(body, 'number') as string | undefined) ?? []);
  expect(new Set(numbers)).toEqual(new Set(['400000000000004']));
});
