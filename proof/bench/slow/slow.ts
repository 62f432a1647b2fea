/**
 * Measures runs on a service that takes its time: a shop that judges what it is sent and keeps what it takes (`shopService.ts`), with several
 * delays, with a limit of requests a second, and with one operation that is slow. Waiting costs hardly any CPU, so that the times of 100 ms and
 * more can be told on a machine that does other things, too.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { measureProcess, type ProcessUse } from '../measureProcess';
import { installedPeer, PEER, PEER_PHASES } from '../peer';
import { SHOP_PARAMS, SHOP_TOKEN, shopContract } from './shopContract';
import type { ShopManner, ShopTold } from './shopService';

const MANNERS: readonly (ShopManner & { readonly name: string })[] = [
  { name: '0 ms', delayMs: 0 },
  { name: '30 ms', delayMs: 30 },
  { name: '100 ms', delayMs: 100 },
  { name: '300 ms', delayMs: 300 },
  { name: '30 ms, at most 40 a second (429)', delayMs: 30, most: 40 },
  { name: '30 ms, GET /products 1 s', delayMs: 30, slow: { method: 'GET', path: '/products', ms: 1000 } },
];

/** `BENCH_SLOW` names the manners that are measured, such as `100 ms|300 ms`, and `BENCH_ARGS` adds to the command. */
const CHOSEN = process.env['BENCH_SLOW']?.split('|');
const MORE = process.env['BENCH_ARGS']?.split(' ') ?? [];

/** Prints a table. @param folder where files may be written. */
export async function measureSlow(folder: string): Promise<void> {
  const contract = join(folder, 'shop.json');
  const report = join(folder, 'report.json');
  writeFileSync(contract, JSON.stringify(shopContract()));
  const cli = resolve('dist', 'src', 'cli', 'main.js');
  const shared = ['--contract', contract, '--token', SHOP_TOKEN, '--seed', '1', '--report', `json=${report}`, ...MORE];
  const params = SHOP_PARAMS.flatMap((each) => ['--param', each]);
  const peer = installedPeer();
  const commands: Readonly<Record<string, (url: string) => readonly string[]>> = {
    'espalier verify --param …': (url) => [process.execPath, cli, 'verify', url, ...params, ...shared],
    'espalier verify --writes own': (url) => [process.execPath, cli, 'verify', url, '--writes', 'own', ...shared],
    ...(peer && {
      [PEER]: (url: string) => {
        const right = ['--header', `Authorization: Bearer ${SHOP_TOKEN}`];
        return [peer, 'run', contract, ...PEER_PHASES, '--continue-on-failure', ...right, '--url', url];
      },
    }),
  };
  print(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores of ${cpus()[0]?.model}; 25 operations`,
    '',
    '| an answer takes | verifier | time | requests | requests/s | at once | 429 | CPU | memory | outcome | left |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const { name, ...manner } of MANNERS.filter((each) => CHOSEN?.includes(each.name) ?? true))
    for (const [command, commandFor] of Object.entries(commands)) {
      const { used, told } = await atShop(manner, (url) => measureProcess(commandFor(url), folder, report));
      print(row([name, command], used, told, outcomeIn(report)));
    }
}

function row(names: readonly string[], used: ProcessUse, told: ShopTold, outcome: string): string {
  const { seconds, wasCut, cpuSeconds, megabytes } = used;
  const { requests, atOnce, refused, left } = told;
  const cells = [
    ...names,
    `${seconds.toFixed(1)} s${wasCut ? ', cut short' : ''}`,
    requests,
    (requests / seconds).toFixed(0),
    atOnce,
    refused,
    `${cpuSeconds.toFixed(1)} s`,
    `${megabytes.toFixed(0)} MB`,
    outcome,
    left,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The outcome in a report, and how many requirements have which verdict. */
function outcomeIn(file: string): string {
  if (!existsSync(file)) return '';
  const { outcome, counts } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly outcome: string;
    readonly counts: Readonly<Record<string, number>>;
  };
  return `${outcome} (${Object.entries(counts)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ')})`;
}

/** Starts a shop for one measurement. */
async function atShop<Used>(
  manner: ShopManner,
  measure: (url: string) => Promise<Used>,
): Promise<{ readonly used: Used; readonly told: ShopTold }> {
  const shop = fork(join(__dirname, 'shopService.ts'), [JSON.stringify(manner)], {
    execArgv: ['-r', 'esbuild-register'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [port] = (await once(shop, 'message')) as [number];
    const used = await measure(`http://127.0.0.1:${port}`);
    shop.send('tell');
    const [told] = (await once(shop, 'message')) as [ShopTold];
    return { used, told };
  } finally {
    shop.kill();
  }
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
