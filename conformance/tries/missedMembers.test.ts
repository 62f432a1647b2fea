import { memberNamed, membersMissed } from './missedMembers';

test.each([
  ['firstName must not be blank, lastName must not be blank', ['firstName', 'lastName']],
  ["email can't be blank", ['email']],
  ['The title field is required.', ['title']],
  ["'colour' is a required property", ['colour']],
  ["must have required property 'colour'", ['colour']],
  ['Missing required fields: zipCode, state', ['zipCode', 'state']],
  ['missing required field: zip', ['zip']],
  ['Missing fields: a1, b2 and c3', ['a1', 'b2', 'c3']],
  ['The value must not be null', []],
  ['This field is required', []],
  ['a body is required', []],
  ['No user of this name exists', []],
  ['Bad Request', []],
])('%j misses %j', (said, names) => {
  expect(membersMissed(said).map(({ name }) => name)).toEqual(names);
});

test.each([
  [['body', 'first_name'], '/first_name'],
  [['first_name'], '/first_name'],
  [['/data/name'], '/name'],
  [['body', 'address', 'city'], undefined],
  [['query', 'limit'], undefined],
  [['body'], undefined],
  [['0'], undefined],
])('the path %j names the member %j', (path, name) => {
  expect(memberNamed(path)).toBe(name);
});

test.each([
  [['data.id'], ['', '/data'], '/data/id'],
  [['body', 'data', 'id'], ['', '/data'], '/data/id'],
  [['/owner/name'], ['/owner'], '/owner/name'],
  [['data.id'], [''], '/id'],
  [['id'], ['', '/data'], '/id'],
  [['id'], ['/data'], undefined],
  [['data', 'owner', 'id'], ['', '/data'], undefined],
])('in a body with further members of %2$j, the path %1$j names %3$j', (path, objects, pointer) => {
  expect(memberNamed(path, objects)).toBe(pointer);
});
