/**
 * Says why a target cannot be reached. The cause is the setup or this program, so it is not a verdict on the target.
 */

import type { ExchangeError } from '../http/message';
import type { Target } from './target';

export function unreachable(error: NodeJS.ErrnoException, target: Target): ExchangeError {
  const message = `${target.origin} cannot be reached: ${whyUnreachable(error, target)}`;
  return { kind: 'unreachable', message, code: error.code };
}

/**
 * Returns whether the target refused the client's certificate or its absence. In TLS 1.3 the refusal comes only after
 * the client's part of the handshake (RFC 8446 §6.2).
 */
export function isRefusedHandshake({ code = '', message }: NodeJS.ErrnoException): boolean {
  return /^(ERR_SSL_|EPROTO)/.test(code) && alertIn(message) !== undefined;
}

/** Returns the reason that the other side gave: "certificate required", "unknown ca". */
function alertIn(message: string): string | undefined {
  return /\balert ([a-z]+(?: [a-z]+)*)/.exec(message)?.[1];
}

function whyUnreachable(error: NodeJS.ErrnoException, { tls }: Target): string {
  // If several addresses of a name failed, Node wraps one error for each address.
  const first = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error;
  switch (first.code) {
    case 'ECONNREFUSED':
      return 'the connection was refused; is it running, and on this port?';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name is not known; is it spelt right?';
    case 'ECONNRESET':
      return `the connection was reset while it was being set up; ${tls?.cert === undefined ? 'is this an https address?' : PERHAPS_REFUSED}`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `its certificate is not trusted (${first.message}); name the authority with --ca FILE, or use --insecure`;
  }
  const alert = alertIn(first.message);
  if (alert !== undefined) return whyRefused(alert, tls?.cert !== undefined);
  if (first.code === 'EPROTO') return 'it does not speak TLS as we do; is this an http address?';
  return first.message || String(first.code);
}

/** Matches alerts about a client's certificate. Servers differ in which alert they send if there is no certificate. */
const OF_CERTIFICATES = /certificate|unknown ca|access denied/;

function whyRefused(alert: string, handedOver: boolean): string {
  if (OF_CERTIFICATES.test(alert)) {
    return handedOver
      ? `it does not take the client certificate of --cert (${alert})`
      : `it demands a client certificate (${alert}); hand one over with --cert FILE --key FILE`;
  }
  const perhaps = alert === 'handshake failure' && !handedOver ? `; ${PERHAPS_DEMANDED}` : '';
  return `it refused the TLS handshake (${alert})${perhaps}`;
}

const PERHAPS_DEMANDED = 'does it demand a client certificate? Hand one over with --cert FILE --key FILE';
const PERHAPS_REFUSED = 'does it take the client certificate of --cert?';

/** Returns the error for a connection that was closed after the handshake, before anything was asked. */
export function hungUp({ tls }: Target): Error {
  const why = tls?.cert === undefined ? PERHAPS_DEMANDED : PERHAPS_REFUSED;
  return new Error(`it closes the connection after the TLS handshake, before anything is asked; ${why}`);
}
