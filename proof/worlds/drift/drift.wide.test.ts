/**
 * A contract that lags behind its service is made true by reports alone, to what a careful person would write: the document of the world, which is
 * true by construction. What is wrong with a service is not amended away.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/json/value';
import { diff } from '../../../src/library/commands';
import { createRandom } from '../../../src/support/random';
import { lingerFor } from '../../../src/wire/lingering.testing';
import { documentOf } from '../contract/document';
import type { FaultClass } from '../design/design';
import { designOf } from '../design/designOf';
import { faultsOfWorld } from '../faults';
import { worldOf } from '../world';
import { amendUntilTrue } from './amending';
import { type DriftClass, driftsOf } from './drifts';

lingerFor(10);

const folder = mkdtempSync(join(tmpdir(), 'espalier-drifted-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function breaksBetween(before: JsonObject, now: JsonObject): Promise<unknown[]> {
  const files = [before, now].map((document, at) => {
    const file = join(folder, `${at}.json`);
    writeFileSync(file, JSON.stringify(document));
    return file;
  });
  return (await diff(files[0] as string, files[1] as string)).breaks;
}

/** The worlds that are looked through for one that shows something. */
const WORLDS = Array.from({ length: 40 }, (_, at) => 4000 + at);

const CLASSES: readonly DriftClass[] = ['required', 'nullable', 'enum', 'bounds', 'members', 'statuses', 'media-types'];

/** What is left out or said too narrowly is taken back. What is said of other answers stays, since nothing shows that it is wrong. */
const IS_RESTORED: ReadonlySet<DriftClass> = new Set(['required', 'nullable']);

test.each(CLASSES)(
  'a contract that is wrong in this way becomes true: %s',
  async (kind) => {
    for (const number of WORLDS) {
      const design = designOf(worldOf(number));
      const truth = documentOf(design);
      const drift = oneOf(
        driftsOf(design, truth).filter((each) => each.class === kind),
        number,
      );
      if (!drift) continue;
      const { rounds, document } = await amendUntilTrue(design, drift.document);
      const where = `world ${number}, ${drift.at}`;
      expect([where, rounds.at(-1)?.failed]).toEqual([where, []]);
      if (rounds.length === 1) continue;
      const differs = [await breaksBetween(truth, document), await breaksBetween(document, truth)];
      if (IS_RESTORED.has(kind)) expect([where, ...differs]).toEqual([where, [], []]);
      return;
    }
    throw new Error('No world showed it.');
  },
  120_000,
);

/** What an answer shows may be right, and the contract wrong. Of these nobody could say so. */
const OF_THE_SERVICE: readonly FaultClass[] = ['input', 'credential', 'state', 'page', 'lock', 'server error'];

test.each(OF_THE_SERVICE)(
  'what is wrong with a service is not amended away: %s',
  async (kind) => {
    for (const number of WORLDS) {
      const world = worldOf(number);
      const design = designOf(world);
      const fault = oneOf(
        faultsOfWorld(world, design).filter((each) => each.class === kind && !each.unknowable),
        number,
      );
      if (!fault) continue;
      const { rounds } = await amendUntilTrue(design, documentOf(design), fault.tamper());
      const isTold = ({ failed, warned }: (typeof rounds)[number]) =>
        [...failed, ...warned].some((told) => fault.rules.some((rule) => told.startsWith(`${rule} at `)));
      const [first, last] = [rounds[0], rounds.at(-1)];
      if (!first || !last || !isTold(first)) continue;
      expect([number, fault.name, isTold(last)]).toEqual([number, fault.name, true]);
      return;
    }
    throw new Error('No world showed it.');
  },
  120_000,
);

function oneOf<T>(all: readonly T[], seed: number): T | undefined {
  return all[createRandom(seed, 'drift').below(all.length || 1)];
}
