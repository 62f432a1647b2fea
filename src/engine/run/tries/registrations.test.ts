/** Runs on services at which somebody registers, logs in and gets a new token: the run does so with what it was registered with. */

import { suite } from '../../../../conformance/suite';
import { load } from '../../../contract/contract.testing';
import { serve } from '../../../support/testing/serving.testing';
import { lingerFor } from '../../../wire/lingering.testing';
import { parseTarget } from '../../../wire/target';
import { type GivenRun, verifyTarget } from '../../verify';

lingerFor(10);

const TEXT = { type: 'string' };
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

const takes = (type: string, ...names: readonly string[]) => ({
  post: {
    requestBody: {
      required: true,
      content: {
        [type]: {
          schema: {
            type: 'object',
            required: names,
            properties: Object.fromEntries(names.map((name) => [name, TEXT])),
          },
        },
      },
    },
    responses: { 200: { description: 'ok', content: { [JSON_TYPE]: { schema: { type: 'object' } } } }, 401: NONE },
  },
});
const NONE = { description: 'no' };

type Texts = Readonly<Record<string, string>>;

interface Service {
  readonly type: string;
  readonly registers: readonly string[];
  readonly logsIn: readonly string[];
  /** The text of a registration by which somebody logs in. */
  readonly user: string;
  readonly refused: number;
  readonly answers: (token: string) => object;
}

/** @returns the verdicts on the login and on the operation that wants the token. */
async function verdictsOn(service: Service, writes: GivenRun['writes']) {
  const paths = {
    '/refresh': takes(JSON_TYPE, 'refresh_token'),
    '/login': takes(service.type, ...service.logsIn),
    '/register': takes(JSON_TYPE, ...service.registers),
  };
  const users: Texts[] = [];
  const tokens = new Set<string>();
  const url = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const answer = (status: number, value: object) => {
      response.writeHead(status, { 'Content-Type': JSON_TYPE });
      response.end(JSON.stringify(value));
    };
    const sent = textsIn(Buffer.concat(pieces).toString(), request.headers['content-type'] === FORM);
    if (request.method !== 'POST' || !sent) return answer(405, {});
    if (request.url === '/register') {
      if (!service.registers.every((name) => sent[name])) return answer(400, { error: 'a text is missing' });
      users.push(sent);
      return answer(200, {});
    }
    if (request.url === '/refresh') return answer(tokens.has(sent['refresh_token'] ?? '') ? 200 : 401, {});
    const [name = ''] = service.logsIn;
    const isKnown = users.some(
      (user) => user[service.user] === sent[name] && user['password'] === sent['password'] && sent[name],
    );
    if (!isKnown) return answer(service.refused, { error: 'Wrong name or password' });
    tokens.add(`r-${tokens.size}`);
    return answer(200, service.answers(`r-${tokens.size - 1}`));
  });
  const contract = await load({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths });
  const options = { target: parseTarget(url), writes, seed: 7, salt: 'k3f9', concurrency: 1 };
  const { requirements } = await verifyTarget(contract, suite, options);
  return ['POST /login', 'POST /refresh'].map(
    (name) => requirements.find(({ rule, operation }) => rule === 'success-status' && operation === name)?.verdict,
  );
}

function textsIn(text: string, isForm: boolean): Texts | undefined {
  if (isForm) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Texts) : undefined;
  } catch {
    return undefined;
  }
}

const FLAT = (token: string) => ({ refresh_token: token });
const OF_FORM: Service = {
  type: FORM,
  registers: ['name', 'email', 'password'],
  logsIn: ['username', 'password'],
  user: 'email',
  refused: 401,
  answers: FLAT,
};

test.each<[string, Service]>([
  ['a form asks for a username, which is the mail address', OF_FORM],
  ['JSON asks for the same name', { ...OF_FORM, type: JSON_TYPE, logsIn: ['email', 'password'] }],
  [
    'the tokens lie deeper, and a wrong password is a 400',
    {
      ...OF_FORM,
      type: JSON_TYPE,
      registers: ['username', 'password'],
      logsIn: ['login', 'password'],
      user: 'username',
      refused: 400,
      answers: (token) => ({ user: { id: 1 }, tokens: { refreshToken: token } }),
    },
  ],
])('the run logs in where %s', async (_, service) => {
  expect(await verdictsOn(service, 'any')).toEqual(['pass', 'pass']);
});

test('nobody is registered, and nobody logs in, where the run could not take that back', async () => {
  expect(await verdictsOn(OF_FORM, 'own')).toEqual(['skip', 'skip']);
});
