/** Sandboxes mocked documents, so that they cannot use the mock's own page, which has the same origin. */

import type { Answer } from '../engine/engine';

/**
 * Shows a document with its scripts in an origin of its own (HTML standard, "sandboxing"). It may use the mock as any page of another
 * origin may, and has no storage.
 */
const SANDBOX =
  'sandbox allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts allow-top-navigation';

/** Matches media types that are no documents with scripts, and whose type a browser does not guess (MIME Sniffing §7). */
const INERT = /^(?!.*(?:html|xml|xsl|multipart|unknown))[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;|$)/i;

/** Returns the header fields of an answer. If it may be a document, a field sandboxes it. */
export function withSandbox({ headers, body }: Answer): Answer['headers'] {
  const fields = Object.entries(headers);
  const valuesOf = (wanted: string) => fields.filter(([name]) => name.toLowerCase() === wanted);
  const types = valuesOf('content-type');
  if (body === undefined || (types.length > 0 && types.every(([, type]) => INERT.test(type)))) return headers;
  const [[name, own] = ['Content-Security-Policy', undefined]] = valuesOf('content-security-policy');
  return { ...headers, [name]: own === undefined ? SANDBOX : `${own}, ${SANDBOX}` };
}
