import { head, load } from '../contract/contract.testing';
import { queryFor } from './listQueries';

const text = { type: 'string' };
const named = (name: string, schema: object = text) => ({ name, in: 'query', schema });
const NAME = 'soil-7f3e91c2';

async function chosen(parameters: readonly object[], like: Readonly<Record<string, string>>) {
  const get = { parameters, responses: { 200: { description: 'ok' } } };
  const contract = await load({ ...head('3.1'), paths: { '/plants': { get } } });
  const [operation] = contract.operations;
  return operation && queryFor(operation, like);
}

test.each<[string, readonly object[], Readonly<Record<string, string>>, string | undefined]>([
  ['the member by which a list is filtered', [named('name')], { name: NAME }, `name=${NAME}`],
  ['the words that it is searched for', [named('q')], { name: NAME }, `q=${NAME}`],
  ['the member before the words', [named('search'), named('name')], { name: NAME }, `name=${NAME}`],
  ['the longest text', [named('search')], { code: '7f3e91c2', name: NAME }, `search=${NAME}`],
  ['no text that somebody else may have', [named('q'), named('name')], { name: 'soil' }, undefined],
  ['no text beside its values', [named('name', { enum: ['a', 'b'] })], { name: NAME }, undefined],
  ['no words that are too long', [named('q', { ...text, maxLength: 5 })], { name: NAME }, undefined],
  ['no parameter of pages', [named('cursor'), named('limit', { type: 'integer' })], { name: NAME }, undefined],
  ['no header field', [{ ...named('name'), in: 'header' }], { name: NAME }, undefined],
])('a list is asked for %s', async (_, parameters, like, expected) => {
  const pair = await chosen(parameters, like);
  expect(pair && `${pair.name}=${pair.value}`).toBe(expected);
});
