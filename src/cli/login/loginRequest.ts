/** A credential from a login request at the target: from a member of the answer, a header field or a cookie. */

import { type Fields, fieldValues, type Response } from '../../http/message';
import { escapePointer, valueAt } from '../../json/pointer';
import { mayLetIn } from '../../resources/vocabulary/secrets';
import { UsageError } from '../../support/errors';
import type { Target } from '../../wire/target';
import { addressOf, askFor, howItAnswered, jsonOf, shownAddress } from './credentialRequest';
import type { Fetched, Source, Surroundings } from './credentialSource';

/** What a login sends, and where its answer holds the credential. */
export interface LoginOrder {
  readonly method: string;
  /** A path below the base URL of the target, or an address. */
  readonly address: string;
  /** The path is one below the root of the target's server. */
  readonly isFromRoot?: true;
  readonly headers: Fields;
  readonly body: string | undefined;
  readonly found: FoundAt;
  /** How the credential is sent: `Token {token}`. */
  readonly template?: string | undefined;
  /** What of the request must not be shown, each with its name. */
  readonly secrets: readonly (readonly [text: string, name: string])[];
}

/** Where the credential is: at a JSON Pointer, in a header field, in one cookie, or in all cookies. */
export type FoundAt =
  | { readonly in: 'body'; readonly pointer: string }
  | { readonly in: 'header' | 'cookie'; readonly name: string }
  | { readonly in: 'cookies' };

export function loginRequest(order: LoginOrder): Source {
  return {
    origin: (target) => `by the login ${order.method} ${shownAddress(urlOf(order, target))}`,
    async fetch(around) {
      for (const [text, name] of order.secrets) around.hide(text, name);
      const url = addressOf(urlOf(order, around.target), around.target);
      const { method, headers, body } = order;
      const response = await askFor({ method, url, headers, body }, around);
      hideAnswer(response, url, around);
      const fetched = read(order.found, response, url);
      // What carries the credential goes on to tell that the login succeeded, also where a page follows it.
      if (!fetched || response.status >= 400)
        throw new UsageError(
          `${shownAddress(url)} ${howItAnswered(response, url)}${fetched ? '' : whyNone(order.found)}`,
        );
      const { template = '{token}' } = order;
      return { ...fetched, value: template.replaceAll('{token}', () => fetched.value) };
    },
  };
}

/** A path is one below the base URL of the target, as the contract has it. */
function urlOf({ address, isFromRoot }: LoginOrder, { origin, basePath }: Target): string {
  return address.startsWith('/') ? `${origin}${isFromRoot ? '' : basePath}${address}` : address;
}

function read(found: FoundAt, response: Response, url: URL): Fetched | undefined {
  switch (found.in) {
    case 'body': {
      const value = response.status >= 400 ? undefined : valueAt(jsonOf(response, url), found.pointer);
      const isText = (typeof value === 'string' && value !== '') || typeof value === 'number';
      return isText ? { value: String(value) } : undefined;
    }
    case 'header': {
      const [value = ''] = fieldValues(response, found.name);
      return value === '' ? undefined : { value };
    }
    case 'cookie':
      return cookiesSet(response).find(({ name }) => name === found.name);
    case 'cookies': {
      const cookies = cookiesSet(response);
      const value = cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ');
      const lifetimes = cookies.flatMap(({ lifetimeMs }) => lifetimeMs ?? []);
      return value === ''
        ? undefined
        : { value, lifetimeMs: lifetimes.length === 0 ? undefined : Math.min(...lifetimes) };
    }
    default:
      return found satisfies never;
  }
}

function whyNone(found: FoundAt): string {
  switch (found.in) {
    case 'body':
      return `, and there is no text at ${found.pointer}`;
    case 'header':
      return `, without the header field ${found.name}`;
    case 'cookie':
      return `, without the cookie ${found.name}`;
    case 'cookies':
      return ', and it sets no cookie';
    default:
      return found satisfies never;
  }
}

/** Reads the cookies that an answer sets (RFC 6265 §5.2), without those that it takes away. */
export function cookiesSet(response: Response): (Fetched & { readonly name: string })[] {
  return fieldValues(response, 'set-cookie').flatMap((field) => {
    const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const age = attributes.flatMap((each) => /^max-age=(-?\d+)$/i.exec(each)?.[1] ?? []).map(Number)[0];
    if (at < 1 || value === '' || (age !== undefined && age <= 0)) return [];
    return [{ name, value, lifetimeMs: age === undefined ? undefined : age * 1000 }];
  });
}

/** A text in an answer with fewer characters is not hidden for itself: it occurs in any text. */
const LONG_ENOUGH = 16;

/** Hides the cookies of an answer, and its members that may be further credentials: long texts, and those called a token or the like. */
function hideAnswer(response: Response, url: URL, { hide }: Surroundings): void {
  for (const { name, value } of cookiesSet(response)) hide(value, name);
  const look = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) look(each, escapePointer(key));
    else if (typeof value === 'string' && (mayLetIn(name) || (value.length >= LONG_ENOUGH && !/\s/.test(value))))
      hide(value, name);
  };
  try {
    look(jsonOf(response, url), 'login');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
}
