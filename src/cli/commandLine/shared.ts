/** Texts and types that several commands share. */

import type { Io } from '../io';

/** Told of the exit code of the command that ran. */
export type Done = (exitCode: number) => void;

export const HEADER_OF_CONTRACT =
  'a header field sent where the contract is a URL, and nowhere else; repeatable; or ESPALIER_CONTRACT_HEADER';

export const ENVIRONMENT = 'take the settings of this environment (environments:); or ESPALIER_ENV';

export const NO_EXTEND = 'leave out what the configuration extends the run by (extend:)';

export const OVERLAY = 'an OpenAPI overlay that changes the contract before it is used; repeatable, in this order';

export function withVerbosity(io: Io, { verbose = false }: { readonly verbose?: boolean }): Io {
  return { ...io, verbose };
}
