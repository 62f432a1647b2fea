/** What methods mean: which ones change nothing, and which may be repeated (RFC 9110 §9.2). */

/**
 * Methods that do not ask the service to change anything, so a request may be repeated at any time (RFC 9110 §9.2.1).
 */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Methods by which the same request, sent twice, does what one does (RFC 9110 §9.2.2). */
export const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set([...SAFE_METHODS, 'PUT', 'DELETE']);

/** Tells whether a text is the name of a method that may change something: `DELETE`. */
export function isUnsafeMethod(text: string): boolean {
  return /^(POST|PUT|PATCH|DELETE)$/i.test(text);
}
