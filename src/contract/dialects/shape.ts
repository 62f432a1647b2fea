/** How the tables of the dialects say what an object may hold. */

/** What stands in one place. */
export type Shape =
  | { readonly is: 'any' }
  | { readonly is: 'text'; readonly oneOf?: readonly string[] }
  | { readonly is: 'boolean' | 'number' | 'whole' }
  | { readonly is: 'list'; readonly of: Shape; readonly least: number }
  | { readonly is: 'map'; readonly of: Shape; readonly key?: RegExp }
  /** An object of a kind of its own; `reference` where a `$ref` may stand in its place. */
  | { readonly is: 'object'; readonly kind: string; readonly reference: boolean }
  /** One of several, told apart by their JavaScript types. */
  | { readonly is: 'either'; readonly of: readonly Shape[] };

/** One kind of object of a dialect. */
export interface ObjectShape {
  /** As a person calls it: "a Path Item". */
  readonly title: string;
  readonly fields: ReadonlyMap<string, Shape>;
  readonly required: readonly string[];
  /** Members whose names are the user's, by what the names look like. */
  readonly patterns: readonly (readonly [name: RegExp, shape: Shape])[];
  /** Whether members that the table does not have are allowed; names that begin with `x-` always are. */
  readonly open: boolean;
  /** What else must hold of it, each breach a sentence with the member that it is about, if it is about one. */
  readonly also: (value: Readonly<Record<string, unknown>>) => readonly Complaint[];
}

export interface Complaint {
  /** The member that it is about; the object itself where there is none. */
  readonly key?: string;
  readonly message: string;
  /** Whether the object cannot be used as it is. */
  readonly unusable?: boolean;
  /** Whether it only deserves a look: the standard does not forbid it. */
  readonly warning?: boolean;
}

/** Members that an object must have by what another of its members says. */
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

/** What names of header fields and of methods consist of (RFC 9110 §5.6.2). */
export const TOKEN_PATTERN = /^[\w!#$%&'*+.^`|~-]+$/;

/** A parameter in the header with a name that no header field can have. */
export function headerName({ in: where, name }: Readonly<Record<string, unknown>>): Complaint[] {
  if (where !== 'header' || typeof name !== 'string' || TOKEN_PATTERN.test(name)) return [];
  return [{ key: 'name', message: `"${name}" is no name of a header field.`, unusable: true }];
}

/** Members of which an object may have only one. */
export function exclusive(value: Readonly<Record<string, unknown>>, one: string, other: string): Complaint[] {
  if (value[one] === undefined || value[other] === undefined) return [];
  return [{ key: other, message: `there are both \`${one}\` and \`${other}\`; one of them must go.` }];
}

export type ObjectShapes = Readonly<Record<string, ObjectShape>>;

/** A table's row: members with their shapes as {@link parseShape} reads them. */
export interface Row {
  readonly fields: Readonly<Record<string, string>>;
  readonly patterns?: readonly (readonly [name: RegExp, shape: string])[];
  readonly open?: true;
  readonly also?: ObjectShape['also'];
  readonly title?: string;
}

/**
 * Makes a table of kinds. A field's shape is written as `Info!` (an object of that kind, required), `&Parameter` (or a reference),
 * `[Tag]` (a list), `[Schema]+` (a list that is not empty), `{Server}` (a map), `{:Schema}` (a map with the names of components), `text`, `boolean`, `number`, `whole`, `any`, `a|b` (one of these texts).
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

/** What names of components may look like (OpenAPI 3.1 §4.8.7.1). */
const COMPONENT = /^[\w.-]+$/;

export function parseShape(text: string): Shape {
  if (text.includes(' or ')) return { is: 'either', of: text.split(' or ').map(parseShape) };
  if (text.endsWith(']+')) return { is: 'list', of: parseShape(text.slice(1, -2)), least: 1 };
  if (text.startsWith('[')) return { is: 'list', of: parseShape(text.slice(1, -1)), least: 0 };
  if (text.startsWith('{:')) return { is: 'map', of: parseShape(text.slice(2, -1)), key: COMPONENT };
  if (text.startsWith('{')) return { is: 'map', of: parseShape(text.slice(1, -1)) };
  // Kinds of objects are written with a capital.
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
