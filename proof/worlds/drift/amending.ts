/** Verifies a world by a contract that is not true, amends that by the report, and verifies it again, as a person does until nothing is left. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readContract } from '../../../src/contract/load';
import type { JsonObject } from '../../../src/json/value';
import { amend } from '../../../src/library/commands';
import type { Report } from '../../../src/report/report';
import type { Design, Tamper } from '../design/design';
import { verifyWorld } from '../run/verifyWorld';

/** What was seen in one round. */
interface Round {
  /** The requirements that fail, as `rule at operation`. */
  readonly failed: readonly string[];
  /** Those of which there is a warning. */
  readonly warned: readonly string[];
  readonly changes: readonly string[];
  /** What amend named and left alone. */
  readonly left: readonly string[];
}

export interface Amended {
  readonly rounds: readonly Round[];
  /** The contract after all changes. */
  readonly document: JsonObject;
}

/** A change may let a further breach come to light, but not for ever. */
const MOST_ROUNDS = 4;

/** @param tamper a fault of the service; without one it is honest. */
export async function amendUntilTrue(design: Design, document: JsonObject, tamper?: Tamper): Promise<Amended> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-drift-'));
  const rounds: Round[] = [];
  let current = document;
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const contract = join(folder, `${round}.json`);
      writeFileSync(contract, JSON.stringify(current));
      const { report } = await verifyWorld({}, { design, contract, tamper, mode: 'any', seed: 7 + round });
      const told = { failed: toldOf(report, 'fail'), warned: toldOf(report, 'warn') };
      const { changes, left, overlay } = await amend([report], { contract });
      rounds.push({ ...told, changes: changes.map(({ seen }) => seen), left: left.map(({ seen }) => seen) });
      if (told.failed.length === 0 || changes.length === 0) break;
      const written = join(folder, `${round}.overlay.yaml`);
      writeFileSync(written, overlay);
      const [changed] = (await readContract(contract, [written])).parsed().values();
      current = changed as JsonObject;
    }
    return { rounds, document: current };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const toldOf = ({ requirements }: Report, wanted: 'fail' | 'warn'): string[] =>
  requirements.filter(({ verdict }) => verdict === wanted).map(({ rule, operation }) => `${rule} at ${operation}`);
