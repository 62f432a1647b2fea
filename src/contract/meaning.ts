/** What a contract says, linted: every mistake at once, each with its place and, where one offers itself, a suggestion. */

import { dirname, resolve } from 'node:path';
import { nearest } from '../nearest';
import type { Mistake } from './contract';
import { unescapePointer } from './json';
import { type Document, getLineColLocation, isAbsoluteUrl, lint, type NormalizedProblem } from './redocly';
import { type ContainedResolver, displayPath } from './source';

export interface Meaning {
  readonly errors: readonly Mistake[];
  readonly warnings: readonly Mistake[];
}

/** Lints the contract and the files that it refers to; `resolver` afterwards holds all of them. */
export async function lintMeaning(root: Document, resolver: ContainedResolver, warn: boolean): Promise<Meaning> {
  const problems = await lint(root, resolver, warn);
  const relevant = problems.filter(isMistake);
  const of = (severity: NormalizedProblem['severity']) =>
    relevant.filter((problem) => problem.severity === severity).map((problem) => toMistake(problem, root, resolver));
  const [errors, warnings] = [await Promise.all(of('error')), await Promise.all(of('warn'))];
  return { errors: errors.sort(byPlace), warnings: warnings.sort(byPlace) };
}

function isMistake({ ruleId, message }: NormalizedProblem): boolean {
  // An operation without security is a contract's right; a scheme that is not there is a mistake.
  return ruleId !== 'security-defined' || message.startsWith('There is no');
}

async function toMistake(problem: NormalizedProblem, root: Document, resolver: ContainedResolver): Promise<Mistake> {
  const location = getLineColLocation(problem.location[0] ?? { source: root.source, pointer: '#/' });
  const { start, source } = location;
  const message =
    problem.ruleId === 'no-unresolved-refs' ? await explainReference(problem, resolver) : withSuggestion(problem);
  return { file: displayPath(source.absoluteRef), line: start.line, column: start.col, message };
}

function withSuggestion({ message, suggest }: NormalizedProblem): string {
  const [best] = suggest;
  return best === undefined ? message : `${message} Did you mean \`${best}\`?`;
}

/** Redocly says that a reference cannot be resolved; say which, why, and what was probably meant. */
async function explainReference(problem: NormalizedProblem, resolver: ContainedResolver): Promise<string> {
  const [location] = problem.location;
  const why = problem.message.replace(/^Can't resolve \$ref:?\s*/, '');
  if (!location || location.pointer === undefined) return problem.message;
  const here = await resolver.resolveDocument(null, location.source.absoluteRef);
  const found = here instanceof Error ? undefined : valueAt(here.parsed, location.pointer);
  const ref = (found as { $ref?: unknown } | undefined)?.$ref ?? found;
  if (typeof ref !== 'string') return problem.message;
  if (why !== '') return `$ref "${ref}" cannot be followed: ${why}.`;
  const meant = await nearestReference(ref, location.source.absoluteRef, resolver);
  return `$ref "${ref}" leads nowhere.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
}

async function nearestReference(ref: string, from: string, resolver: ContainedResolver): Promise<string | undefined> {
  const [file = '', fragment = ''] = ref.split('#');
  if (isAbsoluteUrl(file)) return undefined;
  const target = await resolver.resolveDocument(null, file === '' ? from : resolve(dirname(from), file));
  if (target instanceof Error) return undefined;
  const parent = fragment.slice(0, fragment.lastIndexOf('/'));
  const siblings = valueAt(target.parsed, `#${parent}`);
  const names = typeof siblings === 'object' && siblings !== null ? Object.keys(siblings) : [];
  return nearest(
    ref,
    names.map((name) => `${file}#${parent}/${name}`),
  );
}

function valueAt(document: unknown, pointer: string): unknown {
  const tokens = pointer.replace(/^#\/?/, '').split('/').filter(Boolean).map(unescapePointer);
  return tokens.reduce<unknown>((value, token) => (value as Record<string, unknown> | undefined)?.[token], document);
}

function byPlace(one: Mistake, other: Mistake): number {
  return one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column;
}
