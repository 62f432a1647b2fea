import { parse } from 'yaml';
import type { ContractEdit } from './amendment';
import { editText } from './editText';
import { applyEdit } from './toOverlay';

const set = (tokens: string, value: unknown): ContractEdit => edit(tokens, { set: value });
const append = (tokens: string, value: unknown): ContractEdit => edit(tokens, { append: value });
const remove = (tokens: string): ContractEdit => edit(tokens, { remove: true });
const take = (tokens: string, value: unknown): ContractEdit => edit(tokens, { take: value });

function edit(tokens: string, change: ContractEdit['change']): ContractEdit {
  return { file: '', tokens: tokens.split(' '), change };
}

const YAML = `# the whole
type: object   # an object
required:
  - id
  - name   # always
properties:
  id: { type: integer }

  # what people call it
  name:
    type: string
    enum:
    - "a"
    - "b"
  "404": {}
empty:
list: [one, two]
steps:
  - required: [id]
    type: object
`;

test.each<readonly [string, ContractEdit, readonly (readonly [string, string])[]]>([
  [
    'adds a member after the last',
    set('properties name maxLength', 5),
    [['    - "b"\n', '    - "b"\n    maxLength: 5\n']],
  ],
  [
    'adds a member in braces',
    set('properties id format', 'int64'),
    [['{ type: integer }', '{ type: integer, format: int64 }']],
  ],
  ['adds to empty braces', set('properties 404 type', 'string'), [['"404": {}', '"404": { type: string }']]],
  ['replaces a value, and keeps the comment', set('type', 'array'), [['type: object   #', 'type: array   #']]],
  [
    'replaces a text by a list',
    set('properties name type', ['string', 'null']),
    [['type: string', 'type: [string, "null"]']],
  ],
  [
    'replaces an object',
    set('properties id', { nullable: true, allOf: [{ $ref: '#/x' }] }),
    [['{ type: integer }', '{ nullable: true, allOf: [{ $ref: "#/x" }] }']],
  ],
  [
    'replaces an object of several lines',
    set('properties name', { type: 'string' }),
    [['type: string\n    enum:\n    - "a"\n    - "b"', 'type: string']],
  ],
  ['gives a member its first value', set('empty a', { b: 1 }), [['empty:\n', 'empty:\n  a:\n    b: 1\n']]],
  [
    'adds what is to hold a value',
    set('info contact name', 'me'),
    [['    type: object\n', '    type: object\ninfo:\n  contact:\n    name: me\n']],
  ],
  ['appends an item', append('properties name enum', 'c d: e'), [['    - "b"\n', '    - "b"\n    - "c d: e"\n']]],
  ['appends an item in brackets', append('list', null), [['[one, two]', '[one, two, null]']]],
  ['takes an item out', take('required', 'id'), [['  - id\n', '']]],
  ['takes the last item out, with its comment', take('required', 'name'), [['  - name   # always\n', '']]],
  ['takes an item out of brackets', take('list', 'one'), [['[one, two]', '[two]']]],
  ['takes the last item out of brackets', take('list', 'two'), [['[one, two]', '[one]']]],
  ['takes a member out with its only item', take('steps 0 required', 'id'), [['- required: [id]\n    type', '- type']]],
])('%s', (_, change, changes) => {
  const wanted = changes.reduce((text, [from, to]) => text.replace(from, to), YAML);
  const edited = editText(YAML, [change]);
  expect(edited).toBe(wanted);
  const value = parse(YAML) as object;
  applyEdit(value, change);
  expect(parse(edited)).toEqual(value);
});

const STATUSES = `responses:
  # all went well
  200:
    description: fine
  404: { description: none }
  default:
    description: else
`;

test.each<readonly [string, string, readonly [string, string]]>([
  ['between the others', '400', ['    description: fine\n', '    description: fine\n  400:\n    description: new\n']],
  ['after the last', '409', ['none }\n', 'none }\n  409:\n    description: new\n']],
  ['above the first', '102', ['  # all', '  102:\n    description: new\n  # all']],
])('a status is put %s, in the style of the others', (_, status, [from, to]) => {
  const change = set(`responses ${status}`, { description: 'new' });
  expect(editText(STATUSES, [change])).toBe(STATUSES.replace(from, to));
  const quoted = (text: string) => text.replace(/(\d{3}):/g, "'$1':");
  expect(editText(quoted(STATUSES), [change])).toBe(quoted(STATUSES.replace(from, to)));
});

test('statuses that stand in no order get a new one at the end', () => {
  expect(editText('404: {}\n200: {}\n', [set('300', { a: 1 })])).toBe('404: {}\n200: {}\n300:\n  a: 1\n');
});

test('what belongs to a type is written below it', () => {
  const text = 'a:\n  type: object\n  properties:\n    b: { type: string, description: c }\n';
  expect(editText(text, [set('a nullable', true), set('a properties b nullable', true)])).toBe(
    'a:\n  type: object\n  nullable: true\n  properties:\n    b: { type: string, nullable: true, description: c }\n',
  );
});

test.each([
  ['at the key', 'x:\n  type:\n  - a\n', "  type:\n  - string\n  - 'null'\n"],
  ['further in', 'x:\n    type:\n      - a\n', "  type:\n    - string\n    - 'null'\n"],
  ['in brackets, as another does', 'x:\n  type:\n  - a\nz:\n  type: [b]\n', "  type: [string, 'null']\n"],
])('a text becomes a list as the file has them: %s', (_, others, wanted) => {
  const edited = editText(`${others}y:\n  type: string\n`, [set('y type', ['string', 'null'])]);
  expect(edited).toBe(`${others}y:\n${wanted}`);
});

test('an empty object becomes lines where an object is put into it', () => {
  const text = 'a:\n  content: {}\n  other: { content: {} }\n';
  expect(editText(text, [set('a content x/y', { schema: { type: 'object' } })])).toBe(
    'a:\n  content:\n    x/y:\n      schema:\n        type: object\n  other: { content: {} }\n',
  );
  expect(editText(text, [set('a other content x', { y: 1 })])).toContain('other: { content: { x: { y: 1 } } }');
});

test.each<readonly [string, string, ContractEdit, string]>([
  [
    'above the next member, in a block',
    'name:\n  # how long\n  maxLength: 5 # a short one\n  # about the type\n  type: string\n',
    remove('name maxLength'),
    'name:\n  # how long\n  # about the type\n  type: string\n',
  ],
  [
    'above the next member, where the first stands behind a dash',
    'allOf:\n  - maxLength: 5 # a short one\n    # about the type\n    type: string\n',
    remove('allOf 0 maxLength'),
    'allOf:\n  - # about the type\n    type: string\n',
  ],
  [
    'above the next member, where what goes has several lines',
    'name:\n  enum:\n    - a\n    - b # the last\n\n  # about the type\n  type: string\n',
    remove('name enum'),
    'name:\n\n  # about the type\n  type: string\n',
  ],
  [
    'below the last member',
    'name:\n  type: string # text\n  # how long\n  maxLength: 5 # a short one\n# about the other\nother: {}\n',
    remove('name maxLength'),
    'name:\n  type: string # text\n  # how long\n# about the other\nother: {}\n',
  ],
  [
    'in braces of several lines',
    'name: {\n  maxLength: 5, # a short one\n  # about the type\n  type: string\n}\n',
    remove('name maxLength'),
    'name: {\n  # about the type\n  type: string\n}\n',
  ],
  [
    'beside the member before the last in braces',
    'name: {\n  type: string, # text\n  maxLength: 5 # a short one\n}\n',
    remove('name maxLength'),
    'name: {\n  type: string # text\n}\n',
  ],
  [
    'beside the member before the last, where the brace stands behind that',
    'name: { type: string, # text\n  maxLength: 5 }\n',
    remove('name maxLength'),
    'name: { type: string # text\n   }\n',
  ],
  [
    'above the next item of a list in brackets',
    'enum: [\n  a, # the first\n  # about b\n  b\n]\n',
    take('enum', 'a'),
    'enum: [\n  # about b\n  b\n]\n',
  ],
])('comments stay %s', (_, before, edit, after) => {
  expect(editText(before, [edit])).toBe(after);
  expect(() => parse(after)).not.toThrow();
});

test.each([
  ['{"maxLength": 5,\n "type": "string"}', '{"type": "string"}'],
  ['{ "maxLength": 5, "type": "string" }', '{ "type": "string" }'],
  ['{"type": "string" , "maxLength": 5}', '{"type": "string"}'],
  [
    '{\n    "type": "string"\n  , "maxLength": 5\n  , "pattern": "#"\n}',
    '{\n    "type": "string"\n  , "pattern": "#"\n}',
  ],
  ['{ type: string, "maxLength": 5, }', '{ type: string, }'],
])('a member is taken out of %j', (before, after) => {
  expect(editText(before, [remove('maxLength')])).toBe(after);
});

test('an edit that stands twice is made once', () => {
  expect(editText('a: [1]\n', [append('a', 2), append('a', 2)])).toBe('a: [1, 2]\n');
});

test('a later edit changes what an earlier one added', () => {
  const edits = [set('a', { b: [1] }), append('a b', 2), set('a c', 3)];
  expect(editText('x: 1\n', edits)).toBe('x: 1\na:\n  b:\n    - 1\n    - 2\n  c: 3\n');
});

test('JSON that a program has written is written again in the same way', () => {
  const text = `${JSON.stringify({ a: { b: [1, 2] }, c: 'd' }, null, '\t')}\n`;
  expect(editText(text, [set('a e', 5), take('a b', 1)])).toBe(
    `${JSON.stringify({ a: { b: [2], e: 5 }, c: 'd' }, null, '\t')}\n`,
  );
});

test('JSON in a style of its own keeps it', () => {
  const text = '{ "a": {"b": [1, 2]},\n  "c": "d" }\n';
  expect(editText(text, [set('a e', { f: 'g' }), append('a b', 3), set('c', null)])).toBe(
    '{ "a": {"b": [1, 2, 3], "e": {"f":"g"}},\n  "c": null }\n',
  );
});

test('JSON with each member on a line gets further ones on lines', () => {
  const text = '{\n\t"a": {\n\t\t"b": "\\u003c"\n\t},\n\t"c": [\n\t\t1\n\t]\n}\n';
  expect(editText(text, [set('a e', { f: 'g' }), append('c', 2)])).toBe(
    '{\n\t"a": {\n\t\t"b": "\\u003c",\n\t\t"e": {\n\t\t\t"f": "g"\n\t\t}\n\t},\n\t"c": [\n\t\t1,\n\t\t2\n\t]\n}\n',
  );
});

test('says which place is not there', () => {
  expect(() => editText('a: 1\n', [append('b c', 1)])).toThrow('the file has nothing at /b/c');
});

test('a file that is not strict YAML keeps what is not strict', () => {
  const text = 'a:\n  b: "one\n  two"\n  c: [\n    x\n  ]\nd: 1\n';
  expect(editText(text, [set('a e', true)])).toBe('a:\n  b: "one\n  two"\n  c: [\n    x\n  ]\n  e: true\nd: 1\n');
});

test('a name that stands twice in JSON is left as it is', () => {
  const text = '{"a": 1, "a": 2, "b": {"c": 1}}';
  expect(editText(text, [set('b d', 2)])).toBe('{"a": 1, "a": 2, "b": {"c": 1, "d": 2}}');
});
