/** Describes a request for which code is written. */

/** A part of a multipart body (RFC 7578). */
export interface SentPart {
  readonly name: string;
  /** The media type; undefined if the part has none. */
  readonly type: string | undefined;
  /** The text; undefined if the part is a file. */
  readonly text: string | undefined;
  /** The name of the file, which the code reads from the folder where it runs. */
  readonly file: string | undefined;
}

export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'parts'; readonly parts: readonly SentPart[] };

export interface SentRequest {
  /** In upper case. */
  readonly method: string;
  /** The absolute URL, with its query. */
  readonly url: string;
  /** The fields that the client has to set. A body of parts brings its own Content-Type. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: SentBody;
}
