/** Reads the credentials that are handed over, by the names of the contract's security schemes. */

import type { Contract, SecurityScheme } from '../../contract/contract';
import { UsageError } from '../../support/errors';
import { nearest } from '../../support/words';

/** Returns the security schemes that operations ask for, by name. */
export function schemesOf({ operations }: Contract): Map<string, SecurityScheme> {
  const schemes = operations.flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes));
  return new Map(schemes.map((scheme) => [scheme.name, scheme]));
}

/**
 * Reads `NAME=VALUE`.
 * @throws UsageError if it is not written so, or the name is misspelt. The message never holds the value.
 */
export function parseCredential(text: string, names: readonly string[]): [name: string, value: string] {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at));
  if (at < 1) {
    throw new UsageError(
      'A credential is not NAME=VALUE, where NAME is the name of a security scheme, such as apiKey=VALUE.',
    );
  }
  refuseMisspeltScheme(name, names);
  return [name, text.slice(at + 1)];
}

/** @throws UsageError if no operation asks for a scheme of that name, and for one of nearly that name. */
export function refuseMisspeltScheme(name: string, names: readonly string[]): void {
  const meant = names.includes(name) ? undefined : nearest(name, names);
  if (meant === undefined) return;
  throw new UsageError(`No operation of the contract asks for a security scheme "${name}". Did you mean "${meant}"?`);
}

/** Says of each credential that no operation asks for that it is not sent. */
export function notesOnUnused(contract: Contract, credentials: Readonly<Record<string, unknown>>): string[] {
  const names = [...schemesOf(contract).keys()];
  const there = names.length === 0 ? 'There are none.' : `There are: ${names.join(', ')}.`;
  return Object.keys(credentials)
    .filter((name) => !names.includes(name))
    .map(
      (name) =>
        `The credential "${name}" is not sent: no operation of the contract asks for a security scheme of that name. ${there}\n`,
    );
}

/** @throws UsageError if its scheme has no way to send the value. */
export function checkCredential(name: string, value: string, scheme: SecurityScheme | undefined): void {
  const why = value === '' ? 'is empty; is the variable that should hold it set?' : whyUnfit(value, scheme);
  if (why !== undefined) throw new UsageError(`The credential "${name}" ${why}`);
}

/** Says why a scheme has no way to send a credential, as the end of a sentence; undefined if it has one. */
export function whyUnfit(value: string, scheme: SecurityScheme | undefined): string | undefined {
  if (scheme?.http === 'basic')
    return value.includes(':') ? undefined : 'is for HTTP basic authentication: hand over user:password.';
  if (scheme?.in === 'query' || /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return undefined;
  return 'holds a character that no header field may hold, such as a line end.';
}
