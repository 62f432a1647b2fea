/** Judges a report, as it is written for other programs, by the schema that is published for it. */

import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Report } from '../../../src/report/report';
import schema from '../../../src/report/report.schema.json';
import { json } from '../../../src/report/reporters/json';
import { lazy } from '../../../src/support/caching';

const validator = lazy(() => addFormats(new Ajv2020({ strict: false })).compile(schema));

/** @returns what is wrong; undefined where nothing is. */
export function wrongInReport(report: Report): string | undefined {
  const validate = validator();
  const isValid = validate(JSON.parse([...json(report)].join('')));
  return isValid ? undefined : JSON.stringify(validate.errors?.[0]);
}
