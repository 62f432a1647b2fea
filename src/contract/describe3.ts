/** As OpenAPI 3.0 to 3.2 write it. */

import type { Encoding } from './contract';
import type { Describe, DescribedMedia, DescribedParameter, Reading } from './describe';
import { followed, member, members, type Place } from './reference';

export function describe3({ root, files, schemas }: Reading): Describe {
  const child = (place: Place | undefined, key: string) => place && followed(member(place, key), files);
  const children = (place: Place | undefined) =>
    members(place).flatMap(([key, each]) => {
      const found = followed(each, files);
      return found ? [[key, found] as const] : [];
    });
  const schemaIn = (place: Place, key: string) => {
    const found = member(place, key);
    return found && schemas.at(found);
  };
  const content = (place: Place | undefined): DescribedMedia[] =>
    children(child(place, 'content')).map(([type, media]) => ({
      place: media,
      type,
      schema: schemaIn(media, 'schema'),
      examples: child(media, 'examples'),
      itemSchema: schemaIn(media, 'itemSchema'),
      encodings: new Map(members(member(media, 'encoding')).map(([name, place]) => [name, encodingAt(place)])),
    }));

  return {
    schemes: child(child(root, 'components'), 'securitySchemes'),
    parameters(item, operation) {
      const found = new Map<string, DescribedParameter>();
      for (const owner of [item, operation]) {
        for (const [, place] of children(child(owner, 'parameters'))) {
          const described = parameter(place);
          if (described) found.set(`${described.in} ${described.name}`, described);
        }
      }
      return [...found.values()];
    },
    body(_item, operation) {
      const place = child(operation, 'requestBody');
      if (!place) return undefined;
      return { place, required: valueIn(place, 'required') === true, media: content(place) };
    },
    media: (response) => content(response),
    headers: (response) =>
      children(child(response, 'headers')).map(([name, place]) => ({
        place,
        name,
        required: valueIn(place, 'required') === true,
        style: textIn(place, 'style'),
        explode: valueIn(place, 'explode') === true,
        schema: schemaIn(place, 'schema'),
        content: content(place)[0],
      })),
    servers(item, operation) {
      const [owner] = [operation, item, root].filter((each) => Array.isArray(valueIn(each, 'servers')));
      return children(owner && child(owner, 'servers')).flatMap(([, server]) => urlOf(server));
    },
  };

  function parameter(place: Place): DescribedParameter | undefined {
    const { name, in: where, required, style, explode, allowReserved } = (place.value ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || !isWhere(where)) return undefined;
    const [media] = content(place);
    return {
      place,
      name,
      in: where,
      // A path without it would be another path.
      required: required === true || where === 'path',
      style: typeof style === 'string' ? style : undefined,
      explode: typeof explode === 'boolean' ? explode : undefined,
      allowReserved: allowReserved === true,
      schema: schemaIn(place, 'schema'),
      content: media,
    };
  }

  function urlOf(server: Place): string[] {
    const { url, variables } = (server.value ?? {}) as { url?: unknown; variables?: unknown };
    if (typeof url !== 'string') return [];
    const defaults = (typeof variables === 'object' && variables !== null ? variables : {}) as Record<
      string,
      { readonly default?: unknown } | undefined
    >;
    return [url.replace(/\{([^}]*)\}/g, (whole, name: string) => String(defaults[name]?.default ?? whole))];
  }
}

function encodingAt(place: Place): Encoding {
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

function textIn(place: Place, key: string): string | undefined {
  const value = valueIn(place, key);
  return typeof value === 'string' ? value : undefined;
}

export function valueIn({ value }: Place, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
