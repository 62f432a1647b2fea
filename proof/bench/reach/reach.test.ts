/** What `npm run bench:reach` counts: JaCoCo's lines, operations by the contract's paths, and the table. */

import { load } from '../../../src/contract/contract.testing';
import type { SeenByProxy } from './countingProxy';
import { linesIn } from './jacoco';
import { jvmServices } from './services';
import { type Reach, reachTable } from './table';
import { tallyOf } from './tally';

describe("JaCoCo's report", () => {
  const head =
    'GROUP,PACKAGE,CLASS,INSTRUCTION_MISSED,INSTRUCTION_COVERED,BRANCH_MISSED,BRANCH_COVERED,LINE_MISSED,LINE_COVERED,COMPLEXITY_MISSED';

  test('has the lines of each class', () => {
    const csv = `${head}\ng,shop.api,Plants,10,20,0,0,3,7,1\n"a, b",shop.api,Orders.Line,1,2,0,0,10,0,1\n`;
    expect(linesIn(csv)).toEqual({ covered: 7, total: 20 });
  });

  test('has no line without a class', () => {
    expect(linesIn(`${head}\r\n`)).toEqual({ covered: 0, total: 0 });
  });

  test('is refused without the columns of lines', () => {
    expect(() => linesIn('GROUP,CLASS\n')).toThrow('no columns LINE_MISSED and LINE_COVERED');
  });
});

describe('operations', () => {
  const passed = (request: string, status?: number, body = ''): SeenByProxy => {
    const [method = '', url = ''] = request.split(' ');
    return { method, url, requestType: undefined, requestBody: '', status, body };
  };
  const operations = async () => {
    const answers = { responses: { 200: { description: 'ok' } } };
    const id = { name: 'id', in: 'path', required: true, type: 'string' };
    const paths = {
      '/plants': { get: answers, post: answers },
      '/plants/{id}': { parameters: [id], get: answers },
      '/plants/count': { get: answers },
    };
    return (await load({ swagger: '2.0', info: { title: 'T', version: '1' }, paths })).operations;
  };

  test('count once a 2xx came, by their paths below the base URL', async () => {
    const tally = tallyOf(await operations(), '/shop', [
      passed('GET /shop/plants?page=1', 200),
      passed('GET /shop/plants/count', 204),
      passed('GET /shop/plants/7', 404),
      passed('GET /shop/plants/8', 404),
      passed('GET /plants/8', 200),
      passed('GET /shopping/plants/8', 200),
      passed('PUT /shop/plants/8', 200),
      passed('POST /shop/plants'),
    ]);
    expect(tally.reached).toEqual(['GET /plants', 'GET /plants/count']);
    expect(tally.unreached).toEqual(['POST /plants was not asked', 'GET /plants/{id} 404 ×2']);
  });

  test('have as many causes as they name exceptions', async () => {
    const tally = tallyOf(await operations(), '', [
      passed('GET /plants/1', 500, '{"message":"For input 1","exception":"java.lang.NullPointerException"}'),
      passed('GET /plants/2', 500, '{"message":"For input 2","exception":"java.lang.NullPointerException"}'),
      passed('GET /plants/3', 500, '{"trace":"shop.UnknownPlantException: 3\\n at java.lang.Error"}'),
      passed('GET /plants/4', 503),
      passed('QUERY /plants', 500),
      passed('GET /plants', 404, 'NullPointerException'),
    ]);
    expect(tally.causes).toEqual([
      'GET /plants/{id} 500 NullPointerException',
      'GET /plants/{id} 500 UnknownPlantException',
      'GET /plants/{id} 503',
      'QUERY elsewhere 500',
    ]);
  });
});

test('the table has a row for each run, and the means of each tool', () => {
  const run = (service: string, tool: string, covered: number, requests: number): Reach => ({
    ...{ service, tool, lines: { covered, total: 40 }, atStart: { covered: 4, total: 40 } },
    ...{ reached: ['GET /a'], unreached: ['GET /b 404 ×1'], causes: ['GET /b 500'], requests },
    ...{ seconds: 12.4, wasCut: covered === 40 },
  });
  const rows = reachTable([run('one', 'a', 10, 100), run('one', 'b', 40, 200), run('two', 'a', 20, 50)]);
  expect(rows.slice(2)).toEqual([
    '| one | a | 25.0 % | 10.0 % | 1 of 2 | 1 | 100 | 12 |',
    '| one | b | 100.0 % | 10.0 % | 1 of 2 | 1 | 200 | 12, cut short |',
    '| two | a | 50.0 % | 10.0 % | 1 of 2 | 1 | 50 | 12 |',
    '| **all 2** | a | mean 37.5 % | mean 10.0 % | 2 of 4 | 2 | 150 | 25 |',
    '| **all 1** | b | mean 100.0 % | mean 10.0 % | 1 of 2 | 1 | 200 | 12 |',
  ]);
});

test('each service has a name of its own', () => {
  expect(new Set(jvmServices.map(({ name }) => name)).size).toBe(jvmServices.length);
});
