import { type Evidence, isImprobable, isProvable, standingOf } from './ownership';

/** A 201 that names a new thing in its own representation, which shows the text that was sent. */
const PLAIN: Evidence = {
  status: 201,
  isDeclared: true,
  source: 'representation',
  isChosen: false,
  isImprobable: false,
  before: 'unlisted',
  isNew: false,
  mayBeOld: false,
  isTrusted: false,
  isNamedTwice: false,
  hasText: true,
  isEchoed: true,
  found: 'unknown',
};

/** The same without a text of its own. */
const TEXTLESS: Partial<Evidence> = { hasText: false, isEchoed: false, isNew: true };

test.each<[string, Partial<Evidence>, string]>([
  ['a 201 that shows what was sent', {}, 'made'],
  ['a declared 200 that shows what was sent', { status: 200 }, 'made'],
  ['a 200 that the contract does not declare', { status: 200, isDeclared: false }, 'perhaps'],
  ['a 200 that may be about what was there', { status: 200, mayBeOld: true, found: 'text' }, 'perhaps'],
  ['a number that may count within what it was made in alone', { mayCountWithin: true }, 'perhaps'],
  ['a refusal', { status: 409 }, 'nothing'],
  ['a redirection', { status: 303 }, 'nothing'],
  ['what a list or a GET showed before', { before: 'showed' }, 'nothing'],
  ['what two answers name', { isNamedTwice: true }, 'perhaps'],
  ['what a GET shows with something else, whatever the answer said', { found: 'else' }, 'perhaps'],
  ['what the answer does not show, and a GET does', { isEchoed: false, found: 'text' }, 'made'],
  ['what neither shows', { isEchoed: false, found: 'missing' }, 'perhaps'],
  ['what shows in the answer, and is not there yet', { found: 'missing' }, 'made'],
  ['a bare number', { source: 'scalar', isEchoed: false }, 'perhaps'],
  ['a bare number by which a GET finds what was sent', { source: 'scalar', isEchoed: false, found: 'text' }, 'made'],
  ['a link to something else in the answer', { source: 'link' }, 'perhaps'],
  ['a link by which a GET finds what was sent', { source: 'link', found: 'text' }, 'made'],
  ['a Location beside a body that shows what was sent', { source: 'location' }, 'made'],
  ['a key that the client chose out of few', { isChosen: true }, 'perhaps'],
  ['a key that nothing else has', { isChosen: true, isImprobable: true }, 'made'],
  ['a key that a GET did not find before', { isChosen: true, before: 'absent' }, 'made'],
  ['without a text, what a list shows since', TEXTLESS, 'made'],
  ['without a text, what no list showed', { ...TEXTLESS, isNew: false }, 'perhaps'],
  ['without a text, a 200', { ...TEXTLESS, status: 200 }, 'perhaps'],
  [
    'without a text, a 200, where such answers were proven, and which shows what was sent',
    { ...TEXTLESS, status: 200, isTrusted: true, found: 'text' },
    'made',
  ],
  ['the same, of what nobody saw', { ...TEXTLESS, status: 200, isTrusted: true }, 'perhaps'],
  [
    'the same, of what no list showed',
    { ...TEXTLESS, status: 200, isTrusted: true, found: 'text', isNew: false },
    'perhaps',
  ],
  ['the same, of what was there', { ...TEXTLESS, status: 200, isTrusted: true, before: 'showed' }, 'nothing'],
  ['without a text, a key that the client chose', { ...TEXTLESS, isChosen: true, before: 'absent' }, 'perhaps'],
  ['a PUT to a name that nothing has', { source: 'path', isImprobable: true, before: 'unknown' }, 'made'],
  ['a PUT to a name that a GET did not find', { source: 'path', before: 'absent' }, 'made'],
  ['a PUT to a name that nobody looked for', { source: 'path', before: 'unknown' }, 'perhaps'],
  ['a PUT to a name that a GET found', { source: 'path', isImprobable: true, before: 'showed' }, 'nothing'],
])('of %s', (_, more, expected) => {
  expect(standingOf({ ...PLAIN, ...more }).is).toBe(expected);
});

test('a look can prove what lacks nothing but that', () => {
  expect(isProvable({ ...PLAIN, isEchoed: false })).toBe(true);
  expect(isProvable({ ...PLAIN, isEchoed: false, isNamedTwice: true })).toBe(false);
  expect(isProvable(PLAIN)).toBe(false);
});

test.each([
  ['388a9218-c3ce-4a41-a01c-29482187676a', true],
  ['none-29c07019ecc6a5ed329fc911', true],
  ['5764607523034234881', true],
  ['1879048193', true],
  ['EUR', false],
  ['7', false],
  ['1000', false],
  ['2147483647', false],
  ['9223372036854775807', false],
  ['-9223372036854775808', false],
])('of %s chance alone is the reason: %s', (text, expected) => {
  expect(isImprobable(text)).toBe(expected);
});
