/** Writes what `toKeepContract` saw in one file of tests as JSON reports, which `espalier merge` merges. */

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Contract } from '../contract/contract';
import type { Suite } from '../engine/model/suite';
import { provenanceOf } from '../report/provenance';
import { json } from '../report/reporters/json';
import { wholeText } from '../report/reporters/reporter';
import { UsageError } from '../support/errors';
import { parseTarget } from '../wire/target';
import type { ReadResponse } from './judgeResponse';
import { Recording } from './recording';

export interface TestRecording {
  note(contract: Contract, response: ReadResponse): void;
  /** Writes a report for each contract that a response was judged by. @throws UsageError if it cannot be written. */
  end(): void;
}

/** The origin in the reports. That of the tests does not matter, since each file may have a server of its own. */
const ANYWHERE = 'http://localhost';

/** How many responses of a file are judged, since each of them takes some memory. */
const MOST = 100_000;

/**
 * @param folder the folder for the reports.
 * @param testFile the path of the file of tests. The names of the reports depend on it, so that the next run replaces them.
 * @param suite the rules by which the responses are judged.
 */
export function createTestRecording(folder: string, testFile: string, suite: Suite): TestRecording {
  const recordings = new Map<Contract, Recording>();
  let taken = 0;
  const begin = (contract: Contract) => {
    const recording = new Recording(contract, suite, { target: parseTarget(ANYWHERE) });
    recordings.set(contract, recording);
    return recording;
  };
  return {
    note(contract, { read, found }) {
      if (++taken > MOST) return;
      const {
        method = found.operation.method,
        url = found.operation.path,
        requestHeaders,
        requestBody,
        hidesCookies = false,
        ...answer
      } = read;
      const { pathname, search } = new URL(url, ANYWHERE);
      const recorded = {
        ...answer,
        method,
        url: ANYWHERE + pathname + search,
        requestHeaders: requestHeaders ?? [],
        requestBody,
        // Clients do not show these reliably.
        httpVersion: '1.1',
        statusText: '',
        durationMs: 0,
      };
      const headers = requestHeaders !== undefined;
      const shown = { headers, cookies: headers && !hidesCookies };
      (recordings.get(contract) ?? begin(contract)).add(recorded, found, shown);
    },
    end() {
      if (recordings.size === 0) return;
      const hash = createHash('sha256').update(testFile).digest('hex').slice(0, 8);
      const name = join(folder, `${basename(testFile)}-${hash}`);
      try {
        mkdirSync(folder, { recursive: true });
        for (const [at, recording] of [...recordings.values()].entries())
          writeFileSync(
            `${name}${at === 0 ? '' : `-${at + 1}`}.json`,
            wholeText(json({ ...recording.report(), ...provenanceOf(process.env) })),
          );
      } catch (error) {
        throw new UsageError(
          `What toKeepContract saw cannot be written to ${folder} (ESPALIER_JEST_REPORTS): ${(error as Error).message}.`,
        );
      }
    },
  };
}
