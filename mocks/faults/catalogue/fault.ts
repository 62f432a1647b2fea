import type { Socket } from 'node:net';
import type { StoreBehaviour, StoreCall } from '../plantStore/plantStore';

/** A deliberate deviation from a known-good service, or a variant of it that keeps the contract all the same. */
export interface Deviation<Steps> {
  /** Stable, for the command line: `body-late`. */
  readonly name: string;
  /** What the service does, as a sentence without its subject. */
  readonly summary: string;
  /** Ids of exactly the rules that it draws; empty for a variant that conforms. */
  readonly draws: readonly string[];
  readonly changes: (good: Steps) => Partial<Steps>;
  /** The ids of the only operations that it touches: it is enough to verify these. */
  readonly operations?: readonly string[];
}

/** One of the plant store. */
export interface StoreFault extends Deviation<StoreBehaviour> {
  /** Ids of the plants that exist and are handed over, where it takes others than {@link PLANTS}. */
  readonly plants?: readonly bigint[];
  /** It is one only where the user closes the contract. */
  readonly closed?: true;
}

/** Two, so that the one on which no refused request is tried tells what became of the other. */
export const PLANTS: readonly bigint[] = [101n, 102n];

/** Takes the answer into its own hands: writes bytes past node:http. */
export function raw({ request }: Pick<StoreCall, 'request'>, ...pieces: readonly (string | Buffer)[]): Socket {
  for (const piece of pieces) request.socket.write(piece);
  return request.socket;
}

/** Header section and body of a response, as they go onto the wire. */
export function message(status: string, fields: Readonly<Record<string, string | number>>, body = ''): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}

export const ERROR = '{"error":1,"message":"There is no such plant."}';
