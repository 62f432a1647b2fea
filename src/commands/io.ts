/** The edges of a command: where it writes, what it reads from its surroundings, what may end it. */
export interface Io {
  /** Reports. */
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** Narration, progress and errors. */
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user wants the command to end (SIGINT, SIGTERM). */
  readonly signal: AbortSignal;
}
