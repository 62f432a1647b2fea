import { DESK } from '../contracts.testing';
import { allowOn405 } from './allow-on-405';
import { ruleTable, should } from './exchange.testing';

const asked = { ask: 'GET /orders/11', probe: 'method', method: 'TRACE', status: 405 } as const;
const missing = should('a 405 has no Allow', 'Allow: …', 'no such field');

ruleTable(allowOn405, DESK, [
  ['a 405 has no Allow', asked, missing],
  ['a 405 says in its body alone which methods there are', { ...asked, json: { message: 'GET, PUT' } }, missing],
  [
    'a 405 lists the methods in a field for browsers',
    { ...asked, fields: { 'Access-Control-Allow-Methods': 'GET, PUT' } },
    missing,
  ],
  ['a 405 to a method that the contract has lacks Allow', { ask: 'GET /orders/11', status: 405 }, missing],
  ['a 405 names its methods', { ...asked, fields: { Allow: 'GET, PUT' } }, 'kept'],
  ['a 405 names more methods, in another order', { ...asked, fields: { Allow: 'PUT,OPTIONS , GET,POST' } }, 'kept'],
  ['a 405 names its methods in two fields', { ...asked, fields: { Allow: ['GET', 'PUT'] } }, 'kept'],
  ['a 405 writes the name of the field in lower case', { ...asked, fields: { allow: 'GET' } }, 'kept'],
  ['a 405 allows no method at all', { ...asked, fields: { Allow: '' } }, 'kept'],
  ['a method that there is not is answered with 404', { ...asked, status: 404 }, 'silent'],
  ['a method that nobody knows is answered with 501', { ...asked, status: 501 }, 'silent'],
  ['TRACE is answered with what was sent', { ...asked, status: 200, type: 'message/http', body: 'TRACE /' }, 'silent'],
  [
    'a 405 is cut before its end, so that nobody saw all of its fields',
    { ...asked, error: ['truncated', 'closed the connection within the header section'] },
    'silent',
  ],
  ['another operation of the path stands for this one', { ask: 'DELETE /orders/11', status: 405 }, 'unbound'],
]);
