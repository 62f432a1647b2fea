/** What an answer says of a token that it hands out is true: whose it is, and until when it lets in. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { schemaOf } from '../../../conformance/values/values.testing';
import { folderOf } from '../../../src/cli/tests/cli.testing';
import { serveMock } from '../../server';
import { lifelike } from './lifelike';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const integer = { type: 'integer' };
const NOW = Date.UTC(2027, 4, 6, 7, 8, 9);
const AT = NOW / 1000;

type Answered = Record<string, unknown>;

function claimsOf(token: unknown): { iat: number; exp: number; sub: string } {
  return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
}

const make = (properties: object, login?: string) =>
  lifelike(schemaOf({ type: 'object', properties }), {
    about: '/login',
    random: seedrandom('1'),
    handingOut: { now: () => NOW, login },
  }) as Answered;

test.each<[properties: object, login: string | undefined, claims: object]>([
  [{ access_token: text }, undefined, { iat: AT, exp: AT + 3600, sub: '1' }],
  [
    { expiresIn: { ...integer, example: 900 }, jwt: text },
    'ada@example.com',
    { exp: AT + 900, sub: 'ada@example.com' },
  ],
  [{ accessToken: text, expires_in: { ...integer, maximum: 60, minimum: 60 } }, undefined, { exp: AT + 60 }],
  [{ idToken: text, user: { type: 'object', properties: { id: { ...integer, example: 7 } } } }, 'ada', { sub: '7' }],
  [{ accessToken: text, userId: { ...text, example: 'u-4' } }, 'ada', { sub: 'u-4' }],
])('the token of %j for %s', (properties, login, claims) => {
  const made = make(properties, login);
  expect(claimsOf(made['access_token'] ?? made['jwt'] ?? made['accessToken'] ?? made['idToken'])).toMatchObject(claims);
});

test.each<[properties: object, made: object]>([
  [{ token: text, expires_at: time }, { expires_at: '2027-05-06T08:08:09Z' }],
  [{ token: text, expiresAt: integer, expires_in: { ...integer, example: 60 } }, { expiresAt: AT + 60 }],
  [{ apiKey: text, expires: { type: 'string', format: 'date' } }, { expires: '2027-05-06' }],
  // What the contract says stays.
  [{ token: text, expiresAt: { ...time, example: '2024-01-01T00:00:00Z' } }, { expiresAt: '2024-01-01T00:00:00Z' }],
  [{ jwt: { ...text, example: 'a.b.c' } }, { jwt: 'a.b.c' }],
  // No other time depends on the clock.
  [{ name: text, expiresAt: time }, { expiresAt: expect.stringMatching(/^2026-/) }],
])('beside a token, of %j', (properties, made) => {
  expect(make(properties)).toMatchObject(made);
});

test('of a mock: from when it is handed out, and another one for another user', async () => {
  const login = { type: 'object', properties: { email: text, password: text } };
  const out = { type: 'object', properties: { access_token: text, expires_in: { ...integer, example: 900 } } };
  const content = (schema: object) => ({ content: { 'application/json': { schema } } });
  const post = { requestBody: content(login), responses: { 200: { description: 'in', ...content(out) } } };
  const file = join(folderOf({}), 'openapi.json');
  const info = { title: 'T', version: '1' };
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info, paths: { '/login': { post } } }));
  const mock = await serveMock({ contract: file, port: 0 });
  const claimed = async (email: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, password: 'x' });
    const answer = await fetch(`${mock.url}/login`, { method: 'POST', headers, body });
    return claimsOf(((await answer.json()) as Answered)['access_token']);
  };
  try {
    const [one, other] = [await claimed('ada@example.com'), await claimed('bob@example.com')];
    expect([one.sub, other.sub]).toEqual(['ada@example.com', 'bob@example.com']);
    expect(one.exp - one.iat).toBe(900);
    expect(Math.abs(one.iat - Date.now() / 1000)).toBeLessThan(60);
  } finally {
    await mock.close();
  }
});
