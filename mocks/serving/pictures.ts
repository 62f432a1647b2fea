/** Serves the pictures to which made-up answers lead: one of one colour for each number, to pages of any origin. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { pictureOf } from '../engine/files';
import { corsHeaders } from './cors';

/** How long a browser keeps a picture, in seconds. */
const KEPT_SECONDS = 3600;

/** Returns where the pictures of a mock stand, as the start of a URL. @param docs the path of what the mock serves beside the contract. */
export function picturesAt(origin: string, docs: string): string {
  return `${origin}${docs}/pictures`;
}

/**
 * Answers a request for a picture.
 * @param path that of the request. @param cors whether pages of other origins may read answers; to show a picture, they need not.
 * @returns false if it is for something else.
 */
export function servePicture(
  { method = '', headers }: IncomingMessage,
  response: ServerResponse,
  { path, docs, cors }: { readonly path: string; readonly docs: string; readonly cors: boolean },
): boolean {
  const number = path.startsWith(picturesAt('', docs)) ? /\/(\d{1,9})\.png$/.exec(path)?.[1] : undefined;
  if (number === undefined || !/^(?:GET|HEAD)$/.test(method)) return false;
  const picture = pictureOf(Number(number));
  response.writeHead(200, {
    ...(cors ? corsHeaders(headers, []) : {}),
    'Content-Type': 'image/png',
    'Content-Length': picture.length,
    'Cache-Control': `max-age=${KEPT_SECONDS}`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  response.end(method === 'HEAD' ? undefined : picture);
  return true;
}
