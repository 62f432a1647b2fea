/** Makes sources of credentials from what the configuration says. */

import type { SecurityScheme } from '../../contract/contract';
import type { Fields } from '../../http/message';
import { mayLetIn } from '../../resources/vocabulary/secrets';
import { UsageError } from '../../support/errors';
import type { LoginSettings, WrittenCredential } from '../settings/configurationContent';
import { isVariable, type ReadVariable } from '../settings/variables';
import { commandSource } from './commandSource';
import type { Source } from './credentialSource';
import { type FoundAt, type LoginOrder, loginRequest } from './loginRequest';
import { tokenEndpoint } from './tokenEndpoint';

/**
 * @param label of the credential, as the subject of a sentence.
 * @param scheme for which it is, if it is for one.
 * @returns undefined if it comes from a variable.
 * @throws UsageError if a variable is not set, or the contract names no token endpoint.
 */
export function credentialSource(
  written: WrittenCredential,
  label: string,
  scheme: SecurityScheme | undefined,
  variable: ReadVariable,
): Source | undefined {
  const { env, command, login } = written;
  if (env !== undefined) return undefined;
  if (command !== undefined) return commandSource(command);
  if (login !== undefined) return loginRequest(loginOrder(login, label, scheme, variable));
  const text = (name: 'clientId' | 'clientSecret' | 'username' | 'password') => {
    const value = written[name];
    return typeof value === 'object' ? variable(value.env, `\`${name}\` of ${label}`) : value;
  };
  const order = {
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    username: text('username'),
    password: text('password'),
    scopes: written.scopes ?? [],
    tokenUrl: written.tokenUrl,
  };
  return tokenEndpoint(order, scheme?.issuer);
}

/** Texts of a login with fewer characters are ordinary words, and are not hidden unless their name says that they are secret. */
const LONG_ENOUGH = 8;

function loginOrder(
  { request, headers = {}, body, token, header, cookie, as }: LoginSettings,
  label: string,
  scheme: SecurityScheme | undefined,
  variable: ReadVariable,
): LoginOrder {
  const [method = '', address = ''] = request.split(/ (.*)/);
  const secrets: [text: string, name: string][] = [];
  const keep = (text: string, name: string) => {
    if (mayLetIn(name) || text.length >= LONG_ENOUGH) secrets.push([text, name]);
    return text;
  };
  const fill = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return keep(value, name);
    if (Array.isArray(value)) return value.map((each) => fill(each, name));
    if (typeof value !== 'object' || value === null) return value;
    if (isVariable(value)) {
      const text = variable(value.env, `\`${name}\` in the login of ${label}`);
      secrets.push([text, name]);
      return text;
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, key)]));
  };
  const fields = Object.entries(headers).map(([name, value]): [string, string] => {
    if (typeof value === 'string') return [name, /^authorization$/i.test(name) ? keep(value, 'secret') : value];
    const text = variable(value.env, `The header "${name}" in the login of ${label}`);
    secrets.push([text, name]);
    return [name, text];
  });
  const filled = fill(body, 'body');
  return {
    method,
    address,
    ...written(filled, fields),
    found: foundAt([token, header, cookie], scheme),
    template: as,
    secrets,
  };
}

function foundAt(
  [token, header, cookie]: readonly (string | undefined)[],
  scheme: SecurityScheme | undefined,
): FoundAt {
  if (token !== undefined) return { in: 'body', pointer: token };
  if (header !== undefined) return { in: 'header', name: header };
  if (cookie !== undefined) return { in: 'cookie', name: cookie };
  if (scheme?.in === 'cookie') return { in: 'cookie', name: scheme.field };
  throw new UsageError('`login` says nowhere what to take from the answer: token, header or cookie.');
}

/** A text is sent as it is; anything else as JSON, or as a form where the fields say so. */
function written(body: unknown, fields: Fields): Pick<LoginOrder, 'headers' | 'body'> {
  if (body === undefined) return { headers: fields, body: undefined };
  const declared = fields.find(([name]) => /^content-type$/i.test(name))?.[1];
  const isForm = /x-www-form-urlencoded/i.test(declared ?? '');
  const usual = typeof body === 'string' && !/^\s*[[{]/.test(body) ? FORM : 'application/json';
  const headers = declared === undefined ? [['Content-Type', usual] as const, ...fields] : fields;
  if (typeof body === 'string') return { headers, body };
  if (!isForm) return { headers, body: JSON.stringify(body) };
  const pairs = Object.entries(Object(body)).map(([name, value]): [string, string] => [name, String(value)]);
  return { headers, body: String(new URLSearchParams(pairs)) };
}

const FORM = 'application/x-www-form-urlencoded';
