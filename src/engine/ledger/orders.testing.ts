/** A contract of orders, and answers as literals, for tests. */

import { head, load } from '../../contract/contract.testing';
import type { Response } from '../../http/message';
import { kindsOf } from '../../resources/kinds';
import type { Outcome } from '../../wire/send';

const text = { type: 'string' };
const json = { content: { 'application/json': { schema: { type: 'object', properties: { id: text, name: text } } } } };

/**
 * The things at `/orders`, with a list unless there is none, and these methods of one of them.
 * @param queried the parameters of the list.
 */
export async function kindOfOrders(methods: readonly string[], hasList = true, queried: readonly string[] = []) {
  const parameters = queried.map((name) => ({ name, in: 'query', schema: text }));
  const responses = { 200: { description: 'ok' } };
  const contract = await load({
    ...head('3.1'),
    paths: {
      '/orders': { ...(hasList ? { get: { parameters, responses } } : {}), post: { requestBody: json, responses } },
      '/orders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        ...Object.fromEntries(methods.map((method) => [method, { responses }])),
      },
    },
  });
  const kinds = kindsOf(contract.operations);
  const kind = kinds.at('/orders/{}');
  if (!kind) throw new Error('There is no such kind.');
  return { kinds, kind };
}

/** What a request came to that was answered so. */
export const answeredWith = (status: number, value?: unknown): Outcome => {
  const body = Buffer.from(value === undefined ? '' : JSON.stringify(value));
  return { response: { status, headers: [], body } as unknown as Response, error: null } as unknown as Outcome;
};
