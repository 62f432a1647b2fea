/** Reads a JSON report that Espalier has written. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ErrorObject } from 'ajv';
import { whyUnreadable } from '../../contract/document/files';
import { isObject } from '../../json/value';
import { whyContradictory } from '../../report/contradictions';
import type { Report } from '../../report/report';
import schema from '../../report/report.schema.json';
import { lazy } from '../../support/caching';
import { UsageError } from '../../support/errors';
import { TOOL } from '../../support/version';

// That the schema itself is valid is for the tests to say.
const reportCheck = lazy(() => {
  // ajv is loaded only here, because a run that reads no report may not need it.
  const { Ajv2020 } = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
  return new Ajv2020({ strict: false, validateFormats: false, validateSchema: false }).compile(schema);
});

/** @throws UsageError if it cannot be read, or is no such report. */
export function readReport(name: string): Report {
  const report = readJson(name);
  const isReport = reportCheck();
  if (!isReport(report)) throw new UsageError(`${name} ${whyNone(report, isReport.errors?.[0])}.`);
  const why = whyContradictory(report as unknown as Report);
  if (why === undefined) return report as unknown as Report;
  throw new UsageError(`${name} contradicts itself: ${why}; hand over what --report json=FILE has written, as it is.`);
}

/** Says what a value is that is no report: of another program, of a later version, or damaged. */
function whyNone(value: unknown, error: ErrorObject | undefined): string {
  const { schemaVersion, tool } = isObject(value) ? value : {};
  const { name, version } = isObject(tool) ? tool : {};
  if (name !== TOOL.name) return 'is no JSON report of Espalier; hand over what --report json=FILE has written';
  if (typeof schemaVersion === 'number' && schemaVersion > 1)
    return `was written by a later version of Espalier (${String(version)}); use that one`;
  if (isObject(value) && 'breaks' in value)
    return 'is what espalier diff wrote; hand over the JSON report of a run, a recording or a proxy';
  const { instancePath = '', keyword, params, message } = error ?? {};
  const at = instancePath === '' ? 'it' : instancePath;
  const why = keyword === 'required' ? `${at} has no "${params?.['missingProperty']}"` : `${at} ${message}`;
  return `is a damaged JSON report of Espalier: ${why}`;
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
