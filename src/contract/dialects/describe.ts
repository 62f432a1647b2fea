/** What an operation is made of, wherever a version of OpenAPI writes it. */

import type { DeclaredLink, Encoding } from '../contract';
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
  /** The media type that its value is written in, where it is no style. */
  readonly content: DescribedMedia | undefined;
}

export interface DescribedMedia {
  readonly place: DocumentPlace;
  /** As declared. */
  readonly type: string;
  readonly schema: Schema | undefined;
  /** Of `examples`, by their names. */
  readonly examples: DocumentPlace | undefined;
  /** Of each event or line of a stream. */
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
 * How a version of OpenAPI writes them. What belongs to an operation is asked of its owners: of itself, then of its path item and those
 * that this refers to; what a nearer one says goes before.
 */
export interface Describe {
  parameters(owners: Owners): DescribedParameter[];
  body(owners: Owners): DescribedBody | undefined;
  media(response: DocumentPlace, operation: DocumentPlace): DescribedMedia[];
  headers(response: DocumentPlace): DescribedHeader[];
  links(response: DocumentPlace): DeclaredLink[];
  /** URLs of the servers, absolute or relative, with the defaults of their variables. */
  servers(owners: Owners): string[];
}

export type Owners = readonly [operation: DocumentPlace, ...items: DocumentPlace[]];

/** The parameters that the owners of an operation declare, in the order of their declaration; one of each name in each place. */
export function declaredParameters(owners: readonly DocumentPlace[], files: Files): DocumentPlace[] {
  const found = new Map<string, DocumentPlace>();
  for (const owner of [...owners].reverse()) {
    for (const [, declared] of members(child(owner, 'parameters', files))) {
      const place = followed(declared, files);
      if (place) found.set(`${valueIn(place, 'in')} ${valueIn(place, 'name')}`, place);
    }
  }
  return [...found.values()];
}

/** What is read with. */
export interface DescribeContext {
  readonly root: DocumentPlace;
  readonly files: Files;
  readonly schemas: SchemaReader;
}
