/** Describes a request that the mock sent to a client, or would have sent. */
export interface CallbackLogEntry {
  /** The name that the contract gives the callback or the webhook. */
  readonly callback: string;
  /** The operation that was answered, such as `POST /orders`; absent if the callback was sent by hand. */
  readonly operation?: string;
  readonly method: string;
  /** The URL, in which the values of credentials are replaced by `***`; the expression of the contract if that gives no URL. */
  readonly url: string;
  /** The status of the answer; absent if there is none. */
  readonly status?: number;
  readonly durationMs: number;
  /** Why it was not sent, or has no answer, or what in it or in its answer is not as declared. */
  readonly reasons: readonly string[];
}
