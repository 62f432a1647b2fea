/** What a user wrote is not usable. The message names it, says what is wrong, and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
