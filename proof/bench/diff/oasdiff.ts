/** What oasdiff, which compares contracts by a list of rules, tells of a pair. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Break } from '../../../src/cli/diff/breaks';
import { INSTALLED } from '../peer';

const MODULE = 'github.com/oasdiff/oasdiff@v1.35.0';
const LONGEST_MS = 300_000;

export interface OasdiffChange {
  /** The rule: `request-parameter-max-decreased`. */
  readonly id: string;
  readonly text: string;
  /** 3 for errors, 2 for warnings. */
  readonly level: number;
  readonly operation: string;
  readonly path: string;
}

let command: string | undefined;

/** Installs it beside the build where Go is; without it nothing is told beside. */
function installed(): string | undefined {
  if (command !== undefined) return command;
  const folder = join(INSTALLED, 'oasdiff');
  command = join(folder, 'oasdiff');
  if (!existsSync(command)) {
    process.stderr.write(`Installing ${MODULE} to ${folder}\n`);
    execFileSync('go', ['install', MODULE], { env: { ...process.env, GOBIN: folder }, stdio: 'inherit' });
  }
  return command;
}

/** @returns the errors and warnings; undefined where it cannot read the pair, or does not end in time. */
export function oasdiff(before: string, now: string): readonly OasdiffChange[] | undefined {
  try {
    const name = installed() ?? '';
    const text = execFileSync(name, ['breaking', '--format', 'json', before, now], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      timeout: LONGEST_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return (JSON.parse(text || '[]') ?? []) as OasdiffChange[];
  } catch {
    return undefined;
  }
}

/** Tells whether one of the breaks is about the same: the same operation, the same side, and a name that the text of oasdiff has. */
export function isTold({ id, text, operation, path }: OasdiffChange, breaks: readonly Break[]): boolean {
  const plain = (template: string) => template.replace(/\{[^{}]*\}/g, '{}');
  const here = breaks.filter((each) => plain(each.operation) === plain(`${operation} ${path}`));
  if (here.some(({ kind }) => kind === 'operation-removed')) return true;
  // Another status comes in place of the one that is gone.
  if (id.endsWith('status-removed')) return here.some(({ kind }) => /^(error-)?status-added$/.test(kind));
  const side = sideOf(id);
  const onSide = here.filter(({ kind, witness }) =>
    side === 'security' ? /^(credential|scope)-required$/.test(kind) : side === undefined || witness.kind === side,
  );
  // "SizeInMegabytes/allOf[#/components/schemas/Capacity]" is about SizeInMegabytes.
  const plainText = text.replace(/\/?(all|any|one)Of\[[^\]]*\]/g, '');
  const names = [...plainText.matchAll(/`([^`]+)`/g)].map(
    // An item of a list has the name of the list.
    ([, name = '']) =>
      name
        .replace(/(\/items)+\/?$|\]$/, '')
        .split('/')
        .filter(Boolean)
        .at(-1) ?? name,
  );
  const isNamed = ({ subject, path: inner, message }: Break) =>
    names.some((name) => `${subject} ${inner} ${message}`.includes(name));
  return names.length === 0 ? onSide.length > 0 : onSide.some(isNamed);
}

function sideOf(id: string): 'request' | 'answer' | 'security' | undefined {
  if (id.includes('security')) return 'security';
  if (/^response/.test(id)) return 'answer';
  return /request|parameter/.test(id) ? 'request' : undefined;
}
