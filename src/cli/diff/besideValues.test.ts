/** What no value shows, and what only another reading, or the meaning of a format, shows. */

import { load } from '../../contract/contract.testing';
import { compareContracts } from './compareContracts';
import { breaksOf, compared, contractFrom, withAnswer, withBody, withParameter } from './diff.testing';

const TEXT = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** A contract whose body is of a media type. */
function content(type: string, media: object, more: Record<string, unknown> = {}) {
  return contractFrom({ requestBody: { required: true, content: { [type]: media } } }, more);
}

/** Returns the notes without the places where they stand. */
async function notesOf(before: object, now: object): Promise<string[]> {
  const { notes } = await compared(before, now);
  return notes.map((note) => note.replace(/ \(\S+( \S+)? → \S+( \S+)?\)$/, ''));
}

const PETS = {
  components: {
    schemas: {
      Cat: object({ kind: TEXT }, { required: ['kind'] }),
      Dog: object({ kind: TEXT, barks: { type: 'boolean' } }, { required: ['kind', 'barks'] }),
    },
  },
};
const REF = (name: string) => `#/components/schemas/${name}`;
const pets = (mapping: object) =>
  contractFrom(
    withBody({
      anyOf: [{ $ref: REF('Cat') }, { $ref: REF('Dog') }],
      discriminator: { propertyName: 'kind', mapping },
    }),
    PETS,
  );
const oauth = (flows: object) =>
  contractFrom(
    { security: [{ login: ['read'] }] },
    { components: { securitySchemes: { login: { type: 'oauth2', flows } } } },
  );
const client = (tokenUrl: string) => ({ clientCredentials: { tokenUrl, scopes: { read: 'reads' } } });
const code = {
  authorizationCode: { authorizationUrl: 'https://a.test/in', tokenUrl: 'https://a.test/t', scopes: { read: 'reads' } },
};
const FORM = 'application/x-www-form-urlencoded';
const tags = object({ tags: { type: 'array', items: TEXT } });

test.each<[string, object, object, string[]]>([
  [
    'a discriminator',
    pets({ cat: REF('Cat'), dog: REF('Dog') }),
    pets({ kitten: REF('Cat'), dog: REF('Dog') }),
    [
      'POST /things/{id}: the body (application/json): `discriminator` has no value cat any more',
      'POST /things/{id}: the body (application/json): `discriminator` has a new value kitten',
    ],
  ],
  [
    'a flow that is gone',
    oauth({ ...client('https://a.test/t'), ...code }),
    oauth(code),
    ['The security scheme login has no flow clientCredentials any more.'],
  ],
  [
    'a new flow',
    oauth(code),
    oauth({ ...client('https://a.test/t'), ...code }),
    ['The security scheme login has a new flow, clientCredentials.'],
  ],
  [
    'where tokens are issued',
    oauth(client('https://a.test/t')),
    oauth(client('https://b.test/t')),
    [
      'The security scheme login issues tokens of the flow clientCredentials at https://b.test/t, and did at https://a.test/t.',
    ],
  ],
  [
    'the type of a part',
    content('multipart/form-data', {
      schema: object({ f: TEXT }),
      encoding: { f: { contentType: 'image/png, image/gif' } },
    }),
    content('multipart/form-data', { schema: object({ f: TEXT }), encoding: { f: { contentType: 'image/png' } } }),
    [
      'POST /things/{id}: the body (multipart/form-data): the part f is of the type image/png, and was of image/png, image/gif.',
    ],
  ],
  [
    'an attribute',
    content('application/xml', { schema: object({ a: TEXT }) }),
    content('application/xml', { schema: object({ a: { ...TEXT, xml: { attribute: true } } }) }),
    ['POST /things/{id}: the body (application/xml): `xml` says {"attribute":true}, and said nothing'],
  ],
  [
    'a format that nobody judges',
    contractFrom(withAnswer(object({ a: TEXT }))),
    contractFrom(withAnswer(object({ a: { ...TEXT, format: 'iban' } }))),
    ['POST /things/{id}: the answer 200 (application/json): `format` says "iban", and said nothing'],
  ],
  [
    'a value of an open list',
    contractFrom(withBody(object({ a: { anyOf: [TEXT, { ...TEXT, enum: ['x', 'y'] }] } }))),
    contractFrom(withBody(object({ a: { anyOf: [TEXT, { ...TEXT, enum: ['x'] }] } }))),
    ['POST /things/{id}: the body (application/json): "y" is not listed any more, though any text is allowed'],
  ],
  [
    'an alternative that another one takes',
    contractFrom(withBody({ oneOf: [{ type: 'integer' }, TEXT] })),
    contractFrom(withBody({ oneOf: [{ type: 'integer' }, { type: 'number' }, TEXT] })),
    [
      'POST /things/{id}: the body (application/json): an alternative of `oneOf` takes all that another one takes, whose values satisfy two of them',
    ],
  ],
  [
    'an operation that is deprecated',
    contractFrom({}),
    contractFrom({ deprecated: true, 'x-sunset': '2027-01-31' }),
    ['POST /things/{id} is deprecated now, and is to end on 2027-01-31.'],
  ],
  [
    'another end',
    contractFrom({ deprecated: true, 'x-sunset': '2027-01-31' }),
    contractFrom({ deprecated: true }),
    ['POST /things/{id} is to end on no day that is said, and was to end on 2027-01-31.'],
  ],
  [
    'a member that is deprecated',
    contractFrom(withBody(object({ a: TEXT }))),
    contractFrom(withBody(object({ a: { ...TEXT, deprecated: true } }))),
    ['POST /things/{id}: the body (application/json): a part is deprecated now'],
  ],
  // XML has names of its own only where XML is written.
  [
    'the XML of a JSON body',
    contractFrom(withBody(object({ a: TEXT }))),
    contractFrom(withBody(object({ a: { ...TEXT, xml: { name: 'b' } } }))),
    [],
  ],
  [
    'descriptions and examples',
    contractFrom(withBody(TEXT)),
    contractFrom(withBody({ ...TEXT, description: 'x', example: 'y' })),
    [],
  ],
])('%s is told, and is no break', async (_name, before, now, notes) => {
  expect(await notesOf(before, now)).toEqual(notes);
  const breaks = await breaksOf(before, now);
  expect(breaks.filter((each) => !each.startsWith('body-ambiguous'))).toEqual([]);
});

test('a field of a form whose list is written otherwise breaks clients, though lenient readers take it', async () => {
  const exploded = content(FORM, { schema: tags });
  const joined = content(FORM, { schema: tags, encoding: { tags: { style: 'form', explode: false } } });
  expect(await notesOf(exploded, joined)).toEqual([
    `POST /things/{id}: the body (${FORM}): the field tags is written in the style form, and was written in the style form, exploded.`,
  ]);
  expect(await breaksOf(exploded, joined)).toEqual([
    expect.stringMatching(/^body-read-otherwise: .* was written tags=\w+&tags=\w+, and is written \w+,\w+$/),
  ]);
});

describe('what both allow and read otherwise', () => {
  const xml = (name: string) => content('application/xml', { schema: object({ a: { ...TEXT, xml: { name } } }) });
  const list = (wrapped: boolean) =>
    content('application/xml', { schema: object({ l: { type: 'array', items: TEXT, xml: { wrapped } } }) });
  const joined = content(FORM, { schema: tags, encoding: { tags: { style: 'form', explode: false } } });
  test.each<[string, object, object, RegExp]>([
    [
      'a member of XML with another name',
      xml('one'),
      xml('other'),
      /\/a of the body \(application\/xml\) is read otherwise: what stood for "\w+" stands for nothing/,
    ],
    [
      'a list of XML that is wrapped',
      list(false),
      list(true),
      /\/l of the body \(application\/xml\) is read otherwise/,
    ],
    [
      'a list of a form that is exploded now',
      joined,
      content(FORM, { schema: tags }),
      /what stood for \["(\w+)","(\w+)"\] stands for \["\1,\2"\]/,
    ],
  ])('%s', async (_name, before, now, message) => {
    const [found, ...more] = await breaksOf(before, now);
    expect(found).toMatch(/^body-read-otherwise: /);
    expect(found).toMatch(message);
    expect(more).toEqual([]);
  });

  test.each([
    ['the same names', xml('one'), xml('one')],
    [
      'the default, written out',
      content(FORM, { schema: tags }),
      content(FORM, { schema: tags, encoding: { tags: { style: 'form', explode: true } } }),
    ],
  ])('not %s', async (_name, before, now) => {
    expect(await breaksOf(before, now)).toEqual([]);
  });
});

describe('`nullable` in OpenAPI 3.1, which does not read it', () => {
  const both = (schema: object) => contractFrom({ ...withBody(schema), ...withAnswer(schema) });
  const unread = both(object({ a: { ...TEXT, nullable: true } }));
  const referring = (more: object) => both(object({ a: { $ref: REF('N'), ...more } }));
  const named = { components: { schemas: { N: TEXT } } };

  test.each<[string, object, object]>([
    ['as a type', unread, both(object({ a: { type: ['string', 'null'] } }))],
    ['as an alternative', unread, both(object({ a: { anyOf: [TEXT, { type: 'null' }] } }))],
    [
      'beside a reference',
      { ...referring({ nullable: true }), ...named },
      both(object({ a: { type: ['string', 'null'] } })),
    ],
    [
      'with an enum',
      both({ ...TEXT, enum: ['a'], nullable: true }),
      both({ type: ['string', 'null'], enum: ['a', null] }),
    ],
    ['as in OpenAPI 3.0', { ...unread, openapi: '3.0.3' }, unread],
  ])('is the same %s', async (_name, before, now) => {
    expect([await breaksOf(before, now), await breaksOf(now, before), await notesOf(before, now)]).toEqual([
      [],
      [],
      [],
    ]);
    expect((await compared(before, now)).unproven).toEqual([]);
  });

  test('is told where it is new, and where it is gone', async () => {
    const plain = both(object({ a: TEXT }));
    const parts = ['the body', 'the answer 200'].map((part) => `POST /things/{id}: ${part} (application/json)`);
    const told = (words: string) => parts.map((part) => `${part}: \`nullable\` ${words}`);
    expect(await notesOf(plain, unread)).toEqual(told('says true, and said nothing'));
    expect(await notesOf(unread, plain)).toEqual(told('says nothing, and said true'));
  });

  test('hides no other break', async () => {
    const strict = both(object({ a: { ...TEXT, maxLength: 2, nullable: true } }));
    expect(await breaksOf(unread, strict)).toEqual([
      'body-narrowed: /a of the body (application/json) must have at most 2 characters',
    ]);
  });
});

test('schemas to which only a discriminator leads are told where they change, with what they refer to', async () => {
  const animals = (leg: object, more: object = {}) =>
    contractFrom(withAnswer({ $ref: REF('Animal') }), {
      components: {
        schemas: {
          Animal: object({ kind: TEXT }, { required: ['kind'], discriminator: { propertyName: 'kind' } }),
          Cat: { allOf: [{ $ref: REF('Animal') }, object({ leg: { $ref: REF('Leg') } })] },
          Lion: { allOf: [{ $ref: REF('Cat') }], description: JSON.stringify(leg) },
          Leg: object({ length: leg }),
          ...more,
        },
      },
    });
  const told = (...words: string[]) =>
    words.map((each) => `POST /things/{id}: the answer 200 (application/json): \`discriminator\` ${each}`);
  const [before, now] = [animals({ type: 'integer' }), animals({ type: 'string' })];
  expect(await notesOf(before, now)).toEqual(
    told('leads to Cat, which says something else now', 'leads to Lion, which says something else now'),
  );
  expect(await notesOf(before, animals({ type: 'integer', description: 'a leg' }))).toEqual([]);
  const dog = { Dog: { allOf: [{ $ref: REF('Animal') }] } };
  expect(await notesOf(before, animals({ type: 'integer' }, dog))).toEqual(told('leads to a new schema, Dog'));
  expect(await notesOf(animals({ type: 'integer' }, dog), before)).toEqual(told('leads to no schema Dog any more'));
});

test.each<[string, object, object, string]>([
  [
    'a format in place of one that nobody judges',
    { format: 'uuid4' },
    { format: 'uuid' },
    '`format` says "uuid", and said "uuid4"',
  ],
  [
    'the schema of what a text holds',
    { contentMediaType: 'application/json', contentSchema: { type: 'object' } },
    { contentMediaType: 'application/json', contentSchema: { type: 'object', required: ['a'] } },
    '`contentSchema` says {"required":["a"],"type":"object"}, and said {"type":"object"}',
  ],
])('%s is told as it is written', async (_name, before, now, words) => {
  const [old, current] = [before, now].map((more) => contractFrom(withAnswer({ ...TEXT, ...more })));
  expect(await notesOf(old as object, current as object)).toEqual([
    `POST /things/{id}: the answer 200 (application/json): ${words}`,
  ]);
});

describe('formats that OpenAPI does not define', () => {
  test.each(['uuid', 'uri', 'ipv4', 'ipv6', 'email', 'hostname', 'duration'])('%s', async (format) => {
    const [without, having] = [object({ a: TEXT }), object({ a: { ...TEXT, format } })];
    expect(await breaksOf(contractFrom(withBody(without)), contractFrom(withBody(having)))).toEqual([
      `request-format-narrowed: /a of the body (application/json) must be of the format ${format}`,
    ]);
    expect(await breaksOf(contractFrom(withAnswer(having)), contractFrom(withAnswer(without)))).toEqual([
      `answer-format-widened: /a of the answer 200 (application/json) need not be of the format ${format}`,
    ]);
    // The other way round it breaks nobody.
    expect(await breaksOf(contractFrom(withBody(having)), contractFrom(withBody(without)))).toEqual([]);
  });

  test('of a parameter', async () => {
    const having = (schema: object) => contractFrom({ parameters: [{ name: 'q', in: 'query', schema }] });
    expect(await breaksOf(having(TEXT), having({ ...TEXT, format: 'uuid' }))).toEqual([
      'request-format-narrowed: the query parameter q must be of the format uuid',
    ]);
    // A number in a path may be read as a text.
    const idOf = (schema: object) => contractFrom({ parameters: [{ name: 'id', in: 'path', required: true, schema }] });
    const either = {
      anyOf: [
        { type: 'integer', minimum: 0 },
        { ...TEXT, format: 'uuid' },
      ],
    };
    expect(await breaksOf(idOf({ type: 'integer' }), idOf(either))).toEqual([
      'request-format-narrowed: the path parameter id must be integer or string',
    ]);
  });
});

describe('an operation that was to end', () => {
  const paths = (gone: object) => ({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { responses: {} } }, ...gone },
  });
  const old = (more: object) => paths({ '/b': { get: { responses: { 200: { description: 'ok' } }, ...more } } });
  test.each<[string, object, string[]]>([
    ['on a day that is over', { deprecated: true, 'x-sunset': '2026-06-30' }, []],
    ['at a moment that is over', { deprecated: true, 'x-sunset': '2026-06-30T12:00:00Z' }, []],
    ['today', { deprecated: true, 'x-sunset': '2026-07-01' }, ['operation-removed']],
    ['later', { deprecated: true, 'x-sunset': '2026-07-02' }, ['operation-removed']],
    ['on no day that is said', { deprecated: true }, ['operation-removed']],
    ['and was not deprecated', { 'x-sunset': '2026-06-30' }, ['operation-removed']],
  ])('%s', async (_name, more, kinds) => {
    const [before, now] = [await load(old(more)), await load(paths({}))];
    const { causes, notes } = compareContracts(before, now, { seed: 1, today: '2026-07-01' });
    expect(causes.map(({ first }) => first.kind)).toEqual(kinds);
    expect(notes).toHaveLength(1 - kinds.length);
  });
});

test('flows of OpenAPI 2.0 are those of 3.0 under other names', async () => {
  const URLS = { authorizationUrl: 'https://a.test/in', tokenUrl: 'https://a.test/t', scopes: { read: 'reads' } };
  const paths = { '/things': { get: { security: [{ o: ['read'] }], responses: { 204: { description: 'd' } } } } };
  const info = { title: 'T', version: '1' };
  const swagger = (flow: object) => ({
    ...{ swagger: '2.0', info, paths },
    securityDefinitions: { o: { type: 'oauth2', ...flow } },
  });
  const openapi = (flows: object) => ({
    ...{ openapi: '3.0.3', info, paths },
    components: { securitySchemes: { o: { type: 'oauth2', flows } } },
  });
  const { tokenUrl: _, ...implicit } = URLS;
  const notesOf = async (before: object, now: object) => (await compared(before, now)).notes;
  expect(await notesOf(swagger({ flow: 'accessCode', ...URLS }), openapi({ authorizationCode: URLS }))).toEqual([]);
  expect(await notesOf(swagger({ flow: 'implicit', ...implicit }), openapi({ implicit }))).toEqual([]);
  const elsewhere = { ...implicit, authorizationUrl: 'https://b.test/in' };
  expect(await notesOf(swagger({ flow: 'implicit', ...implicit }), openapi({ implicit: elsewhere }))).toEqual([
    'The security scheme o, flow implicit: `authorizationUrl` says "https://b.test/in", and said "https://a.test/in".',
  ]);
});

const UUID = { ...TEXT, format: 'uuid' };
const NULL = { type: 'null' };

test.each<[string, object, object]>([
  ['an alternative', { anyOf: [TEXT, NULL] }, { anyOf: [UUID, NULL] }],
  ['an alternative of others', { oneOf: [TEXT, { type: 'integer' }] }, { oneOf: [UUID, { type: 'integer' }] }],
  ['an alternative in place of a list of types', { type: ['string', 'null'] }, { anyOf: [UUID, NULL] }],
  ['a new allOf', TEXT, { allOf: [UUID] }],
  ['items', { type: 'array', items: { anyOf: [TEXT, NULL] } }, { type: 'array', items: { anyOf: [UUID, NULL] } }],
])('a format within %s is told by intent, and refuses nothing to the letter', async (_name, before, now) => {
  const [a, b] = [object({ a: before }), object({ a: now })];
  expect((await breaksOf(contractFrom(withBody(a)), contractFrom(withBody(b)))).map(kindOf)).toEqual([
    'request-format-narrowed',
  ]);
  expect((await breaksOf(contractFrom(withAnswer(b)), contractFrom(withAnswer(a)))).map(kindOf)).toEqual([
    'answer-format-widened',
  ]);
  expect(
    (await breaksOf(contractFrom(withParameter({ schema: before })), contractFrom(withParameter({ schema: now })))).map(
      kindOf,
    ),
  ).toEqual(['request-format-narrowed']);
});

function kindOf(told: string): string {
  return told.split(':')[0] ?? '';
}

test('what an alternative says is told where another one takes any value', async () => {
  const option = (required: string[]) => object({ a: { anyOf: [object({ b: TEXT }, { required }), {}] } });
  const [before, now] = [contractFrom(withBody(option([]))), contractFrom(withBody(option(['b'])))];
  expect(await breaksOf(before, now)).toEqual([]);
  expect(await notesOf(before, now)).toEqual([
    'POST /things/{id}: the body (application/json): an alternative of `anyOf` says something else, beside one that takes any value',
  ]);
});
