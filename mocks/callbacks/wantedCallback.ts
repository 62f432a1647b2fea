/** Reads what somebody wants a callback to be: `mock.send('orderShipped', { url: 'http://localhost:9000/hook' })`. */

import { inspect } from 'node:util';
import { isObject } from '../../src/json/value';
import { isHeaderValue } from '../../src/serialization/responseHeaders';
import { UsageError } from '../../src/support/errors';

export interface WantedCallback {
  /** Where to send it: an absolute URL. */
  readonly url: string;
  /** The operation that declares it, if several do: `POST /orders`. */
  readonly operation?: string;
  /** The name of an example of the contract. */
  readonly example?: string;
  /** A value, which is written as the declared media type demands. Default: an example of the contract, or a value that is made up. */
  readonly body?: unknown;
  /** Header fields. They replace those that the mock would send under the same names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it may break the contract. Default: false. */
  readonly unchecked?: boolean;
}

const PARTS = ['url', 'operation', 'example', 'body', 'headers', 'unchecked'];

/** The mock sets these fields itself. */
const OWN_FIELDS = /^(?:host|connection|content-length|transfer-encoding|user-agent|expect|upgrade|te|trailer)$/i;

/** @throws UsageError if something is no part of it, or not of its type. */
export function readWantedCallback(wanted: unknown): WantedCallback {
  if (!isObject(wanted))
    throw refusal(`is ${inspect(wanted)}; give where to send it, such as { url: 'http://localhost:9000/hook' }`);
  const unknown = Object.keys(wanted).find((key) => !PARTS.includes(key));
  if (unknown !== undefined) throw refusal(`has no "${unknown}"; it has ${PARTS.join(', ')}`);
  const { url, operation, example, body, headers, unchecked } = wanted as Readonly<Record<string, unknown>>;
  if (typeof url !== 'string') throw refusal('has no url; give it as url: "http://localhost:9000/hook"');
  for (const [name, value] of Object.entries({ operation, example }))
    if (value !== undefined && typeof value !== 'string')
      throw refusal(`has the ${name} ${inspect(value)}; give a text`);
  if (unchecked !== undefined && typeof unchecked !== 'boolean')
    throw refusal(`has unchecked: ${inspect(unchecked)}; give true or false`);
  if (example !== undefined && body !== undefined) throw refusal('has an example and a body; give one of them');
  if (headers !== undefined && !isObject(headers))
    throw refusal(`has the headers ${inspect(headers)}; give an object of texts`);
  for (const [name, value] of Object.entries(headers ?? {}))
    if (OWN_FIELDS.test(name) || typeof value !== 'string' || !isHeaderValue(name, value))
      throw refusal(`has the header field ${name}: ${inspect(value)}, which cannot be sent so`);
  return wanted as unknown as WantedCallback;
}

function refusal(why: string): UsageError {
  return new UsageError(`The callback ${why}.`);
}
