/** Turns the answers that a Postman collection (v2.0 and v2.1) keeps into entries of a HAR. */

import { isObject } from '../json/value';

type Unknown = Readonly<Record<string, unknown>>;

/** Tells whether a JSON value is a collection, by the schema that it names. */
export function isCollection(value: unknown): value is Unknown {
  const info = isObject(value) ? value['info'] : undefined;
  return isObject(info) && /schema\.(get)?postman\.com\/.*collection/.test(String(info['schema']));
}

/** At most this many folders lie within each other. */
const DEEPEST = 50;

/** Yields an entry for each answer that was saved with a request. Variables of the collection, such as `{{baseUrl}}`, have their values. */
export function* entriesOfCollection(collection: Unknown): Iterable<unknown> {
  const variables = new Map(
    itemsOf(collection['variable']).map(({ key, id, value }) => [String(key ?? id), String(value ?? '')]),
  );
  yield* entriesIn(collection, variables, 0);
}

function* entriesIn(folder: Unknown, variables: ReadonlyMap<string, string>, depth: number): Iterable<unknown> {
  for (const item of itemsOf(folder['item'])) {
    if (depth < DEEPEST) yield* entriesIn(item, variables, depth + 1);
    for (const response of itemsOf(item['response'])) {
      const asked = response['originalRequest'] ?? item['request'];
      const request = typeof asked === 'string' ? { url: asked } : asked;
      if (isObject(request)) yield entryOf(request, response, variables);
    }
  }
}

function entryOf(request: Unknown, response: Unknown, variables: ReadonlyMap<string, string>): unknown {
  const { url, method = 'GET', header, body } = request;
  const text = (value: unknown) =>
    String(value ?? '').replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) => variables.get(name) ?? whole);
  const fields = (list: unknown) =>
    itemsOf(list).flatMap(({ key, value, disabled }) =>
      disabled === true ? [] : [{ name: text(key), value: text(value) }],
    );
  const posted = isObject(body) ? postedBy(body, text, fields) : undefined;
  return {
    time: response['responseTime'],
    request: {
      method,
      url: text(isObject(url) ? url['raw'] : url),
      headers: fields(header),
      ...(posted ? { postData: posted } : {}),
    },
    response: {
      status: response['code'],
      statusText: response['status'],
      headers: fields(response['header']),
      content: { text: typeof response['body'] === 'string' ? response['body'] : '' },
    },
  };
}

function postedBy(
  { mode, raw, urlencoded }: Unknown,
  text: (value: unknown) => string,
  fields: (list: unknown) => readonly unknown[],
): Unknown | undefined {
  if (mode === 'raw') return { text: text(raw) };
  return mode === 'urlencoded' ? { params: fields(urlencoded) } : undefined;
}

function itemsOf(list: unknown): readonly Unknown[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
