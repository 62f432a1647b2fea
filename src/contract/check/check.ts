/** Finds everything that is wrong in a contract at once and, if asked, what is only suspicious. */

import type { Parts } from '../../support/letOthersRun';
import type { Mistake } from '../clause';
import type { Checked } from '../contract';
import { type DocumentPlace, rootOf } from '../document/reference';
import type { Checking } from './checking';
import { agreements } from './crossReferences';
import { doubtfulSchemas } from './doubtfulSchemas';
import { checkExamples } from './examples';
import { impossibleSchemas } from './impossibleSchemas';
import { departuresIn } from './strictYaml';
import { type ContractFault, noteUsable, toMistake, type Visited, walkInParts } from './structure';

/**
 * Checks a contract, in parts.
 * @param warn whether to look also for things that are only suspicious, such as an example that its schema refuses.
 */
export function* checkContract({ files, dialect }: Checking, warn: boolean): Parts<Checked> {
  const faults: ContractFault[] = [];
  const report = (fault: ContractFault) => faults.push(fault) > 0;
  const visited = new Map<string, DocumentPlace[]>();
  const visit = ({ kind, place }: Visited) => {
    const places = visited.get(kind);
    if (places) places.push(place);
    else visited.set(kind, [place]);
  };
  const seen = yield* walkInParts({ kind: 'Root', place: rootOf(files.root) }, { files, dialect, report, visit });
  // What a schema of another dialect has is only suspicious where it is reached from that, and may be unusable elsewhere.
  if (seen && faults.every(({ unusable, warning = false }) => !unusable && !warning)) noteUsable(seen, files);
  const placesOf = (kind: string) => visited.get(kind) ?? [];
  yield;
  for (const check of [...agreements, ...(warn ? [doubtfulSchemas, impossibleSchemas, checkExamples] : [])]) {
    check(placesOf, { files, dialect, report });
    yield;
  }
  const of = (warning: boolean) => faults.filter((fault) => (fault.warning === true) === warning).map(toMistake);
  return {
    mistakes: inOrder(of(false)),
    warnings: warn ? inOrder([...of(true), ...departuresIn(files.read().values())]) : [],
  };
}

/** Sorts mistakes by their place, each once: the same mistake may be found in several ways. */
function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const unique = new Map(
    mistakes.map((mistake) => [`${mistake.file}:${mistake.line}:${mistake.column}:${mistake.message}`, mistake]),
  );
  return [...unique.values()].sort(
    (left, right) => compare(left.file, right.file) || left.line - right.line || left.column - right.column,
  );
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
