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

/** Returns whether a status says that a service, or one that it needs, cannot answer now: 502, 503 and 504 (RFC 9110 §15.6.3 to §15.6.5). */
export function isOverload(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** Returns whether a status refuses who asks: 401 and 403 (RFC 9110 §15.5.2, §15.5.4). */
export function isAccessDenial(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

/** Returns whether a status says that what was asked for is not there (RFC 9110 §15.5.5, §15.5.11). */
export function isNotFound(status: number | undefined): boolean {
  return status === 404 || status === 410;
}

/**
 * Refusals that say nothing of what was sent. They are about who asks (401, 403, 407), about payment or law (402, 451), about the state of
 * what is there (409, 412, 423, 424, 428), or about the time (408, 425, 429).
 */
const OF_OTHER_THINGS: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 409, 412, 423, 424, 425, 428, 429, 451]);

/** Returns whether a status says that the request is at fault: 4xx (RFC 9110 §15.5). */
export function isClientError(status: number): boolean {
  return status >= 400 && status <= 499;
}

/**
 * Returns whether a status may refuse a request for what it holds. A 400 does, a 409 does not: it was answered for the state of what is there
 * (RFC 9110 §15.5.10), perhaps before anybody looked at the values. What a 404 refuses, only the caller can tell.
 */
export function mayRefuseContent(status: number): boolean {
  return isClientError(status) && !OF_OTHER_THINGS.has(status);
}

/**
 * Returns whether a client can draw a refusal by what it sends (RFC 9110 §15.5). The state of what is there (409, 412, 423), the rights of who asks
 * (402, 403, 407), the time (408, 425, 429) and the service itself (5xx) are not in its hands.
 */
export function isClientsAffair(status: number): boolean {
  return status === 401 || status === 428 || mayRefuseContent(status);
}

/** Whether an answer leads elsewhere (RFC 9110 §15.4); a 304 says that nothing has changed. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}
