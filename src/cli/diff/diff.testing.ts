/** For tests: small contracts, and what their comparison finds, as texts. */

import type { Contract } from '../../contract/contract';
import { load } from '../../contract/contract.testing';
import type { Break } from './breaks';
import { compareContracts } from './compareContracts';

type Members = Readonly<Record<string, unknown>>;

/** A contract of one operation, `POST /things/{id}`, unless it is said otherwise. */
export function contractFrom(operation: Members, more: Members = {}): Members {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responses = { 204: { description: 'done' } };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/things/{id}': { parameters: [id], post: { responses, ...operation } } },
    ...more,
  };
}

/** An operation whose body has this schema. */
export function withBody(schema: unknown, required = true): Members {
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

/** An operation that is answered with this schema. */
export function withAnswer(schema: unknown, more: Members = {}): Members {
  return { responses: { 200: { description: 'ok', content: { 'application/json': { schema } }, ...more } } };
}

export function withParameter(parameter: Members): Members {
  return { parameters: [{ name: 'q', in: 'query', ...parameter }] };
}

export async function compared(before: object | Contract, now: object | Contract) {
  const [old, current] = [await loaded(before), await loaded(now)];
  return compareContracts(old, current, { seed: 1 });
}

async function loaded(contract: object | Contract): Promise<Contract> {
  return 'operations' in contract ? contract : load(contract);
}

/** Returns the breaks as texts: "body-narrowed: /a of the body … must …". */
export async function breaksOf(before: object, now: object): Promise<string[]> {
  const { causes } = await compared(before, now);
  // The name of a member that a schema does not name is made up.
  return causes.map(({ first }) => `${first.kind}: ${first.message.replace(/^\/[a-z]{4,}(?= of)/, '/key')}`);
}

/** Returns what shows a break: the request or the answer in one line. */
export function shownBy({ witness }: Break): string {
  const { body } = witness;
  const first = witness.kind === 'request' ? `${witness.method} ${witness.path}` : `${witness.status}`;
  return body === undefined ? first : `${first} ${body}`;
}
