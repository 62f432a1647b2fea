import type { SourceFile } from '../../contract/document/files';
import { PlainSchema } from '../../contract/schema/schema';
import { createNumbers } from './keywordNumbers';

const file: SourceFile = { path: '/a.yaml', text: '', value: {} };
const schemaAt = (pointer: string, keywords: object) =>
  new PlainSchema({ value: keywords, file, pointer }, keywords as never);

test('keywords at one place have one number, also where another way to it leads to more of them', () => {
  const numbers = createNumbers();
  const one = schemaAt('#/a', { maxLength: 1 });
  const more = schemaAt('#/a', { maxLength: 1, minLength: 0, pattern: 'a' });
  const other = schemaAt('#/b', { maxLength: 1 });
  const of = [
    numbers.of(one, 'maxLength'),
    numbers.of(other, 'maxLength'),
    numbers.of(more, 'maxLength'),
    numbers.of(more, 'minLength'),
    numbers.of(more, 'pattern'),
  ];
  expect(of[2]).toBe(of[0]);
  expect(new Set(of).size).toBe(4);
  expect(of.map((number) => `${numbers.schemaOf(number).place.pointer} ${numbers.keywordOf(number)}`)).toEqual([
    '#/a maxLength',
    '#/b maxLength',
    '#/a maxLength',
    '#/a minLength',
    '#/a pattern',
  ]);
  expect(of.map((number) => numbers.placeOf(number).split(' ')[1])).toEqual([
    '#/a/maxLength',
    '#/b/maxLength',
    '#/a/maxLength',
    '#/a/minLength',
    '#/a/pattern',
  ]);
});
