/**
 * Describes operations of OpenAPI 2.0, where a body is a parameter, media types are separate lists, and a server is a
 * host and a path.
 */

import { bareType } from '../../http/mediaType';
import type { DeclaredLink, Encoding, GivenExample } from '../contract';
import { type DocumentPlace, member, members, valueIn } from '../document/reference';
import type { Schema, SchemaReader } from '../schema/schema';
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
import { singleExample, toGiven } from './givenExamples';

/** The style that each `collectionFormat` stands for (OpenAPI 3.0 §4.7.12.2). `tsv` has no style there. */
const STYLES: Readonly<Record<string, { readonly style?: string; readonly explode: boolean }>> = {
  csv: { explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

export function describe2(context: DescribeContext): Describe {
  return new Description2(context);
}

class Description2 implements Describe {
  constructor(private readonly context: DescribeContext) {}

  parameters(owners: Owners): DescribedParameter[] {
    const { files, schemas } = this.context;
    return declaredParameters(owners, files).flatMap((place) => parameterAt(place, schemas) ?? []);
  }

  body(owners: Owners): DescribedBody | undefined {
    const places = declaredParameters(owners, this.context.files);
    const consumed = this.types(owners[0], 'consumes');
    const body = places.find((place) => valueIn(place, 'in') === 'body');
    if (body) return this.wholeBody(body, consumed);
    const [first, ...others] = places.filter((place) => valueIn(place, 'in') === 'formData');
    return first && this.form([first, ...others], consumed);
  }

  media(response: DocumentPlace, operation: DocumentPlace): DescribedMedia[] {
    const place = member(response, 'schema');
    // "If this field does not exist, it means no content is returned" (Response Object).
    if (!place) return [];
    const produced = this.types(operation, 'produces');
    const types = produced.length > 0 ? produced : ['*/*'];
    // "The name of the property MUST be one of the Operation produces values" (Example Object).
    const given = (type: string) => [
      ...singleExample(response),
      ...toGiven(valueIn({ value: valueIn(response, 'examples') }, type)),
    ];
    return mediaOf(response, this.context.schemas.at(place), types, given);
  }

  headers(response: DocumentPlace): DescribedHeader[] {
    return members(member(response, 'headers')).map(([name, place]) => ({
      place,
      name,
      // Version 2.0 cannot declare a header as required.
      required: false,
      style: STYLES[String(valueIn(place, 'collectionFormat'))]?.style,
      explode: false,
      schema: this.context.schemas.at(place),
      content: undefined,
    }));
  }

  /** Version 2.0 has no links. */
  links(): DeclaredLink[] {
    return [];
  }

  servers([operation]: Owners): string[] {
    const { root } = this.context;
    const { host, basePath } = (root.value ?? {}) as { host?: unknown; basePath?: unknown };
    const path = typeof basePath === 'string' ? basePath : '/';
    if (typeof host !== 'string') return [path];
    const schemes = valueIn(operation, 'schemes') ?? valueIn(root, 'schemes');
    const list = Array.isArray(schemes) && schemes.length > 0 ? schemes : ['https'];
    return list.map((scheme) => `${scheme}://${host}${path.startsWith('/') ? '' : '/'}${path}`);
  }

  serverUrls(owners: Owners): DescribedServers | undefined {
    const { root } = this.context;
    const place = member(root, 'basePath') ?? member(root, 'host');
    return place && { place, urls: this.servers(owners).map((url) => ({ url, variables: new Map() })) };
  }

  /** Returns the media types that an operation names, or else the whole contract. */
  private types(operation: DocumentPlace, key: 'consumes' | 'produces'): string[] {
    const list = valueIn(operation, key) ?? valueIn(this.context.root, key);
    return Array.isArray(list) ? list.filter((type) => typeof type === 'string') : [];
  }

  private wholeBody(body: DocumentPlace, consumed: readonly string[]): DescribedBody {
    const schema = member(body, 'schema');
    // If the contract names no media type, JSON is meant.
    const list = consumed.length > 0 ? consumed : ['application/json'];
    return {
      place: body,
      required: valueIn(body, 'required') === true,
      media: mediaOf(body, schema && this.context.schemas.at(schema), list, () => singleExample(body)),
    };
  }

  private form(fields: readonly [DocumentPlace, ...DocumentPlace[]], consumed: readonly string[]): DescribedBody {
    const [first] = fields;
    const isUpload = fields.some((place) => valueIn(place, 'type') === 'file');
    const forms = consumed.filter((type) => FORMS.includes(bareType(type)));
    const list = forms.length > 0 ? forms : [isUpload ? 'multipart/form-data' : 'application/x-www-form-urlencoded'];
    return {
      place: first,
      required: fields.some((place) => valueIn(place, 'required') === true),
      media: mediaOf(
        first,
        formOf(first, fields, this.context.schemas),
        list,
        () => exampleOfForm(fields),
        encodingsOf(fields),
      ).map((media) => ({ ...media, fields })),
    };
  }
}

function parameterAt(place: DocumentPlace, schemas: SchemaReader): DescribedParameter | undefined {
  const { name, in: where, required, collectionFormat } = (place.value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || (where !== 'path' && where !== 'query' && where !== 'header')) return undefined;
  const { style, explode } = STYLES[String(collectionFormat)] ?? { explode: false };
  return {
    place,
    name,
    in: where,
    required: required === true || where === 'path',
    style: where === 'query' && style === undefined ? 'form' : style,
    explode,
    allowReserved: false,
    schema: schemas.at(place),
    content: undefined,
    given: () => singleExample(place),
  };
}

/** Returns the same content once for each media type of a list. */
function mediaOf(
  place: DocumentPlace,
  schema: Schema | undefined,
  list: readonly string[],
  given: (type: string) => readonly GivenExample[],
  encodings: DescribedMedia['encodings'] = new Map(),
): DescribedMedia[] {
  const usual = { place, schema, examples: undefined, itemSchema: undefined, encodings };
  return list.map((type) => ({ ...usual, type, given: () => given(type) }));
}

/** Returns the form that has the examples of all fields which have one. */
function exampleOfForm(fields: readonly DocumentPlace[]): readonly GivenExample[] {
  const members = fields.flatMap((field) =>
    singleExample(field)
      .slice(0, 1)
      .map(({ value }) => [String(valueIn(field, 'name')), value] as const),
  );
  return members.length === 0 ? [] : toGiven(Object.fromEntries(members));
}

function encodingsOf(fields: readonly DocumentPlace[]): Map<string, Encoding> {
  return new Map(
    fields.map((field) => {
      const { style = 'form', explode } = STYLES[String(valueIn(field, 'collectionFormat'))] ?? { explode: false };
      return [String(valueIn(field, 'name')), { contentType: undefined, style, explode, allowReserved: false }];
    }),
  );
}

/** Describes a form as an object whose members are the fields. */
function formOf(place: DocumentPlace, fields: readonly DocumentPlace[], schemas: SchemaReader): Schema {
  const named = fields.map((field) => [String(valueIn(field, 'name')), field] as const);
  const required = named.filter(([, field]) => valueIn(field, 'required') === true).map(([name]) => name);
  return {
    place,
    keywords: {
      type: 'object',
      properties: Object.fromEntries(named.map(([name, field]) => [name, schemas.at(field)])),
      required,
    },
  };
}
