import { contractWith } from '../contracts.testing';
import { probeTable } from './operation.testing';
import { pages } from './pages';

const ok = { responses: { 200: { description: 'd' } } };
const query = (name: string) => ({ name, in: 'query', schema: { type: 'integer' } });
const inPages = { parameters: [query('limit'), query('offset')], ...ok };
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const made = {
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', properties: { name: { enum: ['Ada'] } } } } },
  },
  responses: { 201: { description: 'd' } },
};
const gone = { responses: { 204: { description: 'd' } } };

const contract = contractWith({
  '/shops': { post: made, get: inPages },
  '/shops/{shop}': { parameters: [id('shop')], get: ok, delete: gone },
  '/shops/{shop}/beds': { parameters: [id('shop')], post: made, get: inPages },
  '/shops/{shop}/beds/{bed}': { parameters: [id('shop'), id('bed')], get: ok, delete: gone },
  '/whole': { get: { parameters: [query('size')], ...ok } },
});

const readIn = (list: string) => [
  `page, as much of the list as there is: GET ${list}?limit=50`,
  `page, the first page: GET ${list}?limit=50`,
  ...Array.from({ length: 11 }, () => `page, the next page: GET ${list}?limit=50`),
  `page, as much of the list, once more: GET ${list}?limit=50`,
];

const MAKE = 'make, to have one to ask about: POST /shops';
const MAKE_BED = `${MAKE}/<shop>/beds, {"name":"Ada"}`;

probeTable(pages, contract, [
  { about: 'GET /shops', when: 'it is read in pages', asks: readIn('/shops') },
  { about: 'GET /whole', when: 'only the size of the list is chosen', asks: [] },
  { about: 'GET /shops', when: 'the target is the mock', given: { everythingExists: true }, asks: [] },
  {
    about: 'GET /shops/{shop}/beds',
    when: 'the run may make what it lies in',
    given: { writes: 'own' },
    asks: [`${MAKE}, {"name":"Ada"}`, MAKE_BED, MAKE_BED, MAKE_BED, ...readIn('/shops/<shop>/beds')],
  },
  {
    about: 'GET /shops/{shop}/beds',
    when: 'what it lies in was handed over',
    given: { params: { shop: ['7'] } },
    asks: readIn('/shops/7/beds'),
  },
]);
