import { formatMistake, placeOf } from './clause';

const far = { file: 'a.json', line: 1, column: 334505, pointer: '#/paths/~1a' };

test('a place in a contract of one line is told with its pointer, too', () => {
  expect(placeOf(far)).toBe('a.json:1:334505 #/paths/~1a');
  expect(formatMistake({ ...far, message: 'It is wrong.' })).toBe('a.json:1:334505 #/paths/~1a: It is wrong.');
});

test('a place that an editor shows is told by its line alone', () => {
  expect(placeOf({ ...far, column: 9 })).toBe('a.json:1:9');
  expect(placeOf({ ...far, line: 18 })).toBe('a.json:18:334505');
});
