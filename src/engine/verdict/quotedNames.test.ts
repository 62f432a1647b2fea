import type { Operation } from '../../contract/contract';
import { load } from '../../contract/contract.testing';
import { quotedNames } from './quotedNames';

let operation: Operation;

beforeAll(async () => {
  const responses = { 201: { description: 'made' } };
  const parameters = [{ name: 'path', in: 'path', required: true, schema: { type: 'string' } }];
  const paths = { '/contents/{path}': { parameters, post: { responses } } };
  [operation] = (await load({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })).operations as [Operation];
});

test.each<readonly [said: string | undefined, value: string, body: string, isQuoted: boolean]>([
  ['No such directory: gopikera', 'gopikera', '', true],
  ["'gopikera' is no folder", 'gopikera', '{"type":"file"}', true],
  ['No such directory: /go pi', 'go pi', '', true],
  ['Cannot POST /contents/gopikera', 'gopikera', '', false],
  ['Cannot POST /contents/go pi', 'go pi', '', false],
  ['Cannot POST /contents/gopikera: there is no gopikera', 'gopikera', '', true],
  ['No such type: gopikera', 'gopikera', '{"type":"gopikera"}', false],
  ['type is required', 'gopikera', '', false],
  ['type must have at least 1 character', '1', '', false],
  ['gopikeras are not allowed', 'gopikera', '', false],
  [undefined, 'gopikera', '', false],
])('of %j, about the name %j and the body %j: %j', (said, value, body, isQuoted) => {
  const refused = {
    ...(said === undefined ? {} : { said }),
    case: { request: { operation, values: { path: value } } },
    request: { path: `/contents/${encodeURIComponent(value)}`, body: Buffer.from(body) },
  };
  expect(quotedNames(refused)).toEqual(isQuoted ? ['path'] : []);
});
