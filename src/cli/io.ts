import type { Output } from './output/streams';

/** The edges of a command: where it writes, what it reads from its surroundings, what may end it. */
export interface Io {
  /** Reports. */
  readonly stdout: Output;
  /** Narration, progress and errors. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user wants the command to end (SIGINT, SIGTERM). */
  readonly signal: AbortSignal;
  /** Aborted, with an OwnFailure, when Espalier itself fails outside of all that the command waits for. */
  readonly failed?: AbortSignal;
}
