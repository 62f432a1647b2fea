import type { Socket } from 'node:net';
import type { StoreBehaviour, StoreCall } from '../plantStore/plantStore';

/** A deliberate deviation from a known-good service, or a variant of it that still keeps the contract. */
export interface Deviation<Steps> {
  /** A stable name for the command line: `body-late`. */
  readonly name: string;
  /** What the service does, as a sentence without its subject. */
  readonly summary: string;
  /** The ids of exactly the rules that it breaks; empty for a variant, which conforms. */
  readonly draws: readonly string[];
  readonly changes: (good: Steps) => Partial<Steps>;
  /** The ids of the only operations that it changes, so that verifying these is enough. */
  readonly operations?: readonly string[];
}

/** A fault or a variant of the plant store. */
export interface StoreFault extends Deviation<StoreBehaviour> {
  /** The ids of the plants that exist and are handed over. Default: {@link PLANTS}. */
  readonly plants?: readonly bigint[];
  /** True if it is a fault only with `--closed`. */
  readonly closed?: true;
}

/** The plants that exist. Refused requests are tried on only one of them, so that the other shows whether they had an effect. */
export const PLANTS: readonly bigint[] = [101n, 102n];

/** Writes bytes directly to the socket, without node:http. */
export function raw({ request }: Pick<StoreCall, 'request'>, ...pieces: readonly (string | Buffer)[]): Socket {
  for (const piece of pieces) request.socket.write(piece);
  return request.socket;
}

/** Returns the header section and the body of a response as they are on the wire. */
export function message(status: string, fields: Readonly<Record<string, string | number>>, body = ''): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}

export const ERROR = '{"error":1,"message":"There is no such plant."}';
