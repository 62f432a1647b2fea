/** The help of `espalier verify`: one screen of what matters, and all of it with `--help-all`. */

import type { Command } from 'commander';

/** The options that most people need, by what they are for; each with a few words. */
const BRIEF: readonly (readonly [heading: string, options: Readonly<Record<string, string>>])[] = [
  [
    'The contract, the service and the credentials for it:',
    {
      contract: 'the contract (default: ./openapi.yaml, …)',
      config: 'settings (default: espalier.yaml)',
      env: 'the environment of these settings',
      start: 'start the service by this, and end it afterwards',
      token: 'the bearer token; or ESPALIER_TOKEN',
      credential: 'that of a security scheme',
      header: 'sent with every request',
    },
  ],
  [
    'What may be changed or removed:',
    {
      writes: 'handed-over (default), own, or any',
      param: 'a value of a parameter, such as id=101',
      cleanup: 'remove what an earlier run left behind',
    },
  ],
  [
    'What is verified, and what lets the run fail:',
    {
      operation: "'GET /plants/**', an operationId or tag:NAME",
      only: 'judge only by this rule',
      list: 'print what would be asked; send nothing',
      thorough: 'send more requests',
      seed: 'send the same requests as an earlier run',
      strict: 'let each warning fail the run',
      closed: 'let each undeclared status fail the run',
      baseline: 'let the breaches pass that this file has',
    },
  ],
  [
    'What is told:',
    {
      report: 'terminal, html, json, junit, sarif, github, …',
      verbose: 'show the whole report in the terminal',
    },
  ],
];

/** Makes `--help` brief, and adds `--help-all`. */
export function withBriefHelp(command: Command): void {
  let isWhole = false;
  const whole = command.createHelp();
  command
    .optionsGroup('Options:')
    .helpOption('-h, --help', 'what most people need')
    .option('--help-all', 'all options, and more about each')
    .configureHelp({ formatHelp: (_, helper) => (isWhole ? whole.formatHelp(command, helper) : briefHelp(command)) })
    .on('option:help-all', () => {
      isWhole = true;
      command.help();
    });
}

function briefHelp(command: Command): string {
  const row = (term: string, text: string) => `  ${term.padEnd(WIDTH)}${text}`;
  const groups = BRIEF.flatMap(([heading, options]) => [
    '',
    heading,
    ...Object.entries(options).map(([name, text]) => {
      const option = command.options.find((each) => each.attributeName() === name);
      return row(option?.flags ?? `--${name}`, text);
    }),
  ]);
  return [
    'Usage: espalier verify [options] [url]',
    '',
    sentence(command.description()),
    ...groups,
    '',
    row('--help-all', 'all options, and more about each'),
    '',
  ].join('\n');
}

/** How wide the column of the options is. */
const WIDTH = 30;

/** Breaks the description into lines of 80 characters at most. */
function sentence(text: string): string {
  return text.replace(/(.{1,78})(?: |$)/g, '$1\n').trimEnd();
}
