/** From a case to the request that is sent. */

import type { Case, Values } from '../case';
import type { Parameter } from '../contract/contract';
import { mediaKind } from '../contract/mediaKind';
import { TOOL } from '../tool';
import type { Fields, Request } from '../wire/exchange';
import type { Target } from '../wire/target';
import { encodePath, encodeQuery, type Pair, styleOf } from './styles';

/** Methods whose requests are expected to have content: where they have none, a length says so (RFC 9110 §8.6). */
const WITH_CONTENT = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);

const DEFAULTS: Fields = [
  ['Accept', '*/*'],
  ['User-Agent', `${TOOL.name}/${TOOL.version}`],
];

/**
 * @param target whose base path goes before the path of the contract.
 * @param common header fields sent with every request, which take the place of what we would send.
 */
export function toRequest(each: Case, target: Pick<Target, 'basePath' | 'basePathOf'>, common: Fields): Request {
  const { operation, values, input, authorisation, method = operation.method } = each;
  const { path, query } = fillTemplate(operation.path, values, operation.parameters);
  const basePath = target.basePathOf?.(operation) ?? target.basePath;
  const pairs = [...input.query, ...authorisation.query];
  const search = [query, encodeQuery(pairs, false)].filter((part) => part !== '').join('&');
  const cookies = [...input.cookies, ...authorisation.cookies];
  const own: Fields = [
    ...(input.body ? [['Content-Type', input.body.contentType] as const] : []),
    ...(input.body || WITH_CONTENT.has(method)
      ? [['Content-Length', String(input.body?.bytes.length ?? 0)] as const]
      : []),
    ...input.headers,
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.map(cookie).join('; ')] as const]),
    ...authorisation.headers,
  ];
  const taken = new Set([...common, ...own].map(([name]) => name.toLowerCase()));
  const ours = new Set(own.map(([name]) => name.toLowerCase()));
  return {
    method,
    path: `${basePath}${path}${search === '' ? '' : `?${search}`}`,
    headers: [
      ...DEFAULTS.filter(([name]) => !taken.has(name.toLowerCase())),
      ...common.filter(([name]) => !ours.has(name.toLowerCase())),
      ...own,
    ],
    ...(input.body ? { body: input.body.bytes } : {}),
    ...(mayStream(each) ? { streamed: true as const } : {}),
  };
}

/** Streams of events need have no end. */
function mayStream({ operation }: Case): boolean {
  return operation.responses.some(({ media }) => media.some(({ type }) => mediaKind(type) === 'sequence'));
}

function cookie({ name, value }: Pair): string {
  return `${name}=${encodeURIComponent(value)}`;
}

/**
 * The path and the query of a template, percent-encoded; what the template encodes already stays as it is. A contract may have a query in a
 * path, or a fragment, which is never sent.
 */
export function fillTemplate(
  template: string,
  values: Values,
  parameters: readonly Parameter[],
): { path: string; query: string } {
  const [whole = ''] = template.split('#');
  const mark = whole.indexOf('?');
  const path = mark < 0 ? whole : whole.slice(0, mark);
  const query = mark < 0 ? '' : whole.slice(mark + 1);
  const fill = (text: string) =>
    text.replace(/\{([^}]+)\}|[^{]+/g, (literal, name: string | undefined) =>
      name === undefined
        ? encodeURI(literal).replace(/%25(?=[0-9A-F]{2})/gi, '%')
        : styled(name, values[name] ?? '', parameters),
    );
  return { path: fill(path), query: fill(query) };
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
  const { style } = styleOf({ ...parameter, in: 'path' });
  if (style === 'label') return `.${encoded}`;
  return style === 'matrix' ? `;${encodePath(name)}${encoded === '' ? '' : `=${encoded}`}` : encoded;
}
