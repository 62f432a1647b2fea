/** Versions of contracts from the histories of git repositories: each is written to a folder beside the build, with the files around it. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { INSTALLED } from '../peer';

/** Two versions of one contract. */
export interface VersionPair {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

/**
 * Returns pairs of versions of one file.
 * @param history `FOLDER:PATH`, a git repository on this machine and the path of a contract in it.
 * @param count how many pairs that lie far apart, spread evenly over the history, and how many of commits that follow each other.
 */
export function pairsOfHistory(history: string, count: number): VersionPair[] {
  const colon = history.lastIndexOf(':');
  const [repository, path] = [history.slice(0, colon), history.slice(colon + 1)];
  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { maxBuffer: 2 ** 30 });
  const commits = git('log', '--first-parent', '--reverse', '--diff-filter=AM', '--format=%h', '--', path)
    .toString()
    .split('\n')
    .filter(Boolean);
  const written = (commit: string) => {
    const folder = join(INSTALLED, 'histories', repository.replace(/[^\w+]+/g, '_').replace(/^_/, ''), commit);
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true });
      const around = dirname(path) === '.' ? path : dirname(path);
      const archive = git('archive', '--format=tar', commit, around);
      execFileSync('tar', ['x', '-C', folder], { input: archive });
    }
    return join(folder, path);
  };
  const pairOf = (one: string, other: string): VersionPair => ({
    name: `${basename(repository)} ${one} → ${other}`,
    before: written(one),
    now: written(other),
  });
  const last = commits.length - 1;
  const commitAt = (at: number) => commits[Math.max(0, Math.min(last, Math.round(at)))] ?? '';
  const places = Array.from({ length: count }, (_, at) => (at * last) / count);
  const pairs = [
    ...places.map((at) => [commitAt(at), commitAt(at + last / count)] as const),
    ...places.map((at) => [commitAt(at + last / count / 2), commitAt(at + last / count / 2 + 1)] as const),
  ];
  return pairs.filter(([one, other]) => one !== other).map((pair) => pairOf(...pair));
}
