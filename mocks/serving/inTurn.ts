/** Sends the events and the lines of a stream one by one, as a service does, so that a page can show them as they come. */

import type { ServerResponse } from 'node:http';
import { bareType, mediaKind } from '../../src/http/mediaType';
import type { Answer } from '../engine/engine';
import type { Pauses } from './pauses';

/** How long a stream waits between two of its parts, in milliseconds. */
const BETWEEN = 100;

/** So many parts come one by one. The rest comes at once, so that a long stream takes no longer. */
const MOST_PARTS = 20;

/** Sends the content of an answer, and ends it. What is no stream is sent at once. */
export function sendPartByPart(response: ServerResponse, type: string, body: Answer['body'], pauses: Pauses): void {
  const parts = partsOf(type, body);
  if (parts.length < 2) response.end(body);
  else void sendParts(response, parts, pauses);
}

async function sendParts(response: ServerResponse, parts: readonly string[], pauses: Pauses): Promise<void> {
  for (const part of parts.slice(0, -1)) {
    if (response.destroyed) return;
    response.write(part);
    await pauses.pause(BETWEEN, response);
  }
  response.end(parts.at(-1));
}

/** Splits a stream after each of its events, or of its lines; of any other content there is no part. */
function partsOf(type: string, body: Answer['body']): string[] {
  const bare = bareType(type);
  if (body === undefined || mediaKind(bare) !== 'sequence') return [];
  const parts = String(body).split(bare === 'text/event-stream' ? /(?<=\n\n)/ : /(?<=\n)/);
  return parts.length <= MOST_PARTS ? parts : [...parts.slice(0, MOST_PARTS - 1), parts.slice(MOST_PARTS - 1).join('')];
}
