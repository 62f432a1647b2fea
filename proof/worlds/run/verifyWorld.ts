/** Verifies a world within this process: contract × service × mode → report and journal. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from '../../../conformance/suite';
import { readContract } from '../../../src/contract/load';
import type { Writes } from '../../../src/engine/model/probe';
import { type GivenRun, verifyTarget } from '../../../src/engine/verify';
import { toJson } from '../../../src/json/value';
import type { Report } from '../../../src/report/report';
import { parseTarget } from '../../../src/wire/target';
import { documentOf } from '../contract/document';
import { toYaml } from '../contract/toYaml';
import type { Design, KindDesign, NamingDesign, Tamper, WorldThing } from '../design/design';
import { designOf } from '../design/designOf';
import { itemTemplate, partsOfKey } from '../design/showing';
import { inhabit } from '../service/inhabited';
import { isUnsafe, type JournalEntry } from '../service/journal';
import { serveDesign } from '../service/service';
import { secretOf } from '../service/steps';
import type { World } from '../world';

export interface WorldRun {
  readonly design: Design;
  readonly report: Report;
  readonly journal: readonly JournalEntry[];
}

interface WorldRunOptions {
  readonly mode: Writes;
  readonly tamper?: Tamper | undefined;
  readonly seed?: number;
  /** How many requests may be under way at once; or the run finds out how many the service takes. */
  readonly concurrency?: number | 'found';
  /** The run is ended at its unsafe request of this number. */
  readonly endedAt?: number;
  /** The design of the world, where it is there already: a fault names its operations. */
  readonly design?: Design;
  /** The file of another contract than that of the world, which may not be true. */
  readonly contract?: string;
}

/** How long to wait for an answer, in milliseconds. Worlds answer at once. */
const TIMEOUT = 5000;

/** Who runs Espalier. The secrets of the other one are not handed over. */
const USER = 'ada';

export async function verifyWorld(world: World, options: WorldRunOptions): Promise<WorldRun> {
  const [run] = await verifyAtOnce(world, options, ['world']);
  if (!run) throw new Error('There was no run.');
  return run;
}

/** Verifies a world by two runs that make their own things at the same time, with one seed, as two people do who do not know of each other. */
export async function verifyByTwo(world: World): Promise<readonly [WorldRun, WorldRun]> {
  const [first, second] = await verifyAtOnce(world, { mode: 'own' }, ['world', 'other']);
  if (!first || !second) throw new Error('There were no two runs.');
  return [first, second];
}

/** @param salts a text for each run, from which it makes the names that are to be its own. */
async function verifyAtOnce(
  world: World,
  options: WorldRunOptions,
  salts: readonly string[],
): Promise<readonly WorldRun[]> {
  const { mode, tamper, seed = 7, concurrency = 8, design = designOf(world) } = options;
  const ending = new AbortController();
  let unsafe = 0;
  const onRequest = (method: string) => {
    if (isUnsafe(method) && ++unsafe === options.endedAt) ending.abort();
  };
  const service = await serveDesign(design, inhabit(design, mode === 'handed-over'), tamper, onRequest);
  try {
    const contract = await readContract(options.contract ?? fileOfDesign(design));
    const reports = salts.map((salt) =>
      verifyTarget(contract, suite, {
        target: parseTarget(service.url),
        writes: mode,
        seed,
        salt,
        ...(concurrency === 'found' ? {} : { concurrency }),
        limits: { timeoutMs: TIMEOUT },
        signal: ending.signal,
        credentials: credentialsOf(design),
        ...(mode === 'handed-over' ? { params: paramsOf(design, service.store.every) } : {}),
      }),
    );
    return (await Promise.all(reports)).map((report) => ({ design, report, journal: service.journal }));
  } finally {
    await service.close();
  }
}

export function credentialsOf({ credentials }: Design): NonNullable<GivenRun['credentials']> {
  return Object.fromEntries(credentials.map((credential) => [credential.scheme, secretOf(credential, USER)]));
}

/** What the user hands over of each kind. Of things that have others below them, one: which are below which, nobody says. */
function paramsOf(
  { kinds }: Design,
  every: (kind: KindDesign) => readonly WorldThing[],
): Record<string, readonly string[]> {
  return Object.fromEntries(
    kinds
      .filter(({ operations }) => operations.some(({ isOnItem }) => isOnItem))
      .filter(({ naming }) => !naming.isInQuery || kinds.every((each) => isOther(each.naming, naming)))
      .flatMap((kind) => {
        const { before } = kind.naming;
        const things = every(kind).filter(({ maker }) => maker === 'handed over');
        const parts = things.slice(0, kind.children.length > 0 ? 1 : 2).map(partsOfKey);
        const name = kind.naming.isInQuery ? `query.${kind.naming.parameter}` : itemTemplate(kind);
        const last = [name, parts.map((each) => each.at(-1) ?? '')] as const;
        return before ? [[before.parameter, parts.map(([region = '']) => region)] as const, last] : [last];
      }),
  );
}

/** Whether a name in the query is not that of a thing of another kind, too. */
const isOther = (one: NamingDesign, other: NamingDesign) =>
  one === other || !one.isInQuery || one.parameter !== other.parameter;

let folder: string | undefined;
let count = 0;

/** Writes the contract of a design to a file, which is removed when the process ends. */
export function fileOfDesign(design: Design): string {
  folder ??= temporaryFolder();
  const document = documentOf(design);
  const file = join(folder, `${++count}.${design.documented.json ? 'json' : 'yaml'}`);
  writeFileSync(file, design.documented.json ? toJson(document) : toYaml(document));
  return file;
}

function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'espalier-worlds-'));
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}
