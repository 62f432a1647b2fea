import { kindsSaid, quotes, textsOfRefusal, valuesSaid } from './saidForms';

test.each([
  ['For input string: "abc"', ['1', '0', '2']],
  ["Failed to convert value of type 'java.lang.String' to required type 'java.lang.Long'", ['1', '0', '2']],
  ['Invalid UUID string: abc', ['00000000-0000-4000-8000-000000000001']],
  ["Text 'abc' could not be parsed at index 0", ['2024-05-17', '2024-05-17T10:25:40Z', '2024-05-17T10:25:40']],
  ["time data 'abc' does not match format '%d/%m/%Y'", ['17/05/2024']],
  ['String "abc": not one of the values accepted for Enum class: [OPEN, CLOSED]', ['OPEN', 'CLOSED']],
  ["Input should be 'a', 'b' or 'c'", ['a', 'b', 'c']],
  ['status must be one of [open, shut]', ['open', 'shut']],
  ["Must specify format of contents as 'text' or 'base64'", ['text', 'base64']],
  ['a size is "s", "m" or "l"', ['s', 'm', 'l']],
  ['invalid webhook URL: parse "abc": invalid URI for request', ['https://example.org/']],
  ["invalid filter: undeclared reference to 'abc'", ['true']],
  ['Invalid cron expression: abc', ['0 0 * * *']],
  ['Kind not recognised: must be one of Native, Master or Slave', ['Native', 'Master', 'Slave']],
  ['expected one of the following words and more', []],
  ["neither 'a' nor 'b'", []],
  ['Not a valid credit card number', ['4111111111111111']],
  ['no', []],
  ['The name must be (at least) a word', []],
])('the refusal %j asks for %j', (said, values) => {
  expect(valuesSaid(said)).toEqual(values);
});

test.each([
  ['For input string: "abc"', 'abc', true],
  ['Invalid UUID string: abc', 'abc', true],
  ["invalid literal for int() with base 10: 'abc'", 'abc', true],
  ['the abc is wrong', 'abc', false],
  ['abcd: "xabc"', 'abc', false],
  ['error 1 of 1', '1', false],
])('whether %j quotes %j: %j', (said, sent, isQuoted) => {
  expect(quotes(said, sent)).toBe(isQuoted);
});

test('a refusal has the texts of its JSON, without the names of its members', () => {
  const json = '{"message":"For input string: \\"abc\\"","timestamp":{"at":"now"}}';
  expect(textsOfRefusal({ body: Buffer.from(json) })).toEqual(['For input string: "abc"', 'now']);
  expect(textsOfRefusal({ body: Buffer.from('<p>For input string: &quot;abc&quot;</p>') })).toEqual([
    ' For input string: "abc" ',
  ]);
});

test.each([
  ['invalid memo name: invalid request "abc"', ['memo']],
  ['invalid attachment id: "abc"', ['attachment']],
  ['invalid name', []],
  ['the name is invalid', []],
])('%j wants the names of %j', (said, kinds) => {
  expect(kindsSaid(said)).toEqual(kinds);
});
