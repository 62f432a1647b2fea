import { formatAlike, formatMistake, placeOf } from './clause';

const far = { file: 'a.json', line: 1, column: 334505, pointer: '#/paths/~1a' };

test('a place in a contract of one line is told with its pointer, too', () => {
  expect(placeOf(far)).toBe('a.json:1:334505 #/paths/~1a');
  expect(formatMistake({ ...far, message: 'It is wrong.' })).toBe('a.json:1:334505 #/paths/~1a: It is wrong.');
});

test('a place that an editor shows is told by its line alone', () => {
  expect(placeOf({ ...far, column: 9 })).toBe('a.json:1:9');
  expect(placeOf({ ...far, line: 18 })).toBe('a.json:18:334505');
});

test('what is said of several places is one line', () => {
  const at = (line: number, message: string, file = 'a.yaml') => ({ file, line, column: 2, pointer: '#', message });
  const many = Array.from({ length: 9 }, (_, line) => at(line + 10, 'It is odd.'));
  expect(formatAlike([at(1, 'It is odd.'), at(3, 'It is new.')], ' (a warning)')).toEqual([
    'a.yaml:1:2: It is odd. (a warning)',
    'a.yaml:3:2: It is new. (a warning)',
  ]);
  expect(formatAlike([at(1, 'It is odd.'), at(3, 'It is odd.'), at(5, 'It is odd.', 'b.yaml')], '')).toEqual([
    'a.yaml:1:2: It is odd. Also at 3:2.',
    'b.yaml:5:2: It is odd.',
  ]);
  expect(formatAlike(many, '')).toEqual(['a.yaml:10:2: It is odd. Also at 11:2, 12:2, 13:2 and 5 more.']);
});
