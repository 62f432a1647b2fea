/** The parts of an operation, in a form that does not depend on the version of OpenAPI. */

import type { DeclaredLink, Encoding, GivenExample, ServerUrl } from '../contract';
import type { Files } from '../document/files';
import { child, type DocumentPlace, followed, members, valueIn } from '../document/reference';
import type { Schema, SchemaReader } from '../schema/schema';

/** A parameter as it is declared. */
export interface DescribedParameter {
  readonly place: DocumentPlace;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly required: boolean;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  readonly schema: Schema | undefined;
  /** The media type in which the value is written; undefined if a style says how it is written. */
  readonly content: DescribedMedia | undefined;
  /** The examples of whole values, apart from those of the schema. */
  readonly given: () => readonly GivenExample[];
}

export interface DescribedMedia {
  readonly place: DocumentPlace;
  /** As declared. */
  readonly type: string;
  readonly schema: Schema | undefined;
  /** The parameters that a form of version 2.0 is made of; undefined if the schema stands in the contract as such. */
  readonly fields?: readonly DocumentPlace[];
  /** The place of `examples`, a map by name. */
  readonly examples: DocumentPlace | undefined;
  /** The examples of the whole content, apart from those of the schema. */
  readonly given: () => readonly GivenExample[];
  /** The schema of each event or line of a stream. */
  readonly itemSchema: Schema | undefined;
  readonly encodings: ReadonlyMap<string, Encoding>;
}

export interface DescribedHeader {
  readonly place: DocumentPlace;
  readonly name: string;
  readonly required: boolean;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly schema: Schema | undefined;
  readonly content: DescribedMedia | undefined;
}

export interface DescribedBody {
  readonly place: DocumentPlace;
  readonly required: boolean;
  readonly media: readonly DescribedMedia[];
}

/**
 * Reads the parts of an operation as one version of OpenAPI writes them. A part is looked for in the owners of the
 * operation: first in itself, then in its path item, then in the path items that this refers to. The nearest
 * declaration applies.
 */
export interface Describe {
  parameters(owners: Owners): DescribedParameter[];
  body(owners: Owners): DescribedBody | undefined;
  media(response: DocumentPlace, operation: DocumentPlace): DescribedMedia[];
  headers(response: DocumentPlace): DescribedHeader[];
  links(response: DocumentPlace): DeclaredLink[];
  /** Returns the URLs of the servers, absolute or relative. Variables have their default values. */
  servers(owners: Owners): string[];
  /** Returns the same with their variables, and the place that declares them; undefined if nothing does. */
  serverUrls(owners: Owners): DescribedServers | undefined;
}

export interface DescribedServers {
  readonly place: DocumentPlace;
  readonly urls: readonly ServerUrl[];
}

export type Owners = readonly [operation: DocumentPlace, ...items: DocumentPlace[]];

/**
 * Returns the parameters that the owners of an operation declare, in the order of their declaration. The nearest one
 * applies for each name and location.
 */
export function declaredParameters(owners: readonly DocumentPlace[], files: Files): DocumentPlace[] {
  const byLocationAndName = new Map<string, DocumentPlace>();
  for (const owner of [...owners].reverse()) {
    for (const [, declared] of members(child(owner, 'parameters', files))) {
      const place = followed(declared, files);
      if (place) byLocationAndName.set(`${valueIn(place, 'in')} ${valueIn(place, 'name')}`, place);
    }
  }
  return [...byLocationAndName.values()];
}

/** The values that every part is read with. */
export interface DescribeContext {
  readonly root: DocumentPlace;
  readonly files: Files;
  readonly schemas: SchemaReader;
}
