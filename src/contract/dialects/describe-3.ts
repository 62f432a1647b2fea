/** Describes operations of OpenAPI 3.0 to 3.2. */

import { unescapePointer } from '../../json/pointer';
import type { DeclaredLink, Encoding } from '../contract';
import { child, type DocumentPlace, followed, member, members, valueIn } from '../document/reference';
import {
  type Describe,
  type DescribeContext,
  type DescribedMedia,
  type DescribedParameter,
  declaredParameters,
} from './describe';

export function describe3({ root, files, schemas }: DescribeContext): Describe {
  const children = (place: DocumentPlace | undefined) =>
    members(place).flatMap(([key, declared]) => {
      const place = followed(declared, files);
      return place ? [[key, place] as const] : [];
    });
  const schemaIn = (place: DocumentPlace, key: string) => {
    const schema = member(place, key);
    return schema && schemas.at(schema);
  };
  const content = (place: DocumentPlace | undefined): DescribedMedia[] =>
    children(place && child(place, 'content', files)).map(([type, media]) => ({
      place: media,
      type,
      schema: schemaIn(media, 'schema'),
      examples: child(media, 'examples', files),
      itemSchema: schemaIn(media, 'itemSchema'),
      encodings: new Map(members(member(media, 'encoding')).map(([name, place]) => [name, encodingAt(place)])),
    }));

  return {
    parameters: (owners) => declaredParameters(owners, files).flatMap((place) => parameter(place) ?? []),
    body([operation]) {
      const place = child(operation, 'requestBody', files);
      return place && { place, required: valueIn(place, 'required') === true, media: content(place) };
    },
    media: (response) => content(response),
    headers: (response) =>
      children(child(response, 'headers', files)).map(([name, place]) => ({
        place,
        name,
        required: valueIn(place, 'required') === true,
        style: textIn(place, 'style'),
        explode: valueIn(place, 'explode') === true,
        schema: schemaIn(place, 'schema'),
        content: content(place)[0],
      })),
    links: (response) => children(child(response, 'links', files)).flatMap(([, place]) => linkAt(place)),
    servers(owners) {
      const nearest = [...owners, root].find((owner) => Array.isArray(valueIn(owner, 'servers')));
      return children(child(nearest, 'servers', files)).flatMap(([, server]) => urlOf(server));
    },
  };

  function parameter(place: DocumentPlace): DescribedParameter | undefined {
    const { name, in: where, required, style, explode, allowReserved } = (place.value ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || !isWhere(where)) return undefined;
    const [media] = content(place);
    return {
      place,
      name,
      in: where,
      // A path parameter is always required: without it, the path would be a different one.
      required: required === true || where === 'path',
      style: typeof style === 'string' ? style : undefined,
      explode: typeof explode === 'boolean' ? explode : undefined,
      allowReserved: allowReserved === true,
      schema: schemaIn(place, 'schema'),
      content: media,
    };
  }

  function urlOf(server: DocumentPlace): string[] {
    const { url, variables } = (server.value ?? {}) as { url?: unknown; variables?: unknown };
    if (typeof url !== 'string') return [];
    const defaults = (typeof variables === 'object' && variables !== null ? variables : {}) as Record<
      string,
      { readonly default?: unknown } | undefined
    >;
    return [url.replace(/\{([^}]*)\}/g, (whole, name: string) => String(defaults[name]?.default ?? whole))];
  }
}

function linkAt(place: DocumentPlace): DeclaredLink[] {
  const id = textIn(place, 'operationId');
  // For example `#/paths/~1plants~1{id}/get`, in this file or another one.
  const [, path, method] = /#\/paths\/([^/]+)\/([a-z]+)$/.exec(textIn(place, 'operationRef') ?? '') ?? [];
  const operation = id ?? (path && method ? `${method.toUpperCase()} ${unescapePointer(decoded(path))}` : undefined);
  if (operation === undefined) return [];
  const parameters = members(member(place, 'parameters')).flatMap(([name, { value }]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return [{ operation, parameters: new Map(parameters), requestBody: valueIn(place, 'requestBody') }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encodingAt(place: DocumentPlace): Encoding {
  const [contentType, style, explode] = ['contentType', 'style', 'explode'].map((key) => valueIn(place, key));
  return {
    contentType: typeof contentType === 'string' ? contentType : undefined,
    style: typeof style === 'string' ? style : undefined,
    explode: typeof explode === 'boolean' ? explode : undefined,
    allowReserved: valueIn(place, 'allowReserved') === true,
  };
}

const PLACES = new Set<unknown>(['path', 'query', 'header', 'cookie', 'querystring']);

function isWhere(value: unknown): value is DescribedParameter['in'] {
  return PLACES.has(value);
}

function textIn(place: DocumentPlace, key: string): string | undefined {
  const value = valueIn(place, key);
  return typeof value === 'string' ? value : undefined;
}
