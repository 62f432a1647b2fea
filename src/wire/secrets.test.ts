import { secretsOf } from './secrets';

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
  expect(redactCut(text, true)).toBe('x'.repeat(text.length - 6 * token.length));
  expect(redactCut(text)).toBe(text);
});
