/** The server under test: its address, and what is needed to connect to it. */

import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Operation } from '../contract/contract';
import { UsageError } from '../support/errors';

export interface Target {
  /** Scheme and authority: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** The value of the `Host` field: the name, and the port unless it is the default of the scheme. */
  readonly host: string;
  readonly hostname: string;
  readonly port: number;
  /** The path that comes before each path of the contract, without a slash at its end. */
  readonly basePath: string;
  /** Returns a different base path for an operation, if the contract declares one for it. */
  readonly basePathOf?: (operation: Operation) => string;
  /** Present for https. */
  readonly tls: TlsOptions | undefined;
}

export interface TlsOptions {
  readonly rejectUnauthorized?: boolean;
  /** Certificate authorities in PEM, which replace those of the system. */
  readonly ca?: string;
  /** The client's certificate in PEM, with the chain that leads to its authority, for a target that demands one. */
  readonly cert?: string;
  /** The private key of the certificate in PEM, not encrypted. */
  readonly key?: string;
  readonly servername?: string;
  /** The files that they were read from, for the curl commands of a report. */
  readonly files?: Readonly<Partial<Record<'ca' | 'cert' | 'key', string>>>;
}

/**
 * Reads the address of a target.
 * @param url the base URL of the target, `http://…` or `https://…`.
 * @throws UsageError if it is not such a URL, or contains a credential, a query or a fragment, or if the certificates
 * cannot be used.
 */
export function parseTarget(url: string, tls: TlsOptions = {}): Target {
  if (/\s/.test(url)) {
    throw new UsageError(
      `The target "${originShown(url)}…" has a space in it; write it without one, such as http://localhost:8080.`,
    );
  }
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
    // An IP address is not sent as a server name (RFC 6066 §3).
    tls: secure ? { ...(/^[\d.:a-f]*[:.\d]$/i.test(hostname) ? {} : { servername: hostname }), ...tls } : undefined,
  };
}

/** Removes parts that may be a password or a token from a URL, for a message. */
export function withoutSecrets(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@').replace(/[?#].*$/, '…');
}

/** What may be shown of a text that is no URL: its scheme and authority, unless a password may stand there. */
function originShown(text: string): string {
  return (text.includes('@') ? /^\w+:\/\// : /^\w+:\/\/[^\s/?#]*/).exec(text)?.[0] ?? '';
}

/** Refuses certificates that OpenSSL would silently ignore, or would refuse at each connection. */
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

/** Tells whether a target is on this machine: `localhost`, or an address of the loopback network (RFC 6761 §6.3, RFC 1122 §3.2.1.3). */
export function isLoopback({ hostname }: Pick<Target, 'hostname'>): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|::1|::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})$/i.test(hostname);
}
