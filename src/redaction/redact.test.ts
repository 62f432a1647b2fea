import fc from 'fast-check';
import { runsOf } from '../support/testing/cases.testing';
import { secretsOf } from './redact';

const { redact } = secretsOf({ token: 'to/ken+value=="x"' });

test.each([
  'to/ken+value=="x"',
  'to%2Fken%2Bvalue%3D%3D%22x%22',
  'to%2fken%2bvalue%3d%3d%22x%22',
  'to\\/ken+value==\\"x\\"',
  'to/ken\\u002Bvalue\\u003d\\u003D\\u0022x\\u0022',
])('the token is taken out however it is spelt: %s', (spelling) => {
  expect(redact(`before ${spelling} after`)).toBe('before $ESPALIER_TOKEN after');
});

test.each(['', 'B', 'Be', 'Bearer '])('the token is taken out of base64 behind %j', (before) => {
  const encoded = Buffer.from(`${before}to/ken+value=="x" and more`).toString('base64');
  expect(redact(encoded)).toContain('$ESPALIER_TOKEN');
});

test('a short one is taken out as a word only', () => {
  expect(secretsOf({ token: 't' }).redact('HTTP t; "t" tat')).toBe('HTTP $ESPALIER_TOKEN; "$ESPALIER_TOKEN" tat');
});

test('what the user sends is hidden in its field, and in texts where it is no usual word', () => {
  const headers = [
    ['X-Mode', 'must'],
    ['X-Api-Key', 'key-of-the-tenant'],
    ['Accept', 'application/json'],
  ] as const;
  const secrets = secretsOf({ headers, wrongToken: 'tenant-2' });
  expect(headers.map(([name, value]) => secrets.mask(name, value))).toEqual([
    '$X_MODE',
    '$X_API_KEY',
    'application/json',
  ]);
  expect(secrets.redact('must be application/json: key-of-the-tenant, tenant-2')).toBe(
    'must be application/json: $X_API_KEY, $ESPALIER_WRONG_TOKEN',
  );
});

test('a text that was cut ends before what may be the half of a secret', () => {
  const token = 'a-token-of-some-length';
  const { redact: redactCut } = secretsOf({ token });
  const text = `${'x'.repeat(200)}${token.slice(0, -3)}`;
  expect(redactCut(text, true)).toMatch(/^x{150,200}$/);
  expect(redactCut(text)).toBe(text);
});

const PLACEHOLDER = '$ESPALIER_TOKEN';
const hex = (char: string, digits = 2) => char.charCodeAt(0).toString(16).padStart(digits, '0');

/** One character, in a way in which some program writes it. */
const ESCAPES: readonly ((char: string) => string)[] = [
  (char) => char,
  (char) => char,
  (char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()),
  (char) => (/\w/.test(char) ? char : `\\${char}`),
  (char) => `%${hex(char)}`,
  (char) => `%25${hex(char).toUpperCase()}`,
  (char) => `%2525${hex(char)}`,
  (char) => `%u${hex(char, 4)}`,
  (char) => `&#${char.charCodeAt(0)};`,
  (char) => `&#x${hex(char, 4)};`,
  (char) => `&amp;#${char.charCodeAt(0)};`,
  (char) => `%26%23${char.charCodeAt(0)}%3B`,
  (char) => `\\u${hex(char, 4)}`,
  (char) => `\\\\u${hex(char, 4).toUpperCase()}`,
  (char) => `\\u{${hex(char)}}`,
  (char) => `\\x${hex(char)}`,
  (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
];
/** What may stand between two characters: of UTF-16, of a text that is wrapped, of a dump. */
const GAPS = ['', '', '', '', '\0', '\n', '\r\n\t', '=\r\n', '\\n', '\\u0000', ' '];

const token = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._~+/=!*'()@:,;"<>{}|^`$[\]-]{8,60}[A-Za-z0-9]$/);
const known = token.filter((each) => each.replace(/[^a-z0-9]/gi, '').length >= 16);
const around = fc.constantFrom('', ' ', '"', '{"a":[1,2],"b":"', '<p>', '\n\n', 'Bearer ', ': ', '", ', 'größer ');

/** However each character is written, and whatever stands between two of them. */
const spelt = known.chain((secret) =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...ESCAPES), { minLength: secret.length, maxLength: secret.length }),
      fc.array(fc.constantFrom(...GAPS), { minLength: secret.length, maxLength: secret.length }),
    )
    .map(([escapes, gaps]) => ({
      secret,
      parts: [...secret].map((char, at) => `${escapes[at]?.(char)}${at + 1 < secret.length ? gaps[at] : ''}`),
    })),
);

test('no spelling of a token is left, and nothing else is taken', () => {
  fc.assert(
    fc.property(spelt, around, around, ({ secret, parts }, before, after) => {
      const { redact: each } = secretsOf({ token: secret });
      expect(each(`${before}${parts.join('')}${after}`)).toBe(`${before}${PLACEHOLDER}${after}`);
    }),
    { numRuns: runsOf(80, 300) },
  );
});

test('no beginning of a token is left where a text was cut, however it is spelt', () => {
  fc.assert(
    fc.property(spelt, around, fc.nat(), ({ secret, parts }, before, place) => {
      const { redact: each } = secretsOf({ token: secret });
      const text = parts.join('');
      const left = each(`${before}${text.slice(0, place % text.length)}`, true);
      // A first sign of an escape is nothing of the token yet.
      expect(left.slice(before.length)).not.toMatch(/[a-z0-9]/i);
    }),
    { numRuns: runsOf(80, 300) },
  );
});

/** The whole of a text, in ways that are no escapes. */
const ENCODINGS: readonly ((bytes: Buffer) => string)[] = [
  (bytes) => bytes.toString('hex'),
  (bytes) => bytes.toString('hex').toUpperCase(),
  (bytes) =>
    [...bytes]
      .map((byte) => `0x${byte.toString(16).padStart(2, '0')}`)
      .join(', ')
      .replaceAll('0x', ''),
  (bytes) => bytes.toString('hex').replace(/..(?=.)/g, '$&:'),
  (bytes) => bytes.toString('base64'),
  (bytes) => bytes.toString('base64url'),
  (bytes) => bytes.toString('base64').replace(/.{19}/g, '$&\r\n'),
  (bytes) => encodeURIComponent(bytes.toString('base64')),
  (bytes) => JSON.stringify(bytes.toString('base64').replace(/.{7}/g, '$&\n')).replaceAll('/', '\\/'),
  (bytes) => [...bytes.toString('base64')].map((char) => `&#${char.charCodeAt(0)};`).join(''),
];
const CHARSETS: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le').swap16(),
];

test('nor is it in hexadecimal or in base64, in whatever charset', () => {
  fc.assert(
    fc.property(
      known,
      fc.constantFrom(...CHARSETS),
      fc.constantFrom(...ENCODINGS),
      around,
      around,
      (secret, inCharset, encode, before, after) => {
        const { redact: each } = secretsOf({ token: secret });
        const encoded = encode(inCharset(before + secret + after));
        const redacted = each(encoded);
        expect(redacted).toContain(PLACEHOLDER);
        // What is left is no more than its neighbours, and the characters of base64 that it shares with them.
        const bare = encode(inCharset(before + after)).length + 2 * encode(Buffer.from('xxx')).length + 8;
        expect(redacted.length - PLACEHOLDER.length).toBeLessThanOrEqual(bare);
      },
    ),
    { numRuns: runsOf(80, 300) },
  );
});

test.each(['100%41-of-the-token', 'a&lt;b&amp;c-of-the-token', 'back\\slash\\u0041-token', 'x%2Fy%252Fz-of-the-token'])(
  'a token that holds what looks like an escape: %s',
  (secret) => {
    const { redact: each } = secretsOf({ token: secret });
    for (const spelling of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      expect(each(`a "${spelling}" b`)).toBe(`a "${PLACEHOLDER}" b`);
    }
  },
);

test('a secret of digits is none of the numbers and dates in which its digits stand', () => {
  const { redact: each } = secretsOf({ headers: [['X-Since', '20240131']] });
  const text = '2024-01-31, [2,0,2,4,0,1,3,1], 120240131';
  expect(each(text)).toBe(text);
  expect(each('since 20240131')).toBe('since $X_SINCE');
});

const SECRET = 'k3y/of+the=tenant-9';
const inBase32 = (text: string) => {
  const bits = Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
};
const inFullWidth = (text: string) =>
  text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each<[string, (text: string) => string]>([
  ['a list of its bytes', (text) => JSON.stringify([...Buffer.from(text)])],
  ['a list of its bytes in lines', (text) => JSON.stringify([...Buffer.from(text)], null, 2)],
  ['base64 of base64', (text) => base64(base64(text))],
  ['base64 of base64 for URLs', (text) => base64(Buffer.from(text).toString('base64url'))],
  ['base64 of a field in base64', (text) => base64(`Basic ${base64(`ada:${text}`)}`)],
  ['base32', inBase32],
  ['base32 behind something', (text) => inBase32(`ada:${text}`)],
  ['base32 in small letters', (text) => inBase32(`Bearer ${text}`).toLowerCase()],
  ['full width', inFullWidth],
  [
    'full width, escaped',
    (text) => JSON.stringify(inFullWidth(text)).replace(/[^\0-~]/g, (char) => `\\u${hex(char, 4)}`),
  ],
])('it is taken out of %s', (_, write) => {
  const { redact: each } = secretsOf({ token: SECRET });
  const text = write(SECRET);
  const left = each(`[before] ${text} [after]`);
  expect(left).toContain(PLACEHOLDER);
  // What is left is what its neighbours decide.
  expect(left.length - '[before]  [after]'.length - PLACEHOLDER.length).toBeLessThan(28);
  const other = write('another-that-is-none');
  expect(each(other)).toBe(other);
});

test('one in other letters is taken out as it is, escaped, and in percent', () => {
  const { redact: each } = secretsOf({ token: 'пароль-я' });
  const escaped = 'пароль-я'.replace(/[^\0-~]/g, (char) => `\\u${hex(char, 4)}`);
  for (const text of ['пароль-я', escaped, encodeURIComponent('пароль-я'), base64('пароль-я')])
    expect(each(`"${text}"`)).toContain(`"${PLACEHOLDER}`);
  expect(each('"порталь-я"')).toBe('"порталь-я"');
});

test.each(['token', 'a', 'get', '204', 'contract'])(
  'our own sentences keep their words where a secret is %s',
  (token) => {
    const { sentence, redact: each } = secretsOf({ token });
    const text = 'a token that the contract does not get: 204';
    expect(sentence(text)).toBe(text);
    expect(sentence(`the name "${token}" is repeated, /${token} too`)).toBe(
      `the name "${PLACEHOLDER}" is repeated, /${PLACEHOLDER} too`,
    );
    expect(each(text)).toContain(PLACEHOLDER);
  },
);

test('names of the contract stay names, and are no values', () => {
  const { redact: each } = secretsOf({ token: 'token', names: () => new Set(['token']) });
  for (const text of [
    '{"token": 1}',
    '{\\"token\\":1}',
    'token=1&x=2',
    'name="token"',
    '<token>1</token>',
    '<a:token/>',
  ])
    expect(each(text)).toBe(text);
  expect(each('{"token":"token","x":["token"]}')).toBe(`{"token":"${PLACEHOLDER}","x":["${PLACEHOLDER}"]}`);
  expect(each('a=token&token=token')).toBe(`a=${PLACEHOLDER}&token=${PLACEHOLDER}`);
  expect(secretsOf({ token: 'token' }).redact('{"token":1}')).toBe(`{"${PLACEHOLDER}":1}`);
});

test('a thousand secrets are looked for in a large text within a bounded time', () => {
  const others = Array.from(
    { length: 1000 },
    (_, at) => [at % 2 ? `s-${at}` : `secret-number-${at}-${at * 7919}`, '$X'] as const,
  );
  const { redact: each } = secretsOf({ others });
  const text = `${JSON.stringify(Array.from({ length: 3000 }, (_, at) => ({ at, text: `%41&amp;\\u0041 ${at * 31}` })))}s-1 secret-number-998-${998 * 7919}`;
  // The time of this process: on a busy machine that of the clock says nothing.
  const started = process.cpuUsage();
  for (let round = 0; round < 5; round++) expect(each(text).endsWith(']$X $X')).toBe(true);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
});

describe('a secret that is an ordinary word leaves our own sentences alone', () => {
  const names = () => new Set(['id', 'name']);
  test.each([
    ['id', 'without id: /things/0/id must be integer', 'without id: /things/0/id must be integer'],
    ['must', '/name must be one of "must"', '/name must be one of "$ESPALIER_TOKEN"'],
    ['get', 'GET /things/get is not /name', 'GET /things/$ESPALIER_TOKEN is not /name'],
    ['a', 'a token, in "a" and in /a', 'a token, in "$ESPALIER_TOKEN" and in /$ESPALIER_TOKEN'],
    ['//', 'it is at //', 'it is at $ESPALIER_TOKEN'],
  ])('%s', (token, text, found) => {
    expect(secretsOf({ token, names }).sentence(text)).toBe(found);
  });
});
