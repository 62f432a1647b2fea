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
 * @throws UsageError if it is not written so, or there is no such scheme. The message never holds the value.
 */
export function parseCredential(text: string, names: readonly string[]): [name: string, value: string] {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at));
  if (at < 1) {
    throw new UsageError(
      'A credential is not NAME=VALUE, where NAME is the name of a security scheme, such as apiKey=VALUE.',
    );
  }
  refuseUnknownScheme(name, names);
  return [name, text.slice(at + 1)];
}

/** @throws UsageError if no operation asks for a scheme of that name. */
export function refuseUnknownScheme(name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const meant = nearest(name, names);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const there = names.length === 0 ? 'There are none.' : `There are: ${names.join(', ')}.`;
  throw new UsageError(`No operation of the contract asks for a security scheme "${name}".${hint || ` ${there}`}`);
}

/** @throws UsageError if its scheme has no way to send the value. */
export function checkCredential(name: string, value: string, scheme: SecurityScheme | undefined): void {
  const refuse = (why: string) => {
    throw new UsageError(`The credential "${name}" ${why}`);
  };
  if (value === '') refuse('is empty; is the variable that should hold it set?');
  if (scheme?.http === 'basic') {
    if (!value.includes(':')) refuse('is for HTTP basic authentication: hand over user:password.');
    return;
  }
  if (scheme?.in === 'query') return;
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) {
    refuse('holds a character that no header field may hold, such as a line end.');
  }
}
