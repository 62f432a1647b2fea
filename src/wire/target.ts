/** The server under test: where it is, and what is needed to speak to it. */

import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Operation } from '../contract/contract';
import { UsageError } from '../support/errors';

export interface Target {
  /** Scheme and authority: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Of the `Host` field: name and, where it is not the scheme's own, port. */
  readonly host: string;
  readonly hostname: string;
  readonly port: number;
  /** Goes before each path of the contract; without a slash at its end. */
  readonly basePath: string;
  /** In its place, for an operation that the contract has below another one. */
  readonly basePathOf?: (operation: Operation) => string;
  /** Present for https. */
  readonly tls: TlsOptions | undefined;
}

export interface TlsOptions {
  readonly rejectUnauthorized?: boolean;
  /** Certificate authorities in PEM, in place of the system's. */
  readonly ca?: string;
  /** Our own certificate in PEM, along with those that lead to its authority, for a target that demands one. */
  readonly cert?: string;
  /** Its private key in PEM, not encrypted. */
  readonly key?: string;
  readonly servername?: string;
  /** Where they were read from, for the curl lines of a report. */
  readonly files?: Readonly<Partial<Record<'ca' | 'cert' | 'key', string>>>;
}

/**
 * @param url the base URL of the target, `http://…` or `https://…`.
 * @throws UsageError where it is no such URL, or holds what has no place in one; and where its certificates cannot be used.
 */
export function parseTarget(url: string, tls: TlsOptions = {}): Target {
  if (!/^https?:\/\//i.test(url)) {
    throw new UsageError(
      `The target "${withoutSecrets(url)}" is not an http or https URL; write it in full, such as http://localhost:8080.`,
    );
  }
  if (!URL.canParse(url))
    throw new UsageError(`The target "${withoutSecrets(url)}" is not a URL; write it like http://localhost:8080.`);
  const parsed = new URL(url);
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UsageError(
      'The target URL holds a user name or a password; hand the credential over with --token instead.',
    );
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    throw new UsageError(`The target "${withoutSecrets(url)}" has a query or a fragment; name only the base URL.`);
  }
  const secure = parsed.protocol === 'https:';
  if (secure) refuseUnusable(tls);
  const hostname = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    origin: parsed.origin,
    host: parsed.host,
    hostname,
    port: parsed.port === '' ? (secure ? 443 : 80) : Number(parsed.port),
    basePath: parsed.pathname.replace(/\/+$/, ''),
    // An address has no server name to be sent (RFC 6066 §3).
    tls: secure ? { ...(/^[\d.:a-f]*[:.\d]$/i.test(hostname) ? {} : { servername: hostname }), ...tls } : undefined,
  };
}

/** What may be a password or a token is not repeated in a message. */
function withoutSecrets(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@').replace(/[?#].*$/, '…');
}

/** What OpenSSL would pass over, or refuse at each connection. */
function refuseUnusable({ ca, cert, key }: TlsOptions): void {
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageError('A client certificate needs both its certificate and its key: --cert FILE --key FILE.');
  }
  try {
    if (ca !== undefined) new X509Certificate(ca);
  } catch (error) {
    throw new UsageError(`The certificate authority of --ca cannot be used: ${(error as Error).message}.`);
  }
  try {
    if (cert !== undefined) createSecureContext({ cert, key });
  } catch (error) {
    throw new UsageError(`The client certificate of --cert and --key cannot be used: ${whyUnusable(error as Error)}.`);
  }
}

function whyUnusable({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ERR_OSSL_X509_KEY_VALUES_MISMATCH':
      return 'the key is that of another certificate';
    case 'ERR_MISSING_PASSPHRASE':
    case 'ERR_OSSL_BAD_DECRYPT':
      return 'the key is encrypted; decrypt it first (openssl pkey -in KEY -out FILE)';
    default:
      return message;
  }
}
