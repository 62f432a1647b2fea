/** Reads a JSON report that Espalier has written. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020';
import { whyUnreadable } from '../../contract/document/files';
import { whyContradictory } from '../../report/contradictions';
import type { Report } from '../../report/report';
import schema from '../../report/report.schema.json';
import { lazy } from '../../support/caching';
import { UsageError } from '../../support/errors';

// That the schema itself is valid is for the tests to say.
const reportCheck = lazy(() =>
  new Ajv2020({ strict: false, validateFormats: false, validateSchema: false }).compile(schema),
);

/** @throws UsageError if it cannot be read, or is no such report. */
export function readReport(name: string): Report {
  const report = readJson(name);
  const isReport = reportCheck();
  if (!isReport(report)) {
    const [error] = isReport.errors ?? [];
    throw new UsageError(
      `${name} is no JSON report of Espalier: ${error?.instancePath || 'the whole'} ${error?.message ?? 'is none'}.`,
    );
  }
  const why = whyContradictory(report as unknown as Report);
  if (why === undefined) return report as unknown as Report;
  throw new UsageError(`${name} contradicts itself: ${why}; hand over what --report json=FILE has written, as it is.`);
}

function readJson(name: string): unknown {
  let bytes: Buffer;
  try {
    bytes = readFileSync(name);
  } catch (error) {
    throw new UsageError(`The report ${name} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
  }
  try {
    return JSON.parse((isCompressed(bytes) ? gunzipSync(bytes, { maxOutputLength: LARGEST }) : bytes).toString('utf8'));
  } catch {
    throw new UsageError(`The report ${name} is no JSON; hand over what --report json=FILE has written.`);
  }
}

/** A compressed report that becomes larger than this is not read, in bytes: Node makes no longer text. */
const LARGEST = 512 * 1024 * 1024;

/** Returns whether bytes begin as a file does that is compressed by gzip (RFC 1952 §2.3.1). */
function isCompressed(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
