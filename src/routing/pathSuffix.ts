/** Paths by which contracts tell operations apart that HTTP does not: `/#Action=Create`, `/found?id={id}`. */

/** What a path of the contract has after its path: part of a query, or a fragment, which many use to tell operations apart. */
export interface Mark {
  readonly name: string;
  /** Absent where any value will do. */
  readonly value: string | undefined;
  /** The path parameter that its value is. */
  readonly parameter: string | undefined;
  /** Whether it is in every request for the path; of a fragment nothing is. */
  readonly isSent: boolean;
}

/** A path as a request has it, and what stands behind that. */
export function withoutMarks(template: string): { path: string; marks: Mark[] } {
  const [, path = template, query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(template) ?? [];
  const isSome = (part: string) => part !== '';
  const toMark = (part: string, isSent: boolean): Mark => {
    const [name = '', ...value] = part.split('=');
    const text = value.join('=');
    const [, parameter] = /^\{([^}]*)\}$/.exec(text) ?? [];
    return { name, value: parameter !== undefined || value.length === 0 ? undefined : text, parameter, isSent };
  };
  const sent = query.split('&').filter(isSome);
  const unsent = fragment.split('&').filter(isSome);
  const marks = [...sent.map((part) => toMark(part, true)), ...unsent.map((part) => toMark(part, false))];
  return { path: path === '' ? '/' : path, marks };
}
