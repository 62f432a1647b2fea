/** What is tried of a request that was refused, and what stays of what later requests were to show. */

import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { GivenSettings } from '../../src/engine/model/settings';
import type { Edit, ShownValues } from '../../src/engine/model/tries';
import { beginPlan, plan } from '../../src/engine/plan/plan';
import { toRequest } from '../../src/engine/request/toRequest';
import { settingsOf } from '../../src/engine/settingsOf';
import type { Scalar } from '../../src/json/value';
import { atOnce } from '../../src/support/letOthersRun';
import { contractWith, readOnce } from '../contracts.testing';
import { suite } from '../suite';

const integer = { type: 'integer' };
const text = { type: 'string' };
const ok = { 200: { description: 'ok' } };
const id = { name: 'id', in: 'path', required: true, schema: integer };
const user = {
  type: 'object',
  required: ['email', 'country'],
  properties: {
    id: { type: 'integer' },
    email: { type: 'string', examples: ['ada@example.org'] },
    country: { type: 'string', examples: ['X'] },
    note: { type: 'string', examples: ['n'] },
    ownerId: { type: 'string', examples: ['o'] },
    createdAt: { type: 'string', examples: ['t'] },
  },
  additionalProperties: false,
};
const body = { required: true, content: { 'application/json': { schema: user } } };
const visit = {
  type: 'object',
  properties: {
    name: { type: 'string', examples: ['n'] },
    day: { type: 'string', examples: ['dd-MM-yyyy'] },
    stay: { type: 'object', properties: { until: { type: 'string', examples: ['dd-MM-yyyy'] } } },
    guestId: { type: 'string', examples: ['g'] },
    level: { type: 'string', examples: ['high'] },
  },
};
const desk = {
  type: 'object',
  properties: { deskId: { type: 'integer', examples: [69] }, city: { type: 'string', examples: ['c'] } },
};
const job = {
  type: 'object',
  properties: {
    note: { type: 'string', examples: ['n'] },
    deskId: { type: 'integer', examples: [70] },
    desk,
    floor: { type: 'object', properties: { floorId: { type: 'integer', examples: [71] } } },
  },
};
const form = {
  type: 'object',
  required: ['city'],
  properties: {
    city: { type: 'string', examples: ['c d'] },
    count: { type: 'integer', examples: [5] },
    note: { type: 'string', examples: ['n'] },
    tags: { type: 'array', items: { type: 'string' }, example: ['t', 'u'] },
  },
};
const point = {
  type: 'object',
  required: ['at', 'tags'],
  properties: {
    at: { type: 'array', items: { type: 'number' }, example: [5.5] },
    tags: { type: 'array', items: text, example: ['t'] },
  },
};
const contract = contractWith({
  '/users': {
    post: { requestBody: body, responses: ok },
    get: { parameters: [{ name: 'country', in: 'query', schema: { ...text, examples: ['X'] } }], responses: ok },
  },
  '/capital/{capital}': {
    get: { parameters: [{ name: 'capital', in: 'path', required: true, schema: text }], responses: ok },
  },
  '/visits/{visit}': {
    get: { parameters: [{ name: 'visit', in: 'path', required: true, schema: text }], responses: ok },
  },
  '/files': {
    post: {
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      responses: ok,
    },
  },
  '/texts': {
    post: {
      requestBody: { required: true, content: { 'application/json': { schema: { ...text, example: 'oak' } } } },
      responses: ok,
    },
  },
  '/colours': {
    post: {
      requestBody: { required: true, content: { 'application/json': { schema: { enum: ['red'], type: 'string' } } } },
      responses: ok,
    },
  },
  '/days': {
    get: {
      parameters: [{ name: 'since', in: 'query', required: true, description: 'As dd.MM.yyyy', schema: text }],
      responses: ok,
    },
    post: { requestBody: { required: true, content: { 'application/json': { schema: visit } } }, responses: ok },
  },
  '/slips/lookup': {
    get: {
      parameters: [{ name: 'id', in: 'query', required: true, schema: { ...text, pattern: '^[A-Z]-[0-9]$' } }],
      responses: ok,
    },
  },
  '/jobs': {
    post: { requestBody: { required: true, content: { 'application/json': { schema: job } } }, responses: ok },
  },
  '/shelves': {
    post: {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', required: ['name'], properties: { name: text } } } },
      },
      responses: { 201: { description: 'made' } },
    },
  },
  '/shelves/{shelf}': {
    parameters: [{ name: 'shelf', in: 'path', required: true, schema: text }],
    get: { responses: ok },
    delete: { responses: ok },
  },
  '/forms': {
    post: {
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
      responses: ok,
    },
  },
  '/points': {
    post: {
      requestBody: { required: true, content: { 'application/json': { schema: point } } },
      responses: { 201: { description: 'made' } },
    },
  },
  '/accounts': {
    post: {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['data'],
              properties: {
                data: { type: 'object', required: ['key'], properties: { key: text }, example: { key: 'k' } },
              },
              additionalProperties: false,
            },
          },
        },
      },
      responses: ok,
    },
  },
  '/parts': {
    post: { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } }, responses: ok },
  },
  '/days/{id}': { get: { parameters: [id], responses: ok }, delete: { parameters: [id], responses: ok } },
  '/lines/{id}': { get: { parameters: [id], responses: ok }, delete: { parameters: [id], responses: ok } },
});

const NOTHING_FOUND: ShownValues = {
  named: () => [],
  registered: () => [],
  issued: () => undefined,
  inPath: () => [],
  together: () => [],
};

function found(values: Readonly<Record<string, readonly Scalar[]>>): ShownValues {
  return { ...NOTHING_FOUND, named: (name) => values[name] ?? [], inPath: (_, { name }) => values[name] ?? [] };
}

interface Row {
  readonly when: string;
  readonly about: string;
  /** The name of the case that was refused. */
  readonly asked?: string;
  readonly status: number;
  readonly answer?: unknown;
  readonly shown?: Readonly<Record<string, readonly Scalar[]>>;
  readonly given?: GivenSettings;
  /** What is sent then. */
  readonly tries: readonly string[];
}

const ANY: GivenSettings = { writes: 'any' };
const POST = 'POST /users';

const TABLE: readonly Row[] = [
  {
    when: 'a path that names nothing is asked for what answers have shown',
    about: 'GET /capital/{capital}',
    status: 404,
    shown: { capital: ['Oslo', 'Åland'] },
    tries: ['GET /capital/Oslo', 'GET /capital/%C3%85land'],
  },
  { when: 'with nothing known there is nothing to try', about: 'GET /capital/{capital}', status: 404, tries: [] },
  { when: 'a number that stands for a place is 1', about: 'GET /lines/{id}', status: 404, tries: ['GET /lines/1'] },
  { when: 'a failure of the target is not tried again', about: 'GET /lines/{id}', status: 500, tries: [] },
  {
    when: 'what a service fails at is left out, and then all that is optional',
    about: POST,
    given: ANY,
    status: 500,
    answer: { message: 'JSON parse error (through reference chain: User["note"])' },
    tries: [
      'POST /users {"id":#,"email":"#","country":"X","ownerId":"o","createdAt":"t"}',
      'POST /users {"email":"#","country":"X"}',
    ],
  },
  {
    when: 'where a service fails, values that answers have shown are tried',
    about: POST,
    given: ANY,
    status: 500,
    shown: { country: ['NO'] },
    tries: [
      'POST /users {"id":#,"email":"#","country":"NO","note":"n","ownerId":"o","createdAt":"t"}',
      'POST /users {"email":"#","country":"X"}',
    ],
  },
  {
    when: 'a member that is missed in an object of the body is put in there',
    about: 'POST /accounts',
    given: ANY,
    status: 400,
    answer: {
      message: 'data.email in body: Required',
      details: [{ location: 'body', name: 'data.email', description: 'Required' }],
    },
    tries: ['POST /accounts {"data":{"key":"k","email":"#"}}'],
  },
  {
    when: 'a member that the refusal names takes the form that it asks for',
    about: 'POST /days',
    given: ANY,
    status: 400,
    answer: { errors: [{ field: 'level', message: 'must be a valid UUID' }] },
    tries: [
      'POST /days {"name":"n","day":"17-05-2024","stay":{"until":"17-05-2024"},"guestId":"g","level":"high"}',
      'POST /days {"name":"n","day":"dd-MM-yyyy","stay":{"until":"dd-MM-yyyy"},"guestId":"g","level":"00000000-0000-4000-8000-000000000001"}',
      'POST /days {"name":"n","day":"dd-MM-yyyy","stay":{"until":"dd-MM-yyyy"},"guestId":"g"}',
      'POST /days {}',
    ],
  },
  { when: 'nor is what lacks a credential', about: 'GET /lines/{id}', status: 401, tries: [] },
  {
    when: 'what may not be seen may not be there: another number is tried',
    about: 'GET /lines/{id}',
    status: 403,
    tries: ['GET /lines/1'],
  },
  {
    when: 'what was handed over may not be seen, and stays',
    about: 'GET /lines/{id}',
    status: 403,
    given: { params: { '/lines/{id}': ['7'] } },
    tries: [],
  },
  {
    when: 'what was handed over stays',
    about: 'GET /lines/{id}',
    status: 404,
    given: { params: { '/lines/{id}': ['7'] } },
    tries: [],
  },
  {
    when: 'what the refusal does not know is left out first, then what services set, then all that is optional',
    about: POST,
    given: ANY,
    status: 400,
    answer: { message: 'Unrecognized field "note"' },
    tries: [
      'POST /users {"id":#,"email":"#","country":"X","ownerId":"o","createdAt":"t"}',
      'POST /users {"email":"#","country":"X","note":"n","ownerId":"o"}',
      'POST /users {"email":"#","country":"X"}',
    ],
  },
  {
    when: 'what may be left out and is mentioned is left out alone, whatever is said of it',
    about: POST,
    given: ANY,
    status: 422,
    answer: { error: 'You cannot give note AND ownerId for one email' },
    tries: [
      'POST /users {"id":#,"email":"#","country":"X","ownerId":"o","createdAt":"t"}',
      'POST /users {"id":#,"email":"#","country":"X","note":"n","createdAt":"t"}',
      'POST /users {"email":"#","country":"X","note":"n","ownerId":"o"}',
      'POST /users {"email":"#","country":"X"}',
    ],
  },
  {
    when: 'a member takes a value that answers have shown',
    about: POST,
    given: ANY,
    status: 422,
    shown: { country: ['NO'] },
    tries: [
      'POST /users {"email":"#","country":"NO","note":"n","ownerId":"o"}',
      'POST /users {"email":"#","country":"X","note":"n","ownerId":"o"}',
      'POST /users {"email":"#","country":"X"}',
      'POST /users {"id":#,"email":"#","country":"NO","note":"n","ownerId":"o","createdAt":"t"}',
    ],
  },
  {
    when: 'a conflict is a reason to make anew what things are told apart by, and nothing else',
    about: POST,
    given: ANY,
    status: 409,
    tries: ['POST /users {"id":#,"email":"#","country":"X","note":"n","ownerId":"o","createdAt":"t"}'],
  },
  {
    when: 'a conflict about what is not there is none about what was sent',
    about: POST,
    given: ANY,
    status: 409,
    answer: { message: 'The country does not exist' },
    tries: [],
  },
  {
    when: 'a list of one number gets a second one, and no other list does',
    about: 'POST /points',
    given: ANY,
    status: 500,
    tries: ['POST /points {"at":[5.5,5.5],"tags":["t"]}'],
  },
  {
    when: 'dates are written as the examples show it, in all places at once',
    about: 'POST /days',
    given: ANY,
    status: 400,
    tries: [
      'POST /days {"name":"n","day":"17-05-2024","stay":{"until":"17-05-2024"},"guestId":"g","level":"high"}',
      'POST /days {}',
    ],
  },
  {
    when: 'a value that the refusal quotes is replaced by one that it lists',
    about: 'POST /days',
    given: ANY,
    status: 400,
    answer: { message: 'No enum constant "high", must be one of [LOW, TOP]' },
    tries: [
      'POST /days {"name":"n","day":"17-05-2024","stay":{"until":"17-05-2024"},"guestId":"g","level":"LOW"}',
      'POST /days {"name":"n","day":"17-05-2024","stay":{"until":"17-05-2024"},"guestId":"g","level":"TOP"}',
      'POST /days {}',
    ],
  },
  {
    when: 'a member that the refusal names is given one of the values that it lists',
    about: 'POST /days',
    given: ANY,
    status: 400,
    answer: { message: "Must specify the level as 'low' or 'top'" },
    tries: [
      'POST /days {"name":"n","day":"17-05-2024","stay":{"until":"17-05-2024"},"guestId":"g","level":"high"}',
      'POST /days {"name":"n","day":"dd-MM-yyyy","stay":{"until":"dd-MM-yyyy"},"guestId":"g","level":"low"}',
      'POST /days {"name":"n","day":"dd-MM-yyyy","stay":{"until":"dd-MM-yyyy"},"guestId":"g"}',
      'POST /days {}',
    ],
  },
  {
    when: 'what may name another thing is no plain number where it might be somebody else’s',
    about: 'POST /days',
    given: { writes: 'own' },
    status: 400,
    answer: { message: 'For input string: "g"' },
    tries: [
      'POST /days {"name":"dfd606a9-n","day":"17-05-2024","stay":{"until":"17-05-2024"},"guestId":"#","level":"high"}',
      'POST /days {"name":"dfd606a9-n"}',
    ],
  },
  {
    when: 'another value stands where the refusal quotes one; then ids of nested things are sent alone, and nothing of them',
    about: 'POST /jobs',
    given: ANY,
    status: 400,
    answer: { message: 'Unable to find Desk with id 69' },
    shown: { deskId: [3] },
    tries: [
      'POST /jobs {"note":"n","deskId":70,"desk":{"deskId":3,"city":"c"},"floor":{"floorId":71}}',
      'POST /jobs {"note":"n","deskId":70,"floor":{"floorId":71}}',
      'POST /jobs {"note":"n","deskId":3,"desk":{"deskId":3}}',
      'POST /jobs {"note":"n","deskId":3}',
      'POST /jobs {}',
      'POST /jobs {"note":"n","deskId":3,"desk":{"deskId":3,"city":"c"},"floor":{"floorId":71}}',
    ],
  },
  ...['/forms', '/parts'].map((path) => ({
    when: `the fields of the form of ${path} are left out, and take other values`,
    about: `POST ${path}`,
    given: ANY,
    status: 400,
    answer: { message: 'Unrecognized field "note"' },
    shown: { city: ['é&'] },
    tries: [
      `POST ${path} city=c+d&count=5&tags=t&tags=u`,
      `POST ${path} city=c+d`,
      `POST ${path} city=%C3%A9%26&count=5&note=n&tags=t&tags=u`,
    ],
  })),
  {
    when: 'content that may be anything is a document',
    about: 'POST /files',
    given: ANY,
    status: 400,
    answer: { message: 'Failed to discover the type of the content.' },
    tries: ['POST /files {}', 'POST /files <a/>'],
  },
  ...[400, 500].map((status) => ({
    when: `a body that is a text is answered ${status}`,
    about: 'POST /texts',
    given: ANY,
    status,
    shown: { id: [17] },
    tries: ['POST /texts {}', 'POST /texts oak', 'POST /texts "17"'],
  })),
  {
    when: 'the text is one of those that are listed',
    about: 'POST /colours',
    given: ANY,
    status: 400,
    tries: [],
  },
  {
    when: 'dates are written as the description says',
    about: 'GET /days',
    status: 400,
    tries: ['GET /days?since=17.05.2024'],
  },
  {
    when: 'what is to be a number is one, where an answer showed one, too',
    about: 'GET /visits/{visit}',
    status: 400,
    answer: { message: 'For input string: "#visit"' },
    shown: { visit: ['x', 7] },
    tries: ['GET /visits/7', 'GET /visits/1', 'GET /visits/x'],
  },
  {
    when: 'an optional parameter is left out, or takes what was shown',
    about: 'GET /users',
    asked: 'with country',
    status: 400,
    shown: { country: ['NO'] },
    tries: ['GET /users', 'GET /users?country=NO'],
  },
  {
    when: 'an id in the query is that of what the path calls so',
    about: 'GET /slips/lookup',
    status: 404,
    shown: { slipid: ['B-1', 'unfit'], id: ['C-3'] },
    tries: ['GET /slips/lookup?id=B-1'],
  },
];

test('an id is replaced, though a request is about its form', async () => {
  const { cases, planning } = await planned('GET /slips/lookup', {});
  const edits: Edit[] = [{ place: 'query', name: 'id', value: 'B-1' }];
  const of = (wanted: string) => cases.filter(({ claim: { probe } }) => probe === wanted);
  const mended = (each: Case) => planning.mended(each, edits);
  expect(of('valid').map((each) => mended(each)?.request.input.query)).toContainEqual([{ name: 'id', value: 'B-1' }]);
  for (const each of of('invalid')) expect(mended(each)?.request.input.query).toEqual(each.request.input.query);
});

describe('of a refused request', () => {
  test.each(TABLE)('$when', async (row) => {
    const { about, asked, status, answer, shown = {}, given = {} } = row;
    const { cases, planning } = await planned(about, given);
    const each = cases.find(({ claim }) => claim.probe === 'valid' && (asked === undefined || claim.name === asked));
    const quoted = JSON.stringify(answer ?? '').replace('#visit', each?.request.values['visit'] ?? '');
    const exchange = each && refused(each, status, answer && JSON.parse(quoted));
    const tries = exchange ? planning.tries(exchange, shown ? found(shown) : NOTHING_FOUND) : [];
    // The names of what is tried hold the case as it was.
    const sent = tries.flatMap(({ edits }) => {
      const mended = each && planning.mended({ ...each, claim: { ...each.claim, name: 'again' } }, edits);
      return mended ? [line(mended)] : [];
    });
    // What nobody has.
    const masked = sent.map((one) => one.replace(/(?!0{8})[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#'));
    expect([...new Set(masked)].filter((one) => !/"id":[012][,}]/.test(one))).toEqual(row.tries);
  });

  test.each<[string, GivenSettings, boolean]>([
    ['GET', ANY, true],
    ['GET', { writes: 'own' }, true],
    ['DELETE', ANY, true],
    ['DELETE', { writes: 'own' }, false],
  ])(
    'a %s of what the run made asks by its name where the id is not found, with %j: %j',
    async (method, given, isAsked) => {
      const { cases, planning } = await planned(`${method} /shelves/{shelf}`, given);
      const each = cases.find(({ claim, waitsFor }) => claim.probe === 'valid' && waitsFor?.needs?.['shelf']);
      const name = each?.waitsFor?.needs?.['shelf']?.from.request.input.like?.['name'];
      expect(name).toEqual(expect.any(String));
      if (!each) return;
      const filled = { ...each, request: { ...each.request, values: { shelf: '7' } } };
      const tries = planning.tries(refused(filled, 404), NOTHING_FOUND);
      const lines = tries.flatMap(({ edits }) => planning.mended(filled, edits) ?? []).map(line);
      expect(lines).toEqual(isAsked ? [`${method} /shelves/${name}`] : []);
      // The next one is asked for by its own name.
      const other = { ...filled, request: { ...filled.request, values: { shelf: '8' } } };
      expect(tries.flatMap(({ edits }) => planning.mended(other, edits) ?? []).map(line)).toEqual(lines);
    },
  );

  test('nothing is sought for a DELETE that may touch what is somebody else’s', async () => {
    const { cases, planning } = await planned('DELETE /lines/{id}', {});
    const [each] = cases.filter(({ claim }) => claim.probe === 'unknown');
    expect(each).toBeDefined();
    expect(each && planning.tries(refused(each, 404), found({ id: [7] }))).toEqual([]);
  });
});

describe('what was taken is the base of later requests', () => {
  const without = (name: string): Edit => ({ place: 'body', name, value: undefined });

  test('of those that show something else', async () => {
    const { cases, planning } = await planned(POST, ANY);
    const other = cases.find(({ claim }) => claim.violation?.subject === '/email');
    const mended = other && planning.mended(other, [without('/note')]);
    expect(mended?.request.input.body?.bytes.toString()).not.toContain('note');
    expect(mended?.claim.violation).toBe(other?.claim.violation);
  });

  test('not of those that show the very place', async () => {
    const { cases, planning } = await planned(POST, ANY);
    const own = cases.find(({ claim }) => claim.violation?.subject === '/note');
    expect(own).toBeDefined();
    expect(own && planning.mended(own, [without('/note')])).toBe(own);
  });

  test('a violation is not mended, and nothing becomes one', async () => {
    const { cases, planning } = await planned(POST, ANY);
    const lacking = cases.find(({ claim }) => claim.violation?.clauseText.startsWith('required: email'));
    expect(lacking).toBeDefined();
    const edit: Edit = { place: 'body', name: '/email', value: 'a@example.org' };
    const mended = lacking && (planning.mended(lacking, [edit]) ?? lacking);
    expect(mended).toBe(lacking);
    const valid = cases.find(({ claim }) => claim.probe === 'valid');
    expect(valid && planning.mended(valid, [without('/email')])).toBeUndefined();
  });

  test.each<[string, string, string | undefined]>([
    ['not of its mistake', '/width', undefined],
    ['of what is beside its mistake', '/note', '{"name":"n","width":1.5}'],
  ])('what a chain sends to be refused is relieved %s', async (_, name, body) => {
    const bed = { type: 'object', properties: { name: text, width: integer, note: text }, required: ['name'] };
    const content = { 'application/json': { schema: bed, example: { name: 'n', width: 3, note: 'n' } } };
    const change = { requestBody: { required: true, content }, responses: ok };
    const beds = {
      '/beds': { post: { ...change, responses: { 201: { description: 'made' } } } },
      '/beds/{id}': { parameters: [id], get: { responses: ok }, put: change, delete: { responses: ok } },
    };
    const { cases, planning } = await planned('PUT /beds/{id}', { ...ANY, selection: () => true }, contractWith(beds));
    const broken = cases.find(({ claim, chain }) => chain?.step === 'refused' && claim.name.includes('a member'));
    expect(broken).toBeDefined();
    const relieved = broken && planning.mended(broken, [without(name)]);
    expect(relieved && String(relieved.request.input.body?.bytes).replace(/n-[0-9a-f]{8}/, 'n')).toBe(body);
  });
});

async function planned(about: string, given: GivenSettings, source: object = contract) {
  const options = { seed: 1, selection: ({ name }: Operation) => name === about, ...given };
  const read = await readOnce(source);
  const { cases } = plan(read, suite, settingsOf(options));
  return {
    cases: cases.filter(({ request }) => request.operation.name === about && !request.method),
    planning: atOnce(beginPlan(read, suite, settingsOf(options))),
  };
}

function refused(each: Case, status: number, answer: unknown = ''): Exchange {
  const body = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer));
  const response = {
    httpVersion: '1.1',
    status,
    statusText: '',
    headers: [],
    interim: [],
    body,
    afterHead: Buffer.alloc(0),
  };
  const request = toRequest(each, { basePath: '' }, []);
  return { index: 1, case: each, request, response, error: null, received: Buffer.alloc(0), durationMs: 1 };
}

/** Writes the fields of a multipart body as those of a form. */
function asForm(body: string): string {
  if (!body.startsWith('--espalier-')) return body;
  const fields = [...body.matchAll(/name="(\w+)"\r\n.*\r\n\r\n(.*)\r\n/g)];
  return String(new URLSearchParams(fields.map(([, name = '', value = '']): [string, string] => [name, value])));
}

function line(each: Case): string {
  const { method, path, body } = toRequest(each, { basePath: '' }, []);
  const sent = asForm(body?.toString() ?? '')
    .replace(/"id":\d{3,}/, '"id":#')
    .replace(/"email":"[^"]*"/, '"email":"#"')
    .replace(/(-[0-9a-f]{8})+"/, '"');
  return `${method} ${path} ${sent}`.trim();
}
