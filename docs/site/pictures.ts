/**
 * Makes the pictures of the README and the guides anew: `npm run pictures`. It needs Chromium (CHROMIUM names it, if it is not at
 * /usr/bin/chromium) and what `npm run build` makes.
 *
 * Each picture is of a real run on a service of the catalogue. They are the only generated files in the repository.
 */

import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { services } from '../../proof/faults';
import type { CatalogueEntry, Service } from '../../proof/faults/catalogue/service';
import { reporters } from '../../src/report/reporters';
import { wholeText } from '../../src/report/reporters/reporter';
import { launchChromium } from '../../src/support/testing/chromium.testing';
import { ROOT } from './pages';
import { LARGEST_PICTURE } from './pictureSize';
import { terminalPage } from './terminalPage';

const CLI = join(ROOT, 'dist/src/cli/main.js');
const PICTURES = join(ROOT, 'docs/pictures');

const SCHEMES = ['light', 'dark'] as const;
const SIZE = { width: 1240, height: 940 };

interface Shot {
  readonly name: string;
  readonly url: string;
  /** Default: SIZE. */
  readonly size?: typeof SIZE;
  /** Brings the page to what is shown. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-pictures-'));
  const browser = await launchChromium();
  try {
    mkdirSync(PICTURES, { recursive: true });
    for (const shot of await reportShots(folder)) await take(shot, browser);
    await withMock(folder, (shot) => take(shot, browser));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** Takes a picture in light and in dark. */
async function take({ name, url, prepare, size = SIZE }: Shot, browser: Browser): Promise<void> {
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({ viewport: size, colorScheme, deviceScaleFactor: 2 });
    const page = await context.newPage();
    await page.goto(url);
    await prepare?.(page);
    const file = join(PICTURES, `${name}-${colorScheme}.webp`);
    const bytes = await smallPicture(page);
    writeFileSync(file, bytes);
    process.stdout.write(`${relative(ROOT, file)}: ${Math.ceil(bytes.length / 1000)} kB\n`);
    await context.close();
  }
}

/** Takes the picture as sharp as its largest size allows. */
async function smallPicture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  for (const quality of [85, 70, 55, 40, 25]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length <= LARGEST_PICTURE) return bytes;
  }
  throw new Error(`A picture of ${page.url()} does not fit into ${LARGEST_PICTURE} bytes.`);
}

/** Runs on a service that breaks its contract more than on the day before: the page, its contract, and the terminal. */
async function reportShots(folder: string): Promise<Shot[]> {
  await verify('ten-put-merges', folder);
  const { report, page, command } = await verify('ten-faults', folder);
  const shown = reporters['terminal']?.(report, { color: true, width: 96 }) ?? '';
  const terminal = join(folder, 'terminal.html');
  writeFileSync(terminal, terminalPage(command, wholeText(shown)));
  return [
    { name: 'report', url: pathToFileURL(page).href },
    { name: 'contract', url: pathToFileURL(page).href, size: { width: 1240, height: 800 }, prepare: toContract },
    { name: 'terminal', url: pathToFileURL(terminal).href, size: { width: 940, height: 780 } },
  ];
}

/** Shows the contract with its lines, from the file on. */
async function toContract(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Contract/ }).press(' ');
  await page.locator('.source').waitFor();
  await page.evaluate(`document.querySelector('.source').scrollIntoView()`);
  // What is at the top of the window lies below the bar of the page.
  await page.evaluate(`scrollBy(0, -document.querySelector('.toolbar').offsetHeight)`);
}

/** Verifies a service of the catalogue with a contract that is called openapi.yaml, as a user's is. */
async function verify(name: string, folder: string) {
  const { service, entry } = find(name);
  const own = join(folder, service.name.replaceAll(' ', '-'));
  mkdirSync(own, { recursive: true });
  copyFileSync(service.contract, join(own, 'openapi.yaml'));
  const started = await entry.start();
  try {
    const { token, params = {}, writes } = started.handOver;
    const words = [
      started.url,
      ...(token === undefined ? [] : ['--token', token]),
      ...Object.entries(params).flatMap(([param, values]) =>
        values.flatMap((value) => ['--param', `${param}=${value}`]),
      ),
      ...(writes === undefined ? [] : ['--writes', writes]),
    ];
    const [page, json] = [join(own, 'report.html'), join(own, 'report.json')];
    await ended(['verify', ...words, '--report', `html=${page}`, '--report', `json=${json}`], own, folder);
    return {
      page,
      report: JSON.parse(readFileSync(json, 'utf8')),
      command: `npx espalier verify ${words.join(' ')}`,
    };
  } finally {
    await started.close();
  }
}

function find(name: string): { readonly service: Service; readonly entry: CatalogueEntry } {
  for (const service of services)
    for (const entry of [...service.faults, ...service.variants]) if (entry.name === name) return { service, entry };
  throw new Error(`The catalogue has no "${name}".`);
}

/**
 * Waits for a command of Espalier. What a run notes of what it made goes into the folder, too.
 * @throws Error if it could not run, since its report then has no contract to show.
 */
async function ended(words: readonly string[], cwd: string, state: string): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...words], {
    cwd,
    env: { ...process.env, XDG_STATE_HOME: state },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  if (code !== 0 && code !== 1 && code !== 3) throw new Error(`espalier ${words[0]} could not run: ${said.trim()}`);
}

/** Starts the mock, sends it some requests, and shows its page. */
async function withMock(folder: string, show: (shot: Shot) => Promise<void>): Promise<void> {
  const { service } = find('desk-open-list');
  copyFileSync(service.contract, join(folder, 'openapi.yaml'));
  const child = spawn(process.execPath, [CLI, 'mock', 'openapi.yaml', '--port', '0'], { cwd: folder });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      const read = (chunk: Buffer) => {
        said += chunk;
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', () => reject(new Error(`The mock ended: ${said}`)));
    });
    for (const path of ['/orders', '/orders?limit=-1', '/orders/7', '/nowhere'])
      await fetch(`${url}${path}`, { headers: { 'X-Api-Key': 'key', Authorization: 'Bearer token' } });
    await show({
      name: 'mock',
      url: `${url}/_espalier/`,
      size: { width: 1240, height: 800 },
      prepare: async (page) => {
        await page.locator('.answers').waitFor();
        await page.locator('#list > li').nth(3).waitFor();
      },
    });
  } finally {
    child.kill();
  }
}

/** Says a failure in one line. What Playwright adds, such as the log of a call, goes away. */
function fail(error: Error): void {
  const [why = ''] = stripVTControlCharacters(error.message).split('\n', 1);
  process.stderr.write(`The pictures were not made: ${why}\n`);
  process.exitCode = 1;
}

if (require.main === module) {
  const built = spawnSync(process.execPath, [CLI, '--version']);
  if (built.status !== 0) fail(new Error('the build is missing; run `npm run build` first.'));
  else main().catch(fail);
}
