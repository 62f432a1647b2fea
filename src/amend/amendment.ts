/** What is changed of a contract so that it is true to what was seen. */

/** The kinds of changes, as `--only` names them. */
export const AMENDMENT_KINDS = [
  'statuses',
  'media-types',
  'nullable',
  'required',
  'enum',
  'bounds',
  'members',
  'methods',
  'headers',
] as const;

export type AmendmentKind = (typeof AMENDMENT_KINDS)[number];

/** A change of one value of a file. */
export interface ContractEdit {
  /** The absolute path. */
  readonly file: string;
  /** The unescaped tokens of a JSON Pointer. */
  readonly tokens: readonly string[];
  readonly change:
    | { readonly set: unknown }
    /** The place holds a list. */
    | { readonly append: unknown }
    /** The place holds a list of single values. */
    | { readonly take: unknown }
    /** The place is a member of an object, and goes. */
    | { readonly remove: true };
}

/** Leaves out edits that an earlier one makes already: several changes may need the same component. */
export function withoutRepeats(edits: readonly ContractEdit[]): readonly ContractEdit[] {
  return [...new Map(edits.map((edit) => [JSON.stringify(edit), edit])).values()];
}

/** The exchange that shows why a change is right. */
interface ShownBy {
  /** The name of the report's file. */
  readonly report: string;
  /** The number of the exchange in that report. */
  readonly exchange: number;
}

export interface Amendment {
  readonly kind: AmendmentKind;
  readonly operation: string;
  /** A sentence: "GET /beds answered 404 with application/json". */
  readonly seen: string;
  readonly shown: ShownBy;
  readonly edits: readonly ContractEdit[];
  /** Present if requests have the schema, too, so that the contract asks less of them from then on. */
  readonly isOfRequests?: true;
  /** The ids of the findings that it ends; empty if there was none. */
  readonly findings: readonly string[];
}

/** A finding for which the contract is left as it is. */
export interface LeftAlone {
  readonly operation: string;
  readonly seen: string;
  readonly why: string;
  readonly shown: ShownBy;
  readonly finding?: string;
}
