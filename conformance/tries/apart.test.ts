/** Into which requests a refused one is taken apart. */

import { beginPlan, plan } from '../../src/engine/plan/plan';
import { toRequest } from '../../src/engine/request/toRequest';
import { settingsOf } from '../../src/engine/settingsOf';
import { atOnce } from '../../src/support/letOthersRun';
import { contractWith, readOnce } from '../contracts.testing';
import { suite } from '../suite';

const text = { type: 'string', minLength: 4, maxLength: 9 };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const visit = {
  type: 'object',
  required: ['level'],
  additionalProperties: false,
  properties: {
    level: { type: 'string', enum: ['low', 'high'] },
    from: { type: 'string', format: 'date' },
    until: { type: 'string', format: 'date' },
  },
};
const whole = { type: 'integer', minimum: 0, maximum: 1000 };
const range = {
  type: 'object',
  required: ['least', 'most', 'note'],
  properties: { least: whole, most: whole, few: { type: 'integer', maximum: 9 }, note: { type: 'string' } },
};
const content = (schema: object) => ({ 'application/json': { schema } });
const answer = { 200: { description: 'ok', content: content({ type: 'object' }) } };
const CONTRACT = contractWith({
  '/visits': {
    get: { parameters: [query('level', { enum: ['low', 'high'] }), query('near', text)], responses: answer },
    post: { requestBody: { required: true, content: content(visit) }, responses: answer },
  },
  '/ranges': {
    post: { requestBody: { required: true, content: content(range) }, responses: answer },
  },
  '/wrapped': {
    post: {
      requestBody: { required: true, content: content({ type: 'object', required: ['visit'], properties: { visit } }) },
      responses: answer,
    },
  },
});

type Choice = (sent: string) => boolean;

/** The requests into which one is taken apart beside another one that was accepted: their names, and what is sent. */
async function apart(
  about: string,
  choose: Choice,
  accepts: Choice,
  how: 'alone' | 'beside' = 'alone',
): Promise<string[]> {
  const contract = await readOnce(CONTRACT);
  const settings = settingsOf({ seed: 1, writes: 'any' });
  const planning = atOnce(beginPlan(contract, suite, settings));
  const { cases } = plan(contract, suite, settings);
  const sentBy = (each: (typeof cases)[number]) => {
    const { path, body } = toRequest(each, { basePath: '' }, []);
    return body?.toString('utf8') ?? path;
  };
  const own = cases.filter(({ claim, request }) => claim.probe === 'valid' && request.operation.name === about);
  const [refused, accepted] = [choose, accepts].map((isIt) => own.find((each) => isIt(sentBy(each))));
  if (!refused || !accepted) throw new Error('there is no such request');
  return planning.apart(refused).flatMap((part) => {
    const each = part[how](accepted);
    return each ? [`${each.claim.name}: ${sentBy(each).replace(/[a-z]{8,}/g, '#')}`] : [];
  });
}

test('each parameter stands alone beside what was accepted', async () => {
  const parts = await apart(
    'GET /visits',
    (sent) => sent.includes('level=high&near='),
    (sent) => sent === '/visits',
  );
  expect(parts).toEqual([
    expect.stringMatching(/^level is .*, alone: \/visits\?level=high$/),
    expect.stringMatching(/^near is .*, alone: \/visits\?near=[^&]+$/),
  ]);
});

test.each([
  ['of a body', 'POST /visits', (members: string) => `{${members}}`],
  ['of an object that the body wraps', 'POST /wrapped', (members: string) => `{"visit":{${members}}}`],
])('each member %s stands beside those that were accepted', async (_, about, whole) => {
  const parts = await apart(
    about,
    (sent) => sent.includes('"high"') && sent.includes('"until"'),
    (sent) => sent === whole('"level":"low"'),
  );
  const sent = parts.map((each) => each.replace(/^[^:]*, alone: /, '').replace(/\d{4}-\d\d-\d\d/, 'D'));
  expect(sent).toEqual([
    whole('"level":"high"'),
    whole('"level":"low","from":"D"'),
    whole('"level":"low","until":"D"'),
  ]);
});

test('a number at its end stands beside others that are as great, where their schemas allow it', async () => {
  const parts = await apart(
    'POST /ranges',
    (sent) => sent.includes('"least":1000'),
    (sent) => sent.includes('"least":0'),
    'beside',
  );
  expect(parts.find((each) => each.startsWith('/least'))).toMatch(
    /^\/least is 1000, the greatest, beside as much: \{"least":1000,"most":1000,"few":\d,"note":"#"\}$/,
  );
  expect(parts.some((each) => each.startsWith('/note'))).toBe(false);
});
