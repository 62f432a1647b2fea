/** Sends one request, once: it follows no redirect, and reads the answer only to let its sender finish. */

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { hostOf } from './allowed';
import type { CallbackRequest } from './compose';

/** How long a request may take with its answer, in milliseconds. */
const LONGEST_MS = 5000;

/** How much of an answer is read, in bytes. */
const LARGEST_ANSWER = 256 * 1024;

type SentOnce = { readonly status: number } | { readonly why: string };

/** Sends a request. It never rejects. @param signal ends it early. */
export async function sendOnce(
  method: string,
  url: URL,
  request: CallbackRequest,
  signal: AbortSignal,
): Promise<SentOnce> {
  try {
    return await ask(method, url, request, signal);
  } catch (error) {
    // The contract has an example of a header field that HTTP does not allow.
    return { why: (error as Error).message };
  }
}

function ask(method: string, url: URL, { headers, bytes }: CallbackRequest, signal: AbortSignal): Promise<SentOnce> {
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const asked = send({
      host: hostOf(url),
      port: url.port,
      path: url.pathname + url.search,
      method,
      headers: { ...headers, host: url.host, 'content-length': bytes.length },
      agent: false,
    });
    const end = (sent: SentOnce) => {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      resolve(sent);
      asked.destroy();
    };
    const stop = () => end({ why: 'the mock ended' });
    const late = setTimeout(() => end({ why: `no answer within ${LONGEST_MS / 1000} seconds` }), LONGEST_MS);
    signal.addEventListener('abort', stop);
    asked.on('error', ({ message, code }: NodeJS.ErrnoException) => end({ why: message || (code ?? 'no connection') }));
    asked.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      let length = 0;
      answer.on('data', (piece: Buffer) => {
        length += piece.length;
        if (length > LARGEST_ANSWER) end({ status });
      });
      answer.on('error', () => end({ status })).on('end', () => end({ status }));
      answer.on('close', () => end({ status }));
    });
    asked.end(bytes);
  });
}
