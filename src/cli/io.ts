import type { Output } from './output/streams';

/** Connects a command with its surroundings: where it writes, which variables it reads, and what may end it. */
export interface Io {
  /** What a person types; absent where a command reads nothing. */
  readonly stdin?: Pick<NodeJS.ReadStream, 'isTTY' | 'on' | 'off' | 'resume' | 'pause'> & {
    setRawMode?(isRaw: boolean): unknown;
  };
  /** Takes the reports. */
  readonly stdout: Output;
  /** Takes narration, progress and errors. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Is aborted when the user wants the command to end (SIGINT, SIGTERM). */
  readonly signal: AbortSignal;
  /** Whether the user wants all of the report in the terminal. */
  readonly verbose?: boolean;
  /** Is aborted with an OwnFailure if Espalier itself fails in something that the command does not wait for. */
  readonly failed?: AbortSignal;
}
