import { BED_NURSERY, oneOperation } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { putCreatesOnce } from './put-creates-once';

const made = { ask: 'POST /beds', step: 'make', sends: { name: 'Rose', width: 3 }, id: '7', status: 201 } as const;
const read = { ask: 'GET /beds/7', step: 'read', status: 200, json: { name: 'Rose' } } as const;
const put = (status: number) =>
  ({ ask: 'PUT /beds/7', step: 'put', sends: { name: 'Fern', width: 4 }, status }) as const;
const again = (status: number) => ({ ...put(status), step: 'again' }) as const;
const wrong = should('a PUT on what was there says that it made it', '200 or 204', '201 Created');

ruleTable(putCreatesOnce, BED_NURSERY, [
  ['what was made is put, and made again', [made, read, put(201)], wrong],
  ['what was put is put again, and made again', [put(201), read, again(201)], wrong],
  ['what was made is replaced', [made, read, put(200)], 'kept'],
  ['what was made is replaced without a word', [made, read, put(204)], 'kept'],
  ['what was not there is made', [made, { ...read, status: 404 }, put(201)], 'silent'],
  ['a GET shows what there is where nobody made anything', [read, put(201)], 'silent'],
  ['nobody looked whether it is there', [made, put(201)], 'silent'],
  ['it is accepted, and put later', [made, read, put(202)], 'silent'],
  ['it is refused', [made, read, put(409)], 'silent'],
]);

ruleTable(putCreatesOnce, oneOperation({ responses: { 200: { description: 'd' } } }), [
  ['nothing is put', { ask: 'GET /things/1', status: 200 }, 'unbound'],
]);
