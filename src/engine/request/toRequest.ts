/** From a case to the request that is sent. */

import type { Operation, Parameter } from '../../contract/contract';
import { mediaKind } from '../../http/mediaType';
import type { Fields, Request } from '../../http/message';
import type { Pair } from '../../http/uri';
import type { Values } from '../../routing/pathTemplate';
import { encodePath, encodeQuery } from '../../serialization/writeParameter';
import { createRecent, remembered } from '../../support/caching';
import { TOOL } from '../../support/version';
import type { Target } from '../../wire/target';
import type { Case } from '../model/case';

/** Methods whose requests are expected to have content: where they have none, a length says so (RFC 9110 §8.6). */
const WITH_CONTENT = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);

const DEFAULTS: Fields = [
  ['Accept', '*/*'],
  ['User-Agent', `${TOOL.name}/${TOOL.version}`],
];

/**
 * @param target whose base path goes before the path of the contract.
 * @param fields header fields sent with every request of the first user, which take the place of what we would send.
 */
export function toRequest(each: Case, target: Pick<Target, 'basePath' | 'basePathOf'>, fields: Fields): Request {
  const { operation, values, input, authorisation, user, method = operation.method } = each.request;
  const common = user?.headers ?? fields;
  const { path, query } = fillTemplate(operation.path, values, operation.parameters);
  const basePath = target.basePathOf?.(operation) ?? target.basePath;
  // A credential takes the place of a parameter of its name.
  const shown = new Set(authorisation.query.map(({ name }) => name));
  const pairs = [...input.query.filter(({ name }) => !shown.has(name)), ...authorisation.query];
  // What the contract has in the path as well is sent once.
  const search = [query === '' ? '' : withoutNamed(query, pairs), encodeQuery(pairs, false)]
    .filter((part) => part !== '')
    .join('&');
  const cookies = [...input.cookies.map(cookie), ...authorisation.cookies.map(credentialCookie)];
  const own: Fields = [
    ...(input.body ? [['Content-Type', input.body.contentType] as const] : []),
    ...(input.body || WITH_CONTENT.has(method)
      ? [['Content-Length', String(input.body?.bytes.length ?? 0)] as const]
      : []),
    ...input.headers,
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
    ...authorisation.headers,
  ];
  const ours = own.map(([name]) => name.toLowerCase());
  const taken = [...common.map(([name]) => name.toLowerCase()), ...ours, ...(input.without ?? [])];
  return {
    method,
    path: `${basePath}${path}${search === '' ? '' : `?${search}`}`,
    headers: [
      ...DEFAULTS.filter(([name]) => !taken.includes(name.toLowerCase())),
      ...common.filter(([name]) => !ours.includes(name.toLowerCase())),
      ...own,
    ],
    ...(input.body ? { body: input.body.bytes } : {}),
    ...(mayStream(each.request.operation) ? { streamed: true as const } : {}),
  };
}

/** What a query has beside some pairs. */
function withoutNamed(query: string, pairs: readonly Pair[]): string {
  const named = new Set(pairs.map(({ name }) => name));
  const isOther = (part: string) => ![...new URLSearchParams(part).keys()].some((name) => named.has(name));
  return query.split('&').filter(isOther).join('&');
}

/** Streams of events need have no end. */
const mayStream = remembered(({ responses }: Operation) =>
  responses.some(({ media }) => media.some(({ type }) => mediaKind(type) === 'sequence')),
);

function cookie({ name, value }: Pair): string {
  return `${name}=${encodeURIComponent(value)}`;
}

/** A credential goes as the service gave it, unless no cookie may hold it (RFC 6265 §4.1.1): not every service decodes `abc%3D`. */
function credentialCookie({ name, value }: Pair): string {
  return /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(value) ? `${name}=${value}` : cookie({ name, value });
}

/**
 * The path and the query of a template, percent-encoded; what the template encodes already stays as it is. A contract may have a query in a
 * path, or a fragment, which is never sent.
 */
function fillTemplate(
  template: string,
  values: Values,
  parameters: readonly Parameter[],
): { path: string; query: string } {
  const { path, query } = templateOf(template, () => readTemplate(template));
  const fill = (parts: readonly Part[]) =>
    parts
      .map((part) => (typeof part === 'string' ? part : styled(part.name, values[part.name] ?? '', parameters)))
      .join('');
  return { path: fill(path), query: fill(query) };
}

/** What stands there as it is sent, or a place for a value. */
type Part = string | { readonly name: string };

interface Template {
  readonly path: readonly Part[];
  readonly query: readonly Part[];
}

/** So many templates are kept that were read. */
const MOST_TEMPLATES = 2000;

const templateOf = createRecent<string, Template>(MOST_TEMPLATES);

function readTemplate(template: string): Template {
  const [whole = ''] = template.split('#');
  const mark = whole.indexOf('?');
  const partsOf = (text: string): Part[] =>
    Array.from(text.matchAll(/\{([^}]+)\}|[^{]+|\{/g), ([literal, name]) =>
      name === undefined ? encodedLiteral(literal) : { name },
    );
  return {
    path: partsOf(mark < 0 ? whole : whole.slice(0, mark)),
    query: mark < 0 ? [] : partsOf(whole.slice(mark + 1)),
  };
}

function encodedLiteral(literal: string): string {
  return literal === '{' ? literal : encodeURI(literal).replace(/%25(?=[0-9A-F]{2})/gi, '%');
}

/** A text in the style of its parameter: `;id=7`, `.7`. */
function styled(name: string, text: string, parameters: readonly Parameter[]): string {
  const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
  if (!parameter) return encodePath(text);
  // A list is handed over as it is written, with commas between its items.
  const listed = parameter.types.includes('array') || parameter.types.includes('object');
  const encoded = listed
    ? text
        .split(',')
        .map((part) => encodePath(part))
        .join(',')
    : encodePath(text);
  const { style } = parameter;
  if (style === 'label') return `.${encoded}`;
  return style === 'matrix' ? `;${encodePath(name)}${encoded === '' ? '' : `=${encoded}`}` : encoded;
}
