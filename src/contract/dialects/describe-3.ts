/** Describes operations of OpenAPI 3.0 to 3.2. */

import { percentDecoded } from '../../http/uri';
import { unescapePointer } from '../../json/pointer';
import type { DeclaredLink, Encoding, ServerUrl } from '../contract';
import { child, type DocumentPlace, followed, member, members, valueIn } from '../document/reference';
import type { Schema } from '../schema/schema';
import {
  type Describe,
  type DescribeContext,
  type DescribedBody,
  type DescribedHeader,
  type DescribedMedia,
  type DescribedParameter,
  type DescribedServers,
  declaredParameters,
  type Owners,
} from './describe';
import { givenExamples } from './givenExamples';

export function describe3(context: DescribeContext): Describe {
  return new Description3(context);
}

class Description3 implements Describe {
  constructor(private readonly context: DescribeContext) {}

  parameters(owners: Owners): DescribedParameter[] {
    return declaredParameters(owners, this.context.files).flatMap((place) => this.parameterAt(place) ?? []);
  }

  body([operation]: Owners): DescribedBody | undefined {
    const place = child(operation, 'requestBody', this.context.files);
    return place && { place, required: valueIn(place, 'required') === true, media: this.content(place) };
  }

  media(response: DocumentPlace): DescribedMedia[] {
    return this.content(response);
  }

  headers(response: DocumentPlace): DescribedHeader[] {
    return this.childrenOf(response, 'headers').map(([name, place]) => ({
      place,
      name,
      required: valueIn(place, 'required') === true,
      style: textIn(place, 'style'),
      explode: valueIn(place, 'explode') === true,
      schema: this.schemaIn(place, 'schema'),
      content: this.content(place)[0],
    }));
  }

  links(response: DocumentPlace): DeclaredLink[] {
    return this.childrenOf(response, 'links').flatMap(([, place]) => linkAt(place));
  }

  servers(owners: Owners): string[] {
    const urls = this.serverUrls(owners)?.urls ?? [];
    // Variables have their default values.
    return urls.map(({ url, variables }) =>
      url.replace(/\{([^}]*)\}/g, (whole, name: string) => variables.get(name)?.default ?? whole),
    );
  }

  serverUrls(owners: Owners): DescribedServers | undefined {
    const nearest = [...owners, this.context.root].find((owner) => Array.isArray(valueIn(owner, 'servers')));
    const place = nearest && child(nearest, 'servers', this.context.files);
    return place && { place, urls: this.childrenOf(nearest, 'servers').flatMap(([, server]) => serverAt(server)) };
  }

  private parameterAt(place: DocumentPlace): DescribedParameter | undefined {
    const { name, in: where, required, style, explode, allowReserved } = (place.value ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || !isWhere(where)) return undefined;
    const content = this.content(place)[0];
    return {
      place,
      name,
      in: where,
      // A path parameter is always required: without it, the path would be a different one.
      required: required === true || where === 'path',
      style: typeof style === 'string' ? style : undefined,
      explode: typeof explode === 'boolean' ? explode : undefined,
      allowReserved: allowReserved === true,
      schema: this.schemaIn(place, 'schema'),
      content,
      given: () => [...givenExamples(place, this.context.files), ...(content?.given() ?? [])],
    };
  }

  private content(place: DocumentPlace): DescribedMedia[] {
    const { files } = this.context;
    return this.childrenOf(place, 'content').map(([type, media]) => ({
      place: media,
      type,
      schema: this.schemaIn(media, 'schema'),
      examples: child(media, 'examples', files),
      given: () => givenExamples(media, files),
      itemSchema: this.schemaIn(media, 'itemSchema'),
      encodings: new Map(members(member(media, 'encoding')).map(([name, place]) => [name, encodingAt(place)])),
    }));
  }

  /** Returns what a member of a place holds, by name. References are followed; what they do not find is left out. */
  private childrenOf(place: DocumentPlace | undefined, key: string): (readonly [string, DocumentPlace])[] {
    const { files } = this.context;
    return members(child(place, key, files)).flatMap(([name, declared]) => {
      const found = followed(declared, files);
      return found ? [[name, found] as const] : [];
    });
  }

  private schemaIn(place: DocumentPlace, key: string): Schema | undefined {
    const schema = member(place, key);
    return schema && this.context.schemas.at(schema);
  }
}

/** Returns a server; none if it has no URL. */
function serverAt(server: DocumentPlace): ServerUrl[] {
  const url = textIn(server, 'url');
  if (url === undefined) return [];
  const variables = members(member(server, 'variables')).map(([name, { value }]) => {
    const { default: usual, enum: values } = (value ?? {}) as { readonly default?: unknown; readonly enum?: unknown };
    return [
      name,
      {
        default: usual === undefined || usual === null ? undefined : String(usual),
        values: Array.isArray(values) ? values.map(String) : [],
      },
    ] as const;
  });
  return [{ url, variables: new Map(variables) }];
}

function linkAt(place: DocumentPlace): DeclaredLink[] {
  const id = textIn(place, 'operationId');
  // For example `#/paths/~1plants~1{id}/get`, in this file or another one.
  const [, path, method] = /#\/paths\/([^/]+)\/([a-z]+)$/.exec(textIn(place, 'operationRef') ?? '') ?? [];
  const operation =
    id ?? (path && method ? `${method.toUpperCase()} ${unescapePointer(percentDecoded(path))}` : undefined);
  if (operation === undefined) return [];
  const parameters = members(member(place, 'parameters')).flatMap(([name, { value }]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return [{ operation, parameters: new Map(parameters), requestBody: valueIn(place, 'requestBody') }];
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
