/** Finds what must not be shown of a recorded exchange: credentials, and values that are secret according to the contract. */

import {
  type Contract,
  declaredResponse,
  type Media,
  type Operation,
  type SecurityScheme,
} from '../../contract/contract';
import { contractNames } from '../../contract/contractNames';
import { isSecret, type SecretMembers, type SecretValue, secretMembers } from '../../contract/schema/secretMembers';
import type { Exchange } from '../../engine/model/exchange';
import { type Cookie, cookiesIn, readCookies } from '../../http/cookies';
import type { Fields } from '../../http/message';
import { type Pair, percentDecoded, queryOf } from '../../http/uri';
import { type Secret, variableOf } from '../../redaction/redact';
import { LONG_ENOUGH } from '../../redaction/secretSpellings';
import { isSecretByName } from '../../resources/vocabulary/secrets';
import { secretsInBody, secretsInPairs } from './secretsInBody';

/** If the contract does not declare such a field, its value is hidden elsewhere only if it has at least this many characters. */
const LEAST_UNDECLARED = 4;

/** Messages that are looked through. */
interface Messages {
  readonly request: Pick<Exchange['request'], 'path' | 'headers' | 'body'>;
  readonly response?: Pick<NonNullable<Exchange['response']>, 'status' | 'headers' | 'body'> | undefined;
  /** Undefined if the contract has no operation for the request. */
  readonly operation: Operation | undefined;
  /**
   * Which members of bodies are secret by their names: those that the contract does not name (the default), or all, for what is kept in a file.
   */
  readonly byName?: 'undeclared' | 'all';
  /** The values of the path parameters by their names. */
  readonly values: Exchange['case']['request']['values'];
}

interface ExchangeSecrets {
  /** Tells whether a header field holds a credential. */
  isCredential(name: string): boolean;
  in(exchange: Pick<Exchange, 'case' | 'request' | 'response'>): Secret[];
  /** Does the same for messages whose operation may be unknown. */
  inMessages(messages: Messages): Secret[];
}

export function createExchangeSecrets(contract: Contract): ExchangeSecrets {
  const declared = declaredFields(contract);
  const isDeclared = (name: string) => declared.header.has(name.toLowerCase());
  const isCredential = (name: string) => isSecretByName(name) || isDeclared(name);

  const ofHeaders = (fields: Fields): Secret[] =>
    fields
      .filter(([name]) => isCredential(name) && !/^(set-)?cookie$/i.test(name))
      .flatMap(([name, value]) => credentialIn(name, value, isDeclared(name) ? 1 : LEAST_UNDECLARED));
  const ofCookies = (pairs: readonly Pair[]): Secret[] =>
    pairs.flatMap(({ name, value }) => {
      const least = declared.cookie.has(name) ? 1 : LONG_ENOUGH;
      const unquoted = value.replace(/^"(.*)"$/, '$1');
      return atLeast(least, [unquoted, percentDecoded(unquoted)], '$COOKIE');
    });
  const ofQuery = (pairs: readonly Pair[]): Secret[] =>
    pairs.flatMap(({ name, value }) => {
      if (!declared.query.has(name) && !isSecretByName(name)) return [];
      return atLeast(declared.query.has(name) ? 1 : LEAST_UNDECLARED, [value], variableOf(name));
    });

  /** An address that a field names may hold a credential, also behind `#` (RFC 6749 §4.2.2). */
  const ofAddresses = (fields: Fields): Secret[] =>
    fields
      .filter(([name]) => /^((content-)?location|referer)$/i.test(name))
      .flatMap(([, value]) =>
        value
          .split(/[?#]/)
          .slice(1)
          .flatMap((part) => ofQuery(queryOf(`?${part}`))),
      );
  const inFields = (fields: Fields): Secret[] => [...ofHeaders(fields), ...ofAddresses(fields)];

  const inMessages: ExchangeSecrets['inMessages'] = (messages) => {
    const { request, response } = messages;
    const answered = response?.headers ?? [];
    return [
      ...inFields(request.headers),
      ...ofCookies(bothWays(cookiesIn(request.headers))),
      ...ofQuery(queryOf(request.path)),
      ...inFields(answered),
      ...ofCookies(setCookiesIn(answered)),
      ...secretValuesIn(contract, messages).map(({ name, value }) => [value, variableOf(name ?? 'body')] as const),
    ];
  };

  return {
    isCredential,
    inMessages,
    in: ({ case: { request: asked }, request, response }) =>
      inMessages({ operation: asked.operation, values: asked.values, request, response: response ?? undefined }),
  };
}

/** Returns the names of the fields in which the contract has credentials, those of header fields in lower case. */
function declaredFields({ operations }: Contract): Record<SecurityScheme['in'], Set<string>> {
  const declared = {
    header: new Set<string>(),
    query: new Set<string>(),
    cookie: new Set<string>(),
    connection: new Set<string>(),
    nowhere: new Set<string>(),
  };
  for (const { security } of operations)
    for (const { schemes } of security.alternatives)
      for (const { in: where, field } of schemes)
        if (field !== '') declared[where].add(where === 'header' ? field.toLowerCase() : field);
  return declared;
}

/** Returns what the contract calls secret, and in bodies also what it does not name and is secret by its name. */
function secretValuesIn(contract: Contract, { operation, values, request, response, byName }: Messages): SecretValue[] {
  const { path, headers } = request;
  const inBody = (message: Messages['request'] | NonNullable<Messages['response']>, media: readonly Media[] = []) => {
    const { body } = message;
    const isUnknown = (name: string) => byName === 'all' || !contractNames(contract).has(name);
    return body ? secretsInBody({ headers: message.headers, body }, secretsOfMedia(media), isUnknown) : [];
  };
  const answer = operation && response && declaredResponse(operation, response.status);
  const sent = { query: queryOf(path), cookies: bothWays(cookiesIn(headers)), headers, path: values };
  return [
    ...inBody(request, operation?.requestBody?.media),
    ...(operation ? secretParameters(operation, sent) : []),
    ...(response ? inBody(response, answer?.media) : []),
    ...(answer && response ? secretFields(answer, response.headers) : []),
  ];
}

/** Returns a credential in all its forms: the whole value, the part after the scheme, and for HTTP basic the decoded user and password. */
function credentialIn(name: string, value: string, least: number): Secret[] {
  const variable = variableOf(name);
  const [, scheme = '', bare = value] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  if (!/^basic$/i.test(scheme)) return atLeast(least, [value, bare], variable);
  const decoded = Buffer.from(bare, 'base64').toString('utf8');
  const [, password = ''] = /^[^:]*:(.+)$/s.exec(decoded) ?? [];
  return [
    [value, variable],
    [bare, `${variable}_BASE64`],
    ...atLeast(1, [decoded], `${variable}_DECODED`),
    ...atLeast(1, [password], `${variable}_PASSWORD`),
  ];
}

function atLeast(least: number, values: readonly string[], placeholder: string): Secret[] {
  return [...new Set(values)].filter((value) => value.length >= least).map((value) => [value, placeholder] as const);
}

function setCookiesIn(fields: Fields): Pair[] {
  return fields
    .filter(([name]) => /^set-cookie$/i.test(name))
    .flatMap(([, value]) => bothWays(readCookies(value.split(';', 1)[0] ?? '')));
}

/** Returns the values of cookies in both forms, decoded and as they are written, since a text may show either. */
function bothWays(cookies: readonly Cookie[]): Pair[] {
  return cookies.flatMap(({ name, value, written }) =>
    value === written
      ? [{ name, value }]
      : [
          { name, value },
          { name, value: written },
        ],
  );
}

/** Returns the secret members by all declared media types together, since the sender may not say which type it means. */
function secretsOfMedia(media: readonly Media[] = []): SecretMembers {
  const all = media.flatMap(({ schema, itemSchema }) =>
    [schema, itemSchema].flatMap((each) => (each ? [secretMembers(each)] : [])),
  );
  return {
    names: new Set(all.flatMap(({ names }) => [...names])),
    whole: all.length > 0 && all.every(({ whole }) => whole),
  };
}

interface SentTexts {
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
  readonly headers: Fields;
  readonly path: Exchange['case']['request']['values'];
}

function secretParameters({ parameters }: Operation, { query, cookies, headers, path }: SentTexts): SecretValue[] {
  return parameters.flatMap(({ name, in: where, schema }): SecretValue[] => {
    if (!schema) return [];
    const own = isSecret(schema);
    const { names } = secretMembers(schema);
    if (!own && names.size === 0) return [];
    const secrets = { names: own ? new Set([...names, name]) : names, whole: false };
    switch (where) {
      case 'query':
        return secretsInPairs(query, secrets);
      case 'querystring':
        return secretsInPairs(query, { ...secrets, whole: own });
      case 'cookie':
        return secretsInPairs(
          cookies.flatMap(({ name: each, value }) => [
            { name: each, value },
            { name: each, value: percentDecoded(value) },
          ]),
          secrets,
        );
      case 'header': {
        const fields = headers.filter(([each]) => each.toLowerCase() === name.toLowerCase());
        return secretsInPairs(
          fields.map(([, value]) => ({ name, value })),
          secrets,
        );
      }
      case 'path':
        return secretsInPairs(
          [path[name] ?? []].flat().map((value) => ({ name, value })),
          secrets,
        );
      default:
        return where satisfies never;
    }
  });
}

/** Returns the values of the header fields of an answer that the contract calls secret. */
function secretFields(declared: NonNullable<ReturnType<typeof declaredResponse>>, answered: Fields): SecretValue[] {
  const fields = declared.headers
    .filter(({ schema }) => schema && isSecret(schema))
    .map(({ name }) => name.toLowerCase());
  const shown = answered.filter(([name]) => fields.includes(name.toLowerCase()));
  return shown.map(([name, value]) => ({ name, value }));
}
