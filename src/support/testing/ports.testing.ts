import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Whoever asks a system for any free port gets one from 32768 on (Linux) or from 49152 on (macOS, Windows). So what stands below is
 * taken by nobody while the program that shall listen there is still being started.
 */
const FIRST = 20_000;
/** Each worker of Jest has ports of its own, for their tests run at the same time. */
const PORTS_OF_A_WORKER = 1_000;
const WORKERS = 10;

const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS;
let next = Math.floor(Math.random() * PORTS_OF_A_WORKER);

/** A port of the loopback interface that nobody listens at, and that nobody is given who asks for any port. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_A_WORKER; tries++) {
    const port = FIRST + worker * PORTS_OF_A_WORKER + (next++ % PORTS_OF_A_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error(`Something listens at each port from ${FIRST + worker * PORTS_OF_A_WORKER} on.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
