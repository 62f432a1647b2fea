import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { kindsOf } from '../../resources/kinds';
import type { Exchange } from '../model/exchange';
import { namesAtJob } from './askJob';
import { answeredWith } from './orders.testing';

const ORIGIN = 'https://rooms.example';
const ok = { responses: { 200: { description: 'ok' } } };
const named = (name: string) => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
  get: ok,
});

/** Asks the job that a POST of a room led to. @param url of its `Location`. @param shown what a GET of a job is answered. */
async function ask(status: number, url: string | undefined, shown: object, field = 'location') {
  const paths = { '/rooms': { post: ok }, '/rooms/{id}': named('id'), '/jobs/{job}': named('job') };
  const kinds = kindsOf((await load({ ...head('3.1'), paths })).operations);
  const kind = kinds.at('/rooms/{}');
  if (!kind) throw new Error('There is no such kind.');
  const asked: string[] = [];
  const send = async (_: unknown, { item, ids }: { item: string; ids: readonly string[] }) => {
    asked.push(`${item} ${ids.join(' ')}`);
    return answeredWith(200, shown);
  };
  const exchange = {
    case: { request: { operation: kind.maker } },
    request: { path: '/v2/rooms?draft=1' },
    response: { status, headers: url === undefined ? [] : [[field, url]] } as unknown as Response,
  };
  return { names: await namesAtJob({ kinds, send }, exchange as unknown as Exchange, kind, ORIGIN), asked };
}

test.each<[string, object, readonly string[]]>([
  ['where what it made is', { state: 'done', resource: '/v2/rooms/9' }, ['9']],
  ['its URL', { state: 'done', links: [{ href: `${ORIGIN}/v2/rooms/9` }] }, ['9']],
  ['nothing yet', { state: 'running', resource: '' }, []],
  ['where something else is', { resource: '/v2/beds/9', self: '/v2/jobs/7' }, []],
  ['a URL of another origin', { resource: 'https://other.example/v2/rooms/9' }, []],
])('a job shows %s', async (_, shown, names) => {
  expect(await ask(202, '/v2/jobs/7', shown)).toEqual({ names, asked: ['/jobs/{} 7'] });
});

test.each<[string, number, string | undefined]>([
  ['says where nothing is', 202, undefined],
  ['leads to what is made', 202, '/v2/rooms/9'],
  ['leads to what no operation reads', 202, '/v2/tasks/7'],
  ['leads to another origin', 202, 'https://other.example/v2/jobs/7'],
  ['is no promise', 201, '/v2/jobs/7'],
])('no job is asked where the answer %s', async (_, status, url) => {
  expect(await ask(status, url, { resource: '/v2/rooms/9' })).toEqual({ names: undefined, asked: [] });
});

test('Operation-Location leads to a job, too', async () => {
  const url = `${ORIGIN}/v2/jobs/7`;
  expect((await ask(202, url, { result: '/v2/rooms/9' }, 'Operation-Location')).names).toEqual(['9']);
});
