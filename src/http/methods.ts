/**
 * Methods that do not ask the service to change anything, so a request may be repeated at any time (RFC 9110 §9.2.1).
 */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
