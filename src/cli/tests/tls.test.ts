/** A target that demands a client certificate, verified by the real command line. */

import { createPrivateKey } from 'node:crypto';
import { createServer } from 'node:https';
import { connect, createServer as createTcpServer, type Server } from 'node:net';
import { createServer as createTlsServer, type SecureVersion } from 'node:tls';
import { generate } from 'selfsigned';
import { folderOf } from './cli.testing';
import { runHere } from './here.testing';

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `https://127.0.0.1:${(server.address() as { port: number }).port}`;
}

async function certificate(name: string): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  return { cert, key };
}

let folder: string;
let own: { cert: string; key: string };

beforeAll(async () => {
  own = await certificate('127.0.0.1');
  const stranger = await certificate('stranger');
  folder = folderOf({
    'own.pem': own.cert,
    'own.key': own.key,
    'stranger.pem': stranger.cert,
    'stranger.key': stranger.key,
    'locked.key': createPrivateKey(own.key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString(),
    'openapi.yaml':
      "openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths:\n  /items:\n    get: { responses: { '204': { description: none } } }\n",
  });
});

const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
const as = (name: string) => ['--cert', `${name}.pem`, '--key', `${name}.key`];

/** A target that takes none but its own certificate. */
function demanding(maxVersion: SecureVersion): Promise<string> {
  const server = createServer({ ...own, ca: [own.cert], requestCert: true, maxVersion }, (_, response) =>
    response.writeHead(204).end(),
  );
  server.on('tlsClientError', () => {});
  return listen(server);
}

test.each([
  ['TLSv1.3', 'it demands a client certificate (certificate required); hand one over with --cert FILE --key FILE'],
  ['TLSv1.2', 'does it demand a client certificate? Hand one over with --cert FILE --key FILE'],
] as const)('a client certificate that is demanded over %s is asked for, and handed over', async (version, hint) => {
  const args = ['verify', await demanding(version), '--ca', 'own.pem'];
  const without = await runHere(args, { cwd: folder });
  expect(inOneLine(without.stdout)).toContain(hint);
  expect(without.exitCode).toBe(2);
  const stranger = await runHere([...args, ...as('stranger')], { cwd: folder });
  expect(inOneLine(stranger.stdout)).toContain('does it take the client certificate of --cert?');
  expect(stranger.exitCode).toBe(2);
  const report = await runHere([...args, ...as('own'), '--report', 'json'], { cwd: folder });
  expect(report.exitCode).toBe(0);
  expect(report.stdout).toContain("curl -i --cacert 'own.pem' --cert 'own.pem' --key 'own.key' 'https://127.0.0.1:");
  expect(report.stdout).not.toContain('PRIVATE KEY');
});

test('one that says nothing when it does not know us is not blamed for it', async () => {
  // The handshake is complete, and then the connection is reset: what comes through of a refusal on a slow line.
  const tls = await listen(createTlsServer({ ...own, requestCert: true, rejectUnauthorized: false }, (s) => s.end()));
  const silent = createTcpServer((socket) => {
    const behind = connect(Number(new URL(tls).port), '127.0.0.1');
    for (const each of [socket, behind]) each.on('error', () => {});
    socket.pipe(behind);
    behind.on('data', (bytes) => socket.write(bytes));
    behind.on('end', () => socket.resetAndDestroy());
  });
  const { exitCode, stdout } = await runHere(['verify', await listen(silent), '--insecure'], { cwd: folder });
  expect(inOneLine(stdout)).toContain('before anything is asked; does it demand a client certificate?');
  expect(exitCode).toBe(2);
});

test('one that hangs up on a request alone breaks its contract', async () => {
  const url = await listen(createServer(own, ({ socket }) => socket.destroy()));
  const { exitCode, stdout } = await runHere(['verify', url, '--insecure'], { cwd: folder });
  expect(stdout).toContain('closed the connection before the first byte');
  expect(exitCode).toBe(1);
});

test.each([
  ['a certificate without its key', ['--cert', 'own.pem'], 'needs both its certificate and its key'],
  ['a key without its certificate', ['--key', 'own.key'], 'needs both its certificate and its key'],
  ['the key of another', ['--cert', 'own.pem', '--key', 'stranger.key'], 'the key is that of another certificate'],
  ['a key that is encrypted', ['--cert', 'own.pem', '--key', 'locked.key'], 'decrypt it first'],
  ['no key', ['--cert', 'own.pem', '--key', 'own.pem'], 'holds no private key in PEM'],
  ['no file', ['--cert', 'none.pem', '--key', 'own.key'], 'The client certificate none.pem cannot be read'],
])('%s is exit 2', async (_, args, message) => {
  const { exitCode, stdout, stderr } = await runHere(['verify', 'https://localhost:1', ...args], { cwd: folder });
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(stdout).toBe('');
  expect(exitCode).toBe(2);
});
