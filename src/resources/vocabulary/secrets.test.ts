import {
  holdsCredential,
  isSecretByName,
  letsInByItself,
  mayBeMasked,
  mayBeSecret,
  mayLetIn,
  secretNamesIn,
} from './secrets';

/** Whether nobody should see it, whether it may be secret, may let somebody in, may be shown in another form, and is how credentials are sent. */
test.each<[name: string, secret: boolean, perhaps: boolean, letsIn: boolean, masked: boolean, credential: boolean]>([
  ['Authorization', true, false, false, false, true],
  ['Cookie', true, true, true, true, true],
  ['Set-Cookie', true, true, true, true, false],
  ['X-Api-Key', true, true, true, true, true],
  ['X-Auth-Token', true, true, true, true, true],
  ['access_token', true, true, true, true, true],
  ['clientSecret', true, true, true, true, false],
  ['password', true, true, true, true, false],
  ['new_passwd', true, true, true, true, false],
  ['passphrase', true, true, true, true, false],
  ['passwordHash', false, true, true, true, false],
  ['nextPageToken', false, true, true, true, true],
  ['sessionId', false, true, true, true, false],
  ['card_pin', false, true, true, true, false],
  ['iban', false, true, true, true, false],
  ['key', false, false, true, true, false],
  ['keyboard', false, false, true, false, false],
  ['cardNumber', false, false, false, true, false],
  ['postCode', false, false, false, true, false],
  ['passengerId', false, false, false, false, false],
  ['compass', false, true, true, true, false],
  ['spin', false, false, false, false, false],
  ['name', false, false, false, false, false],
])('%s', (name, ...expected) => {
  expect([isSecretByName(name), mayBeSecret(name), mayLetIn(name), mayBeMasked(name), holdsCredential(name)]).toEqual(
    expected,
  );
});

test('a text that is longer than a name is no name of a secret', () => {
  expect(isSecretByName(`${'x'.repeat(95)}_token`)).toBe(false);
  expect(isSecretByName(`${'x'.repeat(94)}_token`)).toBe(true);
});

test.each<[text: string, names: readonly string[]]>([
  ['{"api_key": "x", "access-token": "y", "client_secret": "z"}', ['api_key', 'access-token', 'client_secret']],
  ['the password is hidden, the tokens too', ['password', 'tokens']],
  ['a key and a keyboard, page-token', []],
  ['token token', ['token']],
])('in %s are the names %j', (text, names) => {
  expect(secretNamesIn(text)).toEqual(names);
});

test.each([
  ['access_token', true],
  ['jwt', true],
  ['apiKey', true],
  ['id_token', true],
  ['refresh_token', false],
  ['csrfToken', false],
  ['resetToken', false],
  ['clientSecret', false],
  ['password', false],
  ['nextPageToken', false],
  ['name', false],
])('a member %s of an answer lets somebody in by itself: %j', (name, expected) => {
  expect(letsInByItself(name)).toBe(expected);
});
