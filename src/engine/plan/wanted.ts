/** What to hand over so that more is asked: one text for each thing, with the option that it is handed over by. */

import type { Operation, SecurityScheme } from '../../contract/contract';

/** A value of a path parameter. Where the operation changes something, the thing that it names may be used up. */
export function wantedInPath({ safe }: Pick<Operation, 'safe'>, name: string): string {
  return `a value of "${name}" ${safe ? 'that exists' : 'that exists and may be used up'} (--param ${name}=VALUE)`;
}

/** A credential for a security scheme. */
export function wantedCredential({ name, http, in: where }: SecurityScheme): string {
  if (http === 'bearer') return 'a bearer token (--token TOKEN, or ESPALIER_TOKEN)';
  if (where === 'connection') return 'a client certificate (--cert FILE --key FILE)';
  const value = http === 'basic' ? 'USER:PASSWORD' : 'VALUE';
  return `the credential of the security scheme "${name}" (--credential ${name}=${value})`;
}

/** In place of a value that was made up and refused. */
export function wantedElsewhere(place: string, name: string): string {
  return `a value for the ${place} parameter "${name}" that the target takes (--param ${name}=VALUE)`;
}

/** In place of a body that was made up and refused. */
export const WANTED_BODY =
  'a body that the target takes, where it refused those made up (in espalier.yaml, under operations)';

/** Where no other input would help: what the operation asks for is a state of the service, or the right to it. */
export const WANTED_STATE = 'a target, or a credential, for which what the operation asks for is there';

/** Where the target answers as if it did not have an operation. */
export const WANTED_OPERATION =
  'a target, or a base URL, that has the operation: this one answers 404 where the path names nothing that could be missing';
