/**
 * Suffixes of paths by which contracts distinguish operations, although HTTP does not: `/#Action=Create`,
 * `/found?id={id}`.
 */

/** A part of a path's suffix: a query parameter, or a part of a fragment. */
export interface Mark {
  readonly name: string;
  /** Undefined if any value is allowed. */
  readonly value: string | undefined;
  /** The path parameter that gives the value. */
  readonly parameter: string | undefined;
  /** Whether every request for the path contains it. A fragment is never sent. */
  readonly isSent: boolean;
}

/** Splits a path template into the path as a request has it, and the marks of its suffix. */
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
