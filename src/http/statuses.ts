/** What the status of a response says by itself, whatever a contract declares of it. */

/** Whether it is a success: 2xx (RFC 9110 §15.3). */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/**
 * Whether a response ends with its header section, so that bytes after it are content where none may be: 204 and 304 (RFC 9112 §6.3).
 * A 205 has no content either, but has framing that says so.
 */
export function endsWithHead(status: number): boolean {
  return status === 204 || status === 304;
}

/** Whether a response has no content: 204, 205 and 304 (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export function isWithoutContent(status: number): boolean {
  return endsWithHead(status) || status === 205;
}
