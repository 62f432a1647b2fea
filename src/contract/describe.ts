/** What an operation is made of, wherever a version of OpenAPI writes it. */

import type { Encoding } from './contract';
import type { Files } from './files';
import type { Place } from './reference';
import type { Schema, SchemaReader } from './schema';

/** A parameter as it is declared. */
export interface DescribedParameter {
  readonly place: Place;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly required: boolean;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly allowReserved: boolean;
  readonly schema: Schema | undefined;
  /** The media type that its value is written in, where it is no style. */
  readonly content: DescribedMedia | undefined;
}

export interface DescribedMedia {
  readonly place: Place;
  /** As declared. */
  readonly type: string;
  readonly schema: Schema | undefined;
  /** Of `examples`, by their names. */
  readonly examples: Place | undefined;
  /** Of each event or line of a stream. */
  readonly itemSchema: Schema | undefined;
  readonly encodings: ReadonlyMap<string, Encoding>;
}

export interface DescribedHeader {
  readonly place: Place;
  readonly name: string;
  readonly required: boolean;
  readonly style: string | undefined;
  readonly explode: boolean | undefined;
  readonly schema: Schema | undefined;
  readonly content: DescribedMedia | undefined;
}

export interface DescribedBody {
  readonly place: Place;
  readonly required: boolean;
  readonly media: readonly DescribedMedia[];
}

/** How a version of OpenAPI writes them. */
export interface Describe {
  /** Of the path item and the operation, the latter's in place of the former's. */
  parameters(item: Place, operation: Place): DescribedParameter[];
  body(item: Place, operation: Place): DescribedBody | undefined;
  media(response: Place, operation: Place): DescribedMedia[];
  headers(response: Place): DescribedHeader[];
  /** The security schemes by name. */
  readonly schemes: Place | undefined;
  /** URLs of the servers, absolute or relative, with the defaults of their variables. */
  servers(item: Place, operation: Place): string[];
}

/** What is read with. */
export interface Reading {
  readonly root: Place;
  readonly files: Files;
  readonly schemas: SchemaReader;
}
