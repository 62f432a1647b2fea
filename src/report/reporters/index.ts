import { cobertura } from './cobertura';
import { github } from './github';
import { html } from './html/html';
import { json } from './json';
import { junit } from './junit';
import { lcov } from './lcov';
import { markdown } from './markdown';
import type { Reporter } from './reporter';
import { sarif } from './sarif';
import { terminal } from './terminal';

/** The reporters by the names that `--report` takes. */
export const reporters: Readonly<Record<string, Reporter>> = {
  terminal,
  json,
  junit,
  html,
  github,
  sarif,
  markdown,
  lcov,
  cobertura,
};
