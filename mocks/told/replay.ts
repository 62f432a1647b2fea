/** Answers requests as a service was recorded to answer them: `mock --replay FILE`. */

import { createHash } from 'node:crypto';
import type { Contract, Operation } from '../../src/contract/contract';
import { fieldsThatPass } from '../../src/http/fields';
import { canonical } from '../../src/json/equality';
import { exchangesIn, openRecording } from '../../src/recorded/files';
import { findOperation } from '../../src/recorded/findOperation';
import type { Recorded } from '../../src/recorded/har';
import { UsageError } from '../../src/support/errors';
import type { Answer } from '../engine/engine';
import { breachesOf } from './composeAnswer';

/** A request as it is looked for in a recording. */
interface Replayed {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** The operation that the request is for, and what its path names; undefined if the contract has none for it. */
  readonly route:
    | { readonly operation: Operation; readonly values: ReadonlyMap<string, string | undefined> }
    | undefined;
}

export interface Replay {
  /** Returns the recorded answer; undefined if this request was not recorded. Equal requests get their answers in turn, and then the last one. */
  find(asked: Replayed): Answer | undefined;
  /** Begins with the first answers again. */
  reset(): void;
}

/** An exchange, and the file in which it stands. */
export interface Taped {
  readonly file: string;
  readonly exchange: Recorded;
}

/** How long all recorded contents may be together, in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** @throws UsageError if a file cannot be read, has no whole exchange, or if all are larger than the mock can hold. */
export async function readTapes(files: readonly string[]): Promise<readonly Taped[]> {
  const tapes: Taped[] = [];
  let bytes = 0;
  for (const file of files) {
    const before = tapes.length;
    for await (const exchange of exchangesIn([openRecording(file)])) {
      if (!exchange || /^OPTIONS$/i.test(exchange.method)) continue;
      bytes += exchange.body.length + (exchange.requestBody?.length ?? 0);
      if (bytes > LARGEST)
        throw new UsageError(
          `The recordings hold more than ${LARGEST >> 20} MB of contents; name fewer of them, or cut them.`,
        );
      tapes.push({ file, exchange });
    }
    if (tapes.length === before) throw new UsageError(`${file} has no whole exchange: record the contents, too.`);
  }
  return tapes;
}

/** The answers to equal requests; each is made ready when it is first given. */
interface Row {
  readonly answers: (() => Answer)[];
  next: number;
}

export function createReplay(tapes: readonly Taped[], contract: Contract): Replay {
  const rows = new Map<string, Row>();
  for (const tape of tapes) {
    const { method, url, requestBody } = tape.exchange;
    const { pathname, searchParams } = new URL(url);
    const found = operationOf(tape.exchange, contract);
    const route = found && { operation: found.operation, values: new Map(Object.entries(found.values ?? {})) };
    const body = requestBody ?? Buffer.alloc(0);
    const key = keyOf({ method, path: pathname, query: searchParams, body, route });
    const row: Row = rows.get(key) ?? { answers: [], next: 0 };
    row.answers.push(lazyAnswer(tape, contract, found?.operation));
    rows.set(key, row);
  }
  return {
    find(asked) {
      const row = rows.get(keyOf(asked));
      const answer = row?.answers[Math.min(row.next, row.answers.length - 1)];
      if (row) row.next += 1;
      return answer?.();
    },
    reset() {
      for (const row of rows.values()) row.next = 0;
    },
  };
}

function operationOf({ method, url, requestHeaders }: Recorded, { operations }: Contract) {
  try {
    return findOperation(operations, { named: undefined, method, url, requestHeaders });
  } catch (error) {
    // The contract has none for it, or more than one.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Two requests are the same if they name the same thing by the same operation, and have the same query and content in whichever order. */
function keyOf({ method, path, query, body, route }: Replayed): string {
  const named = route ? [route.operation.name, ...[...route.values].sort().flat()] : [method.toUpperCase(), path];
  const asked = [...query].map((pair) => JSON.stringify(pair)).sort();
  return JSON.stringify([named, asked, contentKey(body)]);
}

function contentKey(body: Buffer): string {
  if (body.length === 0) return '';
  return createHash('sha256')
    .update(asJson(body) ?? body)
    .digest('base64');
}

/** Returns JSON in one spelling; undefined if a content is none. */
function asJson(body: Buffer): string | undefined {
  try {
    return canonical(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}

function lazyAnswer({ file, exchange }: Taped, contract: Contract, operation: Operation | undefined): () => Answer {
  let ready: Answer | undefined;
  return () => {
    if (ready) return ready;
    const { status, headers, body, url } = exchange;
    const { origin } = new URL(url);
    // What the mock itself says of CORS and of the length holds for it, and the address of the service is not that of the mock.
    const kept = fieldsThatPass(headers).filter(([name]) => !/^(?:content-length|access-control-.*|date)$/i.test(name));
    const fields = kept.map(([name, value]) => [
      name,
      value.startsWith(`${origin}/`) ? value.slice(origin.length) : value,
    ]);
    const answer = { status, headers: Object.fromEntries(fields), ...(body.length > 0 ? { body } : {}), reasons: [] };
    const breaches = operation ? breachesOf(contract, operation, answer) : [];
    ready = { ...answer, reasons: [[`as recorded in ${file}`, ...breaches].join(': ')] };
    return ready;
  };
}
