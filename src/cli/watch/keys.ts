/** The keys of `verify --watch`, where a person sits at the terminal. */

import type { Io } from '../io';

export const KEYS = 'a runs all, f what failed, o one operation, q quits';

/** What a person wants next. */
type Wish = Choice | { readonly wants: 'end' };

/** Which operations the next runs are about. */
export type Choice =
  | { readonly wants: 'all' }
  | { readonly wants: 'failed' }
  | { readonly wants: 'operation'; readonly name: string };

/**
 * Waits for a key. Only meanwhile the terminal sends each key by itself, so that Ctrl-C ends a run as ever.
 * @returns undefined once the signal is aborted; without a terminal, only then.
 */
export async function nextWish(
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
  signal: AbortSignal,
): Promise<Wish | undefined> {
  if (!stdin?.isTTY) return waitFor(signal);
  stdin.setRawMode?.(true);
  try {
    for (;;) {
      const key = await nextText(stdin, signal);
      if (key === undefined) return undefined;
      switch (key.toLowerCase()) {
        case 'a':
          return { wants: 'all' };
        case 'f':
          return { wants: 'failed' };
        case 'q':
        case CTRL_C:
        case CTRL_D:
          return { wants: 'end' };
        case 'o': {
          stdin.setRawMode?.(false);
          stderr.write('Which operation (GET /plants, an operationId, tag:NAME)? ');
          const name = (await nextText(stdin, signal))?.trim();
          if (name) return { wants: 'operation', name };
          stdin.setRawMode?.(true);
          break;
        }
        default:
          stderr.write(`${KEYS}\n`);
      }
    }
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
  }
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

function waitFor(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function nextText(stdin: NonNullable<Io['stdin']>, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (text: string | undefined) => {
      stdin.off('data', onData);
      signal.removeEventListener('abort', onAbort);
      resolve(text);
    };
    const onData = (text: Buffer | string) => end(String(text));
    const onAbort = () => end(undefined);
    if (signal.aborted) return void resolve(undefined);
    stdin.on('data', onData);
    signal.addEventListener('abort', onAbort, { once: true });
    stdin.resume();
  });
}
