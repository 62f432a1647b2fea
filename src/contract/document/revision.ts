/** Takes a contract, with the files that it refers to, out of a git revision. The files are written to a new folder, as they lie in the revision. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { percentDecoded } from '../../http/uri';
import { UsageError } from '../../support/errors';
import { filesReferredTo, removeAtEnd } from './download';
import { DOWNLOADED, OF_REVISION } from './files';

/** So many bytes are taken of git at once, and so many files in all. */
const LARGEST = 256 * 1024 ** 2;
const MOST_FILES = 20_000;

/** How long git may take for one answer, in milliseconds. */
const GIT_MS = 60_000;

/** A file of a revision. */
interface RevisionFile {
  /** A branch, a tag, a commit, or what else git takes for one: `main`, `HEAD~1`. */
  readonly revision: string;
  /** The path, relative to the working directory. */
  readonly path: string;
}

/** Reads `REVISION:PATH`; undefined if a text has no such form. A drive of Windows is none. */
export function parseRevision(text: string): RevisionFile | undefined {
  const [, revision, path] = /^([^:]{2,}|[^:A-Za-z]):([^:].*)$/s.exec(text) ?? [];
  return revision === undefined || path === undefined || path.startsWith('//') ? undefined : { revision, path };
}

/**
 * Takes a contract out of a revision of the repository that the working directory is in.
 * @param otherwise says what to do where the revision has no such file.
 * @returns the path of its file. The folder is removed when the process ends.
 * @throws UsageError if there is no git, no such revision, or no such file in it. A file that the contract refers to is left out instead.
 */
export async function revisionFile({ revision, path }: RevisionFile, otherwise?: string): Promise<string> {
  const commit = await commitOf(revision);
  const normal = posix.normalize(path);
  const folder = posix.dirname(normal);
  const target = join(mkdtempSync(join(realpathSync(tmpdir()), DOWNLOADED)));
  removeAtEnd(target);
  // A path that leads up has no name below the new folder.
  const shown = normal.startsWith('..') || posix.isAbsolute(normal) ? posix.basename(normal) : normal;
  const at = (file: string) =>
    join(target, OF_REVISION + encodeURIComponent(revision), posix.dirname(shown), posix.relative(folder, file));
  const text = await blobOf(commit, normal);
  if (text === undefined)
    throw new UsageError(
      `The revision ${revision} has no file ${path}; ${otherwise ?? 'name one as REVISION:PATH, such as main:openapi.yaml'}.`,
    );
  write(at(normal), text);
  const known = new Set([normal]);
  // Git is asked for all that the files of before refer to at once: a contract may be written in thousands of files.
  for (let newest = new Map([[normal, text]]); newest.size > 0; ) {
    const asked = [...newest].flatMap(([from, its]) => insideOf(folder, from, String(its)));
    const unknown = [...new Set(asked)].filter((file) => !known.has(file));
    for (const file of unknown) known.add(file);
    if (known.size > MOST_FILES)
      throw new UsageError(`The contract ${revision}:${path} refers to more than ${MOST_FILES} files.`);
    newest = await blobsOf(commit, unknown);
    for (const [file, inner] of newest) write(at(file), inner);
  }
  return at(normal);
}

/** Returns the paths of the files below a folder that a file refers to. */
function insideOf(folder: string, from: string, text: string): string[] {
  return filesReferredTo(text)
    .filter((reference) => !/^[a-z][a-z0-9+.-]*:|^\//i.test(reference))
    .map((reference) => posix.join(posix.dirname(from), percentDecoded(reference)))
    .filter((file) => !posix.relative(folder, file).startsWith('..'));
}

function write(file: string, text: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * Takes what a contract of the working copy was in a revision: the file of the same path, or the one that git takes it to have been moved from.
 * @param allowNew whether the contract may be new: git keeps it, and neither the revision nor anything before it has it. Before the first commit of
 *   all, each is new since `HEAD`. What git does not keep is not new: it might be missing in every revision to come.
 * @param otherwise as for {@link revisionFile}, where it is new and may not be.
 * @returns the path of its file; undefined where it is new.
 * @throws UsageError as there.
 */
export async function earlierFile(
  { revision, path }: RevisionFile,
  allowNew: boolean,
  otherwise: string,
): Promise<string | undefined> {
  const isKept = (await git(['--literal-pathspecs', 'ls-files', '--error-unmatch', '--', path])).code === 0;
  if (allowNew && isKept && revision === 'HEAD' && (await hasNoCommit())) return undefined;
  const commit = await commitOf(revision, `There is no file and no revision ${revision}`);
  const isThere = (await blobOf(commit, posix.normalize(path))) !== undefined;
  const earlier = isThere ? path : await movedFrom(path, commit);
  if (earlier !== undefined) return revisionFile({ revision, path: earlier });
  if (!isKept) return revisionFile({ revision, path }, `git does not keep it here, either (git add ${path})`);
  const { output } = await git(['--literal-pathspecs', 'log', '-1', '--format=%h', commit, '--', path]);
  const last = String(output).trim();
  if (last !== '') return revisionFile({ revision, path }, `${last} removed it, so name it as ${last}~1:${path}`);
  return allowNew ? undefined : revisionFile({ revision, path }, otherwise);
}

async function hasNoCommit(): Promise<boolean> {
  const { code, output } = await git(['rev-list', '--all', '-n', '1']);
  return code === 0 && output.length === 0 && (await git(['rev-parse', '--verify', '--quiet', 'HEAD'])).code === 1;
}

/** Returns the path that a file had in a commit, where git takes it to have been moved since. */
async function movedFrom(path: string, commit: string): Promise<string | undefined> {
  const folder = String((await git(['rev-parse', '--show-prefix'])).output).trim();
  const options = ['--no-ext-diff', '--no-relative', '--name-status', '-z', '-M', '--diff-filter=R'];
  // Each is written as how much is alike, the old path and the new one, with a NUL behind each.
  const parts = String((await git(['diff', ...options, commit])).output).split('\0');
  const at = parts.findIndex((part, index) => index % 3 === 2 && part === posix.join(folder, path));
  return at < 0 ? undefined : posix.relative(folder, parts[at - 1] ?? '');
}

/** @param unknown the beginning of the sentence that says that there is no such revision. */
async function commitOf(revision: string, unknown = `There is no revision ${revision}`): Promise<string> {
  const none = `${unknown} in the git repository of the working directory`;
  // Git would take it for an option.
  if (revision.startsWith('-')) throw new UsageError(`${none}.`);
  const { code, output, errors } = await git(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  if (code === 'ENOENT') throw new UsageError(`git is needed to read the revision ${revision}, and is not installed.`);
  if (/not a git repository/i.test(errors))
    throw new UsageError(`The revision ${revision} cannot be read: the working directory is in no git repository.`);
  if (/dubious ownership/i.test(errors))
    throw new UsageError(
      `The revision ${revision} cannot be read: git does not trust the repository, since it belongs to another user (git config safe.directory).`,
    );
  if (code !== 0) {
    // A clone has the branches of others under the name of where it comes from.
    const remote = await git(['rev-parse', '--verify', '--quiet', `origin/${revision}^{commit}`]);
    if (remote.code === 0) throw new UsageError(`${none}; there is origin/${revision}.`);
    const { output: isShallow } = await git(['rev-parse', '--is-shallow-repository']);
    if (String(isShallow).trim() !== 'true') throw new UsageError(`${none}.`);
    throw new UsageError(
      `${unknown} in this shallow clone; fetch it first (git fetch --unshallow, or on GitHub \`fetch-depth: 0\`).`,
    );
  }
  return String(output).trim();
}

/** Returns the content of a file of a commit; undefined if there is none. */
async function blobOf(commit: string, path: string): Promise<Buffer | undefined> {
  return (await blobsOf(commit, [path])).get(path);
}

/** Returns the contents of those files that a commit has. */
async function blobsOf(commit: string, paths: readonly string[]): Promise<Map<string, Buffer>> {
  // Git reads one name in each line.
  const named = paths.filter((path) => !/[\n\r]/.test(path));
  const found = new Map<string, Buffer>();
  if (named.length === 0) return found;
  const { code, output } = await git(
    ['cat-file', '--batch'],
    named.map((path) => `${commit}:${fromHere(path)}\n`).join(''),
  );
  if (code !== 0) return found;
  let at = 0;
  for (const path of named) {
    const end = output.indexOf('\n', at);
    const [, kind, bytes] = /^\S+ (\w+) (\d+)$/.exec(output.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (bytes === undefined) continue;
    if (kind === 'blob') found.set(path, output.subarray(at, at + Number(bytes)));
    at += Number(bytes) + 1;
  }
  return found;
}

function fromHere(path: string): string {
  return posix.isAbsolute(path) || path.startsWith('./') || path.startsWith('../') ? path : `./${path}`;
}

interface GitEnded {
  /** The exit code, or the name of the error if git could not be started. */
  readonly code: number | string;
  readonly output: Buffer;
  readonly errors: string;
}

/** Runs git itself, and no shell. @param input what git reads. */
function git(args: readonly string[], input = ''): Promise<GitEnded> {
  return new Promise((done) => {
    const options = { encoding: 'buffer' as const, maxBuffer: LARGEST, timeout: GIT_MS, windowsHide: true };
    const env = { ...process.env, LC_ALL: 'C' };
    const running = execFile('git', [...args], { ...options, env }, (error, output, errors) =>
      done({ code: error ? (error.code ?? 'killed') : 0, output, errors: String(errors) }),
    );
    // Git may end before it has read all.
    running.stdin?.on('error', () => {}).end(input);
  });
}
