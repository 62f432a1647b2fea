/** Reads authentication files of Web Fuzzing Commons (https://github.com/WebFuzzing/Commons, auth.yaml): who may log in, and how. */

import { readFileSync } from 'node:fs';
import { whyUnreadable } from '../../contract/document/files';
import { parseText } from '../../contract/document/parseText';
import { TextError } from '../../contract/document/textError';
import type { Fields } from '../../http/message';
import { mayLetIn } from '../../resources/vocabulary/secrets';
import { UsageError } from '../../support/errors';
import { nearest } from '../../support/words';
import type { LoginOrder } from './loginRequest';

/** One user of such a file. */
export interface AuthEntry {
  readonly name: string;
  /** Fields that are sent with every request. */
  readonly fixedHeaders: Fields;
  readonly login: { readonly order: LoginOrder; readonly sent: SentAs } | undefined;
}

/** Where what a login gave is sent. */
interface SentAs {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the entries of all users, or of the one that is named.
 * @returns at least one.
 * @throws UsageError that names the file and what cannot be used; its message holds no value of the file.
 */
export function readAuthFile(file: string, path: string, user?: string): AuthEntry[] {
  const refuse = (why: string): never => {
    throw new UsageError(`The authentication file ${file} cannot be used: ${why}.`);
  };
  const { auth, authTemplate } = membersOf(parse(file, path));
  if (!Array.isArray(auth) || auth.length === 0) return refuse('it has no list `auth` with an entry');
  const entries = auth.map(membersOf);
  const names = entries.map(({ name }) => String(name ?? ''));
  const named = user === undefined ? entries : entries.filter(({ name }) => name === user).slice(0, 1);
  if (named.length === 0) {
    const meant = nearest(user ?? '', names);
    return refuse(
      `it has no user "${user}", but ${(meant === undefined ? names : [meant]).map((name) => `"${name}"`).join(', ')}`,
    );
  }
  return named.map((entry) => entryOf(entry, membersOf(authTemplate), refuse));
}

function entryOf(entry: Members, common: Members, refuse: (why: string) => never): AuthEntry {
  const whole: Members = { ...common, ...entry };
  const login = { ...membersOf(common['loginEndpointAuth']), ...membersOf(entry['loginEndpointAuth']) };
  const fixedHeaders = fieldsOf(whole['fixedHeaders']);
  if (Object.keys(login).length === 0) {
    if (fixedHeaders.length === 0) refuse(`its user "${entry['name'] ?? ''}" has neither fixedHeaders nor a login`);
    return { name: String(entry['name'] ?? ''), fixedHeaders, login: undefined };
  }
  return { name: String(entry['name'] ?? ''), fixedHeaders, login: loginOf(login, refuse) };
}

function parse(file: string, path: string): unknown {
  const refuse = (why: string): never => {
    throw new UsageError(`The authentication file ${file} cannot be read: ${why}.`);
  };
  try {
    return parseText(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof TextError) return refuse(`it is not YAML (line ${error.line}, column ${error.column})`);
    return refuse(whyUnreadable(error as NodeJS.ErrnoException));
  }
}

function loginOf(login: Members, refuse: (why: string) => never): NonNullable<AuthEntry['login']> {
  const { verb = 'POST', endpoint, externalEndpointURL: external } = login;
  const address = external ?? endpoint;
  if (typeof address !== 'string' || address === '')
    return refuse('its login has neither endpoint nor externalEndpointURL');
  const { body, secrets, type } = payloadOf(login, refuse);
  const headers = fieldsOf(login['headers']);
  const { found, sent, template } = handlingOf(login, refuse);
  return {
    sent,
    order: {
      method: String(verb).toUpperCase(),
      address,
      isFromRoot: true,
      headers: [...(type === undefined ? [] : [['Content-Type', type] as const]), ...headers],
      body,
      found,
      template,
      secrets: [...secrets, ...headers.map(([name, value]) => [value, name] as const)],
    },
  };
}

type Payload = Pick<LoginOrder, 'body' | 'secrets'> & { readonly type: string | undefined };

function payloadOf(login: Members, refuse: (why: string) => never): Payload {
  const { payloadRaw: raw, payloadUserPwd: pair, contentType } = login;
  const type = typeof contentType === 'string' ? contentType : undefined;
  if (typeof raw === 'string') return { body: raw, secrets: secretsInText(raw), type: type ?? 'application/json' };
  if (pair === undefined) return { body: undefined, secrets: [], type: undefined };
  const { username, password, usernameField, passwordField } = membersOf(pair);
  const texts = [username, password, usernameField, passwordField].map((each) =>
    each === undefined ? '' : String(each),
  );
  if (texts.includes('')) refuse('its payloadUserPwd lacks username, password, usernameField or passwordField');
  const [user = '', word = '', userField = '', wordField = ''] = texts;
  const form = { [userField]: user, [wordField]: word };
  const secrets = [[word, 'password'], ...(user.length >= LONG_ENOUGH ? [[user, 'username'] as const] : [])] as const;
  const isForm = type !== undefined && /x-www-form-urlencoded/i.test(type);
  const body = isForm ? String(new URLSearchParams(form)) : JSON.stringify(form);
  return { body, secrets, type: type ?? 'application/json' };
}

/** A user name with fewer characters is an ordinary word, and is not hidden. */
const LONG_ENOUGH = 8;

/** What is secret in a body that is written as a text: all of it, and its members. */
function secretsInText(text: string): LoginOrder['secrets'] {
  const members = (): [string, unknown][] => {
    try {
      return Object.entries(membersOf(JSON.parse(text)));
    } catch {
      return [...new URLSearchParams(text)];
    }
  };
  const hidden = members().flatMap(([name, value]) =>
    (typeof value === 'string' || typeof value === 'number') && (mayLetIn(name) || String(value).length >= LONG_ENOUGH)
      ? [[String(value), name] as const]
      : [],
  );
  return [[text, 'body'], ...hidden];
}

/** The newer members (extractFrom, sendIn, …) and the older ones (extractFromField, httpHeaderName, headerPrefix). */
function handlingOf(
  { expectCookies, token }: Members,
  refuse: (why: string) => never,
): Pick<LoginOrder, 'found' | 'template'> & { readonly sent: SentAs } {
  if (token === undefined) {
    if (expectCookies !== true) refuse('its login has neither token nor expectCookies');
    return { found: { in: 'cookies' }, sent: { in: 'cookie', name: 'Cookie' }, template: undefined };
  }
  const {
    extractFrom = 'body',
    extractFromField,
    extractSelector = extractFromField,
    sendIn = 'header',
    httpHeaderName = 'Authorization',
    sendName = httpHeaderName,
    headerPrefix = '',
    sendTemplate = `${String(headerPrefix)}{token}`,
  } = membersOf(token);
  if (typeof extractSelector !== 'string' || extractSelector === '') refuse('its token has no extractSelector');
  if (extractFrom !== 'body' && extractFrom !== 'header')
    refuse('its token is extracted from elsewhere than the body or a header');
  if (sendIn !== 'header' && sendIn !== 'query' && sendIn !== 'cookie')
    return refuse('its token is sent elsewhere than in a header, the query or a cookie');
  const selector = String(extractSelector);
  return {
    found: extractFrom === 'header' ? { in: 'header', name: selector } : { in: 'body', pointer: selector },
    sent: { in: sendIn, name: String(sendName) },
    template: String(sendTemplate),
  };
}

function fieldsOf(list: unknown): Fields {
  if (!Array.isArray(list)) return [];
  return list.map(membersOf).map(({ name, value }) => [String(name ?? ''), String(value ?? '').trim()] as const);
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}
