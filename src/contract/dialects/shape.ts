/** How the tables of the dialects describe what an object may contain. */

/** The shape of one value. */
export type Shape =
  | { readonly is: 'any' }
  | { readonly is: 'text'; readonly oneOf?: readonly string[] }
  | { readonly is: 'boolean' | 'number' | 'whole' }
  | { readonly is: 'list'; readonly of: Shape; readonly least: number }
  | { readonly is: 'map'; readonly of: Shape; readonly key?: RegExp }
  /** An object of its own kind; `reference` says whether a `$ref` may stand in its place. */
  | { readonly is: 'object'; readonly kind: string; readonly reference: boolean }
  /** One of several shapes, which differ in their JavaScript types. */
  | { readonly is: 'either'; readonly of: readonly Shape[] };

/** One kind of object of a dialect. */
export interface ObjectShape {
  /** The name of the kind for a person: "a Path Item". */
  readonly title: string;
  readonly fields: ReadonlyMap<string, Shape>;
  readonly required: readonly string[];
  /** The shapes of members whose names the author chooses, by a pattern of the name. */
  readonly patterns: readonly (readonly [name: RegExp, shape: Shape])[];
  /** Whether members that the table does not list are allowed. Names that begin with `x-` are always allowed. */
  readonly open: boolean;
  /** Returns further mistakes of the object. Each is a sentence, with the member that it is about, if any. */
  readonly also: (value: Readonly<Record<string, unknown>>) => readonly Complaint[];
}

/** Names a kind of object in a sentence: `an Operation`. */
export function withArticle({ title }: ObjectShape): string {
  if (/^[a-z]/.test(title)) return title;
  return `${/^[AEIOU]/.test(title) ? 'an' : 'a'} ${title}`;
}

export interface Complaint {
  /** The member that it is about; undefined if it is about the object itself. */
  readonly key?: string;
  readonly message: string;
  /** Whether the mistake makes the object unusable. */
  readonly unusable?: boolean;
  /** Whether it is only suspicious: the standard does not forbid it. */
  readonly warning?: boolean;
}

/** The members that an object must have, by the value of another of its members. */
export type RequiredTogether = Readonly<Record<string, readonly string[]>>;

export function missingMembers(
  value: Readonly<Record<string, unknown>>,
  by: string,
  needs: RequiredTogether,
  unusable: boolean,
): Complaint[] {
  const said = String(value[by]);
  return (Object.hasOwn(needs, said) ? (needs[said] ?? []) : [])
    .filter((key) => value[key] === undefined)
    .map((key) => ({ message: `\`${key}\` is missing, which the ${by} ${said} needs.`, unusable }));
}

/** Matches a token, which names of header fields and methods are (RFC 9110 §5.6.2). */
export const TOKEN_PATTERN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Complains about a header parameter whose name cannot be that of a header field. */
export function headerName({ in: where, name }: Readonly<Record<string, unknown>>): Complaint[] {
  if (where !== 'header' || typeof name !== 'string' || TOKEN_PATTERN.test(name)) return [];
  return [{ key: 'name', message: `"${name}" is not a valid name of a header field.`, unusable: true }];
}

/** Complains if an object has both of two members that exclude each other. */
export function exclusive(value: Readonly<Record<string, unknown>>, first: string, second: string): Complaint[] {
  if (value[first] === undefined || value[second] === undefined) return [];
  return [{ key: second, message: `there are both \`${first}\` and \`${second}\`; one of them must go.` }];
}

export type ObjectShapes = Readonly<Record<string, ObjectShape>>;

/** A row of a table: the members with their shapes, written as {@link parseShape} reads them. */
export interface Row {
  readonly fields: Readonly<Record<string, string>>;
  readonly patterns?: readonly (readonly [name: RegExp, shape: string])[];
  readonly open?: true;
  readonly also?: ObjectShape['also'];
  readonly title?: string;
}

/**
 * Creates a table of kinds. A field's shape is written as `Info!` (an object of that kind, required), `&Parameter` (the
 * object or a reference), `[Tag]` (a list), `[Schema]+` (a list that is not empty), `{Server}` (a map), `{:Schema}` (a
 * map by names of components), `text`, `boolean`, `number`, `whole`, `any`, or `a|b` (one of these texts).
 */
export function kinds(rows: Readonly<Record<string, Row>>): ObjectShapes {
  return Object.fromEntries(
    Object.entries(rows).map(([name, { fields, patterns = [], open = false, also = () => [], title }]) => {
      const entries = Object.entries(fields);
      return [
        name,
        {
          title: title ?? name,
          fields: new Map(entries.map(([field, text]) => [field, parseShape(text.replace(/!$/, ''))])),
          required: entries.filter(([, text]) => text.endsWith('!')).map(([field]) => field),
          patterns: patterns.map(([pattern, text]) => [pattern, parseShape(text)] as const),
          open,
          also,
        },
      ];
    }),
  );
}

/** Matches the allowed names of components (OpenAPI 3.1 §4.8.7.1). */
const COMPONENT = /^[\w.-]+$/;

function parseShape(text: string): Shape {
  if (text.includes(' or ')) return { is: 'either', of: text.split(' or ').map(parseShape) };
  if (text.endsWith(']+')) return { is: 'list', of: parseShape(text.slice(1, -2)), least: 1 };
  if (text.startsWith('[')) return { is: 'list', of: parseShape(text.slice(1, -1)), least: 0 };
  if (text.startsWith('{:')) return { is: 'map', of: parseShape(text.slice(2, -1)), key: COMPONENT };
  if (text.startsWith('{')) return { is: 'map', of: parseShape(text.slice(1, -1)) };
  // Names of object kinds begin with a capital letter.
  if (text.includes('|') || /^(?!any$|text$|boolean$|number$|whole$)[a-z]/.test(text))
    return { is: 'text', oneOf: text.split('|') };
  switch (text) {
    case 'any':
    case 'text':
    case 'boolean':
    case 'number':
    case 'whole':
      return { is: text };
    default:
      return text.startsWith('&')
        ? { is: 'object', kind: text.slice(1), reference: true }
        : { is: 'object', kind: text, reference: false };
  }
}
