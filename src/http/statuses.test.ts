import { endsWithHead, isSuccess, isWithoutContent, mayRefuseContent } from './statuses';

test.each([
  [199, false, false, false],
  [200, true, false, false],
  [204, true, true, true],
  [205, true, false, true],
  [299, true, false, false],
  [300, false, false, false],
  [304, false, true, true],
  [Number('2XX'), false, false, false],
])('%d: success %s, ends with its head %s, without content %s', (status, success, ends, without) => {
  expect([isSuccess(status), endsWithHead(status), isWithoutContent(status)]).toEqual([success, ends, without]);
});

test.each([400, 404, 413, 414, 415, 422])('a %d may refuse what a request holds', (status) => {
  expect(mayRefuseContent(status)).toBe(true);
});

test.each([200, 302, 401, 403, 409, 412, 429, 500, 503])('a %d refuses nothing for what it holds', (status) => {
  expect(mayRefuseContent(status)).toBe(false);
});
