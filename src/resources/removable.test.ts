import { head, load } from '../contract/contract.testing';
import { kindsOf } from './kinds';
import { goesWith, isRemovable } from './removable';

const done = { responses: { 200: { description: 'ok' } } };
const made = { responses: { 201: { description: 'made' } } };

function at(path: string, methods: object) {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  return { [path]: { parameters, ...methods } };
}

const claims = { ...at('/claims', { post: made }), ...at('/claims/{claim}', { get: done, delete: done }) };
const documents = '/claims/{claim}/documents';

test.each<[string, object, string | undefined]>([
  [
    'what lies in what can be removed goes with that',
    { ...claims, ...at(documents, { post: made }), ...at(`${documents}/{id}`, { get: done }) },
    '/claims/{}',
  ],
  [
    'what its list alone shows goes with that, too',
    { ...claims, ...at(documents, { post: made, get: done }), ...at(`${documents}/{id}`, { patch: done }) },
    '/claims/{}',
  ],
  [
    'what can be removed alone does not wait for that',
    { ...claims, ...at(documents, { post: made }), ...at(`${documents}/{id}`, { get: done, delete: done }) },
    undefined,
  ],
  [
    'of what nothing shows nobody could tell whether it is gone',
    { ...claims, ...at(documents, { post: made }), ...at(`${documents}/{id}`, { patch: done }) },
    undefined,
  ],
  [
    'what is put under a name may be what was there',
    { ...claims, ...at(`${documents}/{id}`, { get: done, put: made }) },
    undefined,
  ],
])('%s', async (_, paths, holder) => {
  const { operations } = await load({ ...head('3.1'), paths });
  const kinds = kindsOf(operations);
  const kind = kinds.at('/claims/{}/documents/{}');
  expect(kind && goesWith(kind, kinds)?.item).toBe(holder);
});

test('what has a path of its own goes with that in which it was made', async () => {
  const answer = { 201: { description: 'made', headers: { Location: { schema: { type: 'string' } } } } };
  const paths = {
    ...claims,
    ...at(documents, { post: { responses: answer } }),
    ...at('/documents/{id}', { get: done }),
  };
  const holderIn = async (more: object) => {
    const kinds = kindsOf((await load({ ...head('3.1'), paths: { ...paths, ...more } })).operations);
    const kind = kinds.at('/documents/{}');
    return kind && goesWith(kind, kinds)?.item;
  };
  expect(await holderIn({})).toBe('/claims/{}');
  expect(await holderIn(at('/documents/{id}', { get: done, delete: done }))).toBeUndefined();
});

test('what lies in what nothing removes cannot be removed', async () => {
  const pages = `${documents}/{id}/pages`;
  const paths = {
    ...at('/claims', { post: made }),
    ...at('/claims/{claim}', { get: done }),
    ...at(documents, { post: made }),
    ...at(`${documents}/{id}`, { get: done }),
    ...at(pages, { post: made }),
    ...at(`${pages}/{page}`, { get: done }),
  };
  const removable = async (more: object) => {
    const kinds = kindsOf((await load({ ...head('3.1'), paths: { ...paths, ...more } })).operations);
    return kinds.all.map((kind) => isRemovable(kind, kinds));
  };
  expect(await removable({})).toEqual([false, false, false]);
  expect(await removable(at('/claims/{claim}', { get: done, delete: done }))).toEqual([true, true, true]);
});
