/** What a status code means by itself, whatever a contract declares for it. */

/** Returns whether the status is a success: 2xx (RFC 9110 §15.3). */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/**
 * Returns whether a response ends with its header section: 204 and 304 (RFC 9112 §6.3). Any bytes after it are content
 * that must not be there. A 205 has no content either, but its framing says so.
 */
export function endsWithHead(status: number): boolean {
  return status === 204 || status === 304;
}

/**
 * Returns whether a response with this status has no content: 204, 205 and 304 (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
 */
export function isWithoutContent(status: number): boolean {
  return endsWithHead(status) || status === 205;
}

/** Returns whether a status says that what was asked for is not there (RFC 9110 §15.5.5, §15.5.11). */
export function isNotFound(status: number | undefined): boolean {
  return status === 404 || status === 410;
}
