/** What keeps a mocked document from what the origin of the mock may do, at which its page is. */

import type { Answer } from '../engine/engine';

/**
 * It is shown, with its scripts, in an origin of its own (HTML standard, "sandboxing"): it may ask the mock as any page of
 * another origin may, and holds no storage.
 */
const SANDBOX =
  'sandbox allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts allow-top-navigation';

/** No document with scripts, and none of those of which a browser guesses what they are (MIME Sniffing §7). */
const INERT = /^(?!.*(?:html|xml|xsl|multipart|unknown))[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;|$)/i;

/** The header fields of an answer, with what sandboxes it where it is a document. */
export function withSandbox({ headers, body }: Answer): Answer['headers'] {
  const fields = Object.entries(headers);
  const valuesOf = (wanted: string) => fields.filter(([name]) => name.toLowerCase() === wanted);
  const types = valuesOf('content-type');
  if (body === undefined || (types.length > 0 && types.every(([, type]) => INERT.test(type)))) return headers;
  const [[name, own] = ['Content-Security-Policy', undefined]] = valuesOf('content-security-policy');
  return { ...headers, [name]: own === undefined ? SANDBOX : `${own}, ${SANDBOX}` };
}
