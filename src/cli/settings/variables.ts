/** Values of the configuration that come from variables of the environment: `{ env: NAME }`. */

/** Returns the content of a variable. @param what that comes from it, as the subject of a sentence. @throws UsageError if it is not set. */
export type ReadVariable = (name: string, what: string) => string;

/** Tells whether a value of the configuration is the name of a variable, whose content stands for it. */
export function isVariable(value: object): value is { readonly env: string } {
  return 'env' in value && typeof value.env === 'string' && Object.keys(value).length === 1;
}

/**
 * Puts the content of variables in the place of each `{ env: NAME }` in a value.
 * @param at where the value stands in the file.
 */
export function withVariables(
  value: unknown,
  at: readonly string[],
  read: (variable: string, at: readonly string[]) => string,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each, index) => withVariables(each, [...at, String(index)], read));
  if (isVariable(value)) return read(value.env, at);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withVariables(each, [...at, key], read)]));
}
