/** Says why a text cannot be read. */

/** A contract may be nested to this depth. Only a contract that was made to exhaust its readers is deeper. */
export const DEEPEST_DOCUMENT = 500;

export const TOO_DEEP = `it is nested more than ${DEEPEST_DOCUMENT} deep`;

/** The text is not YAML, or cannot be used. Line and column count from 1. */
export class TextError extends Error {
  constructor(
    message: string,
    readonly line = 1,
    readonly column = 1,
  ) {
    super(message);
  }
}
