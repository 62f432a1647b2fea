/** Further users of a target: as them the run asks what the first one is refused. */

import type { Fields } from '../../http/message';
import type { Credentials } from '../../serialization/credentials';

export interface User {
  /** For a person, as it was handed over. */
  readonly name: string;
  /** Header fields sent with every request, in place of those of the first user. */
  readonly headers: Fields;
  readonly credentials: Credentials;
}

/** The same as it is handed over. The first user is no such: its credentials are those of the run. */
export interface UserOptions {
  readonly name: string;
  /** For every bearer, OAuth2 and OpenID Connect scheme. */
  readonly token?: string | undefined;
  /** By the name of the security scheme. For HTTP basic `user:password`. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly headers?: Fields;
}
