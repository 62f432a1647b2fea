/** How what is handed over to a run stands on the command line. */

import { relative } from 'node:path';
import type { HandOver } from './service';

/** Writes what is handed over as options of the command line. */
export function optionsOf({
  token,
  credentials = {},
  otherCredentials = {},
  params = {},
  writes,
  closed,
  thorough,
  workflow,
}: HandOver): string[] {
  return [
    ...(token === undefined ? [] : ['--token', token]),
    ...Object.entries(credentials).flatMap(([name, value]) => ['--credential', `${name}=${value}`]),
    ...Object.entries(otherCredentials).flatMap(([name, value]) => ['--other-credential', `${name}=${value}`]),
    ...Object.entries(params).flatMap(([name, values]) => values.flatMap((value) => ['--param', `${name}=${value}`])),
    ...(writes === undefined ? [] : ['--writes', writes]),
    ...(closed ? ['--closed'] : []),
    ...(thorough ? ['--thorough'] : []),
    ...(workflow === undefined ? [] : ['--workflow', relative(process.cwd(), workflow)]),
  ];
}
