/**
 * Tells whether a request field is one by which credentials are usually sent: `Authorization` (RFC 9110 §11.6.2), `Cookie`, `X-Api-Key`,
 * `X-Auth-Token`.
 */
export function holdsCredential(name: string): boolean {
  return /^authorization$|^cookie$|api-?key|token|^x-auth/i.test(name);
}
