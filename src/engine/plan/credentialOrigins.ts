/** Says which credential a request carries, and where it was handed over; never the credential itself. */

import type { Operation, SecurityScheme } from '../../contract/contract';
import { authoriseEach } from '../../serialization/credentials';
import type { CredentialSettings } from '../model/settings';
import { usualCredential } from './plan';

/** Names the credentials that the requests of an operation carry: `the token of "bearerAuth" (ESPALIER_TOKEN)`. */
export function namedCredential({ security }: Operation, handedOver: CredentialSettings): string {
  const { credentials, origins } = handedOver;
  const named = (name: string) => (Object.hasOwn(credentials, name) ? credentials[name] : undefined);
  const credentialOf = (scheme: SecurityScheme) => named(scheme.name) ?? usualCredential(scheme, handedOver, false);
  const [{ alternative } = { alternative: undefined }] = authoriseEach(security, credentialOf);
  const texts = (alternative?.schemes ?? []).map(({ name, in: where }) => {
    if (named(name) !== undefined)
      return `the credential of "${name}" (${origins?.credentials[name] ?? '`credentials`'})`;
    return where === 'connection'
      ? 'the client certificate (--cert)'
      : `the token of "${name}" (${origins?.token ?? '`token`'})`;
  });
  return texts.length === 0 ? 'the credential' : texts.join(' with ');
}
