/** Errors whose message is for the user: something that was given cannot be used. */

/** The user gave something that cannot be used. The message names it, says what is wrong, and says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
