/** Hides what is secret in what the mock shows of a request, and in what is recorded: credentials, and what the contract calls secret. */

import type { Contract, Parameter } from '../../contract/contract';
import { contractNames } from '../../contract/contractNames';
import { isSecret } from '../../contract/schema/secretMembers';
import type { Fields } from '../../http/message';
import { type Redact, redactsOf, type Secrets } from '../../redaction/redact';
import { isSecretByName } from '../../resources/vocabulary/secrets';
import { answeringRoute, routerOf } from '../../routing/router';
import { remembered } from '../../support/caching';
import { originForm } from '../proxy/heads';
import { createExchangeSecrets } from './secretsInExchange';

/** A request, and the answer of a real service to it. What the mock answers comes from the contract. */
export interface ShownMessages {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Fields;
  readonly body: Buffer | undefined;
  readonly answer?:
    | { readonly status: number; readonly headers: Fields; readonly body: Buffer | undefined }
    | undefined;
}

interface Hiding {
  /** Hides the credential in the value of a header field: `Bearer abc` → `Bearer ***`, `session=abc` → `session=***`. */
  field(name: string, value: string): string;
  /** Hides the values of secret parameters in the path and the query of a request target. */
  target(method: string, target: string): string;
  /** Hides the values of secret parameters in the query and the fragment of a URL. */
  query(url: string): string;
  /**
   * Returns the functions that hide in any text what is secret in this request.
   * @param byName as for {@link createExchangeSecrets}.
   */
  of(shown: ShownMessages, byName?: 'all'): Pick<Secrets, 'redact' | 'sentence'>;
}

const HIDDEN = '***';

/** Returns what hides what is secret by a contract. */
export const hidingOf = remembered((contract: Contract): Hiding => {
  const { operations } = contract;
  const { isCredential, inMessages } = createExchangeSecrets(contract);
  const secretQueries = new Set(secretQueriesOf(contract));
  const isSecretQuery = (name: string) => secretQueries.has(name.toLowerCase()) || isSecretByName(name);
  const hasSecretPath = operations.some(({ parameters }) => parameters.some(isSecretInPath));
  const query: Hiding['query'] = (url) => (/[?#]/.test(url) ? withoutValues(url, isSecretQuery) : url);
  const routeOf = (method: string, path: string) => answeringRoute(routerOf(operations), method, path);
  return {
    query,
    field(name, value) {
      const key = name.toLowerCase();
      if (/^(?:proxy-)?authorization$/.test(key))
        return value.replace(/^(\S+)\s.*$|^.*$/s, (_, scheme) => `${scheme ?? ''} ${HIDDEN}`.trim());
      if (key === 'cookie') return value.replace(/=[^;]*/g, `=${HIDDEN}`);
      if (key === 'set-cookie') return value.replace(/=[^;]*/, `=${HIDDEN}`);
      return isCredential(key) ? HIDDEN : query(value);
    },
    target(method, target) {
      const shown = query(target);
      if (!hasSecretPath) return shown;
      const path = pathOf(target);
      const route = routeOf(method, path);
      const names = route?.operation.parameters.filter(isSecretInPath).map(({ name }) => name) ?? [];
      const values = names.flatMap((name) => route?.values.get(name) ?? []);
      return redactsOf(values.map((value) => [value, HIDDEN])).redact(shown);
    },
    of({ method = 'GET', url = '/', headers, body, answer }, byName) {
      const route = routeOf(method, pathOf(url));
      const secrets = inMessages({
        operation: route?.operation,
        ...(byName ? { byName } : {}),
        values: Object.fromEntries([...(route?.values ?? [])].map(([name, value]) => [name, value ?? ''])),
        request: { path: originForm(url), headers, ...(body ? { body } : {}) },
        response: answer && { ...answer, body: answer.body ?? Buffer.alloc(0) },
      });
      return redactsOf(
        secrets.map(([secret]) => [secret, HIDDEN]),
        () => contractNames(contract),
      );
    },
  };
});

/** Returns a body as text. In JSON, a number that is hidden becomes a text, so that it stays JSON. @param isCut whether the body lacks its end. */
export function hiddenText(body: Buffer, redact: Redact, isCut: boolean): string {
  const text = body.toString('utf8');
  const hidden = redact(text, isCut);
  return hidden === text ? text : hidden.replace(/(?<=[:[,]\s*)\*\*\*(?=\s*[,}\]])/g, `"${HIDDEN}"`);
}

function pathOf(target: string): string {
  return originForm(target).replace(/[?#].*$/s, '');
}

/** Returns the names of the query parameters that hold API keys (OpenAPI 3.1 §4.8.27) or other secrets, in lower case. */
function secretQueriesOf(contract: Contract): string[] {
  const { operations } = contract;
  const documents = [...contract.parsed().values()] as (Partial<Record<string, unknown>> | undefined)[];
  const schemes = documents.flatMap((document) => {
    const { securitySchemes } = (document?.['components'] ?? {}) as Partial<Record<string, object>>;
    return Object.values(securitySchemes ?? (document?.['securityDefinitions'] as object | undefined) ?? {});
  }) as ({ readonly type?: unknown; readonly in?: unknown; readonly name?: unknown } | null)[];
  const keys = schemes.flatMap((scheme) =>
    scheme?.type === 'apiKey' && scheme.in === 'query' && typeof scheme.name === 'string' ? [scheme.name] : [],
  );
  const used = operations
    .flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes))
    .filter(({ in: where }) => where === 'query')
    .map(({ field }) => field);
  const parameters = operations
    .flatMap((operation) => operation.parameters)
    .filter(({ in: where, schema }) => where === 'query' && schema !== undefined && isSecret(schema))
    .map(({ name }) => name);
  return [...keys, ...used, ...parameters].map((name) => name.toLowerCase());
}

/** Matches the name of a parameter and its `=`. A second question mark counts as the start of a query, too. */
const NAMED = /(?:^|\?)([^?=]*)=/g;

function withoutValues(target: string, isSecretQuery: (name: string) => boolean): string {
  const hide = (part: string) => {
    for (const { 0: head, 1: name = '', index } of part.matchAll(NAMED))
      if (isSecretQuery(decoded(name))) return `${part.slice(0, index)}${head}${HIDDEN}`;
    return part;
  };
  return target
    .split(/([&#])/)
    .map(hide)
    .join('');
}

/** Decodes the name of a query parameter. Malformed escapes are left as they are. */
function decoded(name: string): string {
  return new URLSearchParams(name).keys().next().value ?? '';
}

function isSecretInPath({ in: where, schema }: Parameter): boolean {
  return where === 'path' && schema !== undefined && isSecret(schema);
}
