/** Everything that is wrong in a contract, in one go; and what only deserves a look. */

import type { Mistake } from '../clause';
import type { Checked } from '../contract';
import { type DocumentPlace, rootOf } from '../document/reference';
import type { Checking } from './checking';
import { agreements } from './crossReferences';
import { doubtfulSchemas } from './doubtfulSchemas';
import { checkExamples } from './examples';
import { type ContractFault, toMistake, type Visited, walk } from './structure';

/** @param warn whether to look for what only deserves a look, such as an example that its schema refuses. */
export function checkContract({ files, dialect }: Checking, warn: boolean): Checked {
  const faults: ContractFault[] = [];
  const report = (fault: ContractFault) => faults.push(fault) > 0;
  const visited = new Map<string, DocumentPlace[]>();
  const visit = ({ kind, place }: Visited) => {
    const before = visited.get(kind);
    if (before) before.push(place);
    else visited.set(kind, [place]);
  };
  walk({ kind: 'Root', place: rootOf(files.root) }, { files, dialect, report, visit });
  const all = (kind: string) => visited.get(kind) ?? [];
  for (const check of [...agreements, ...(warn ? [doubtfulSchemas, checkExamples] : [])])
    check(all, { files, dialect, report });
  const of = (warning: boolean) => faults.filter((fault) => (fault.warning === true) === warning).map(toMistake);
  return { mistakes: inOrder(of(false)), warnings: warn ? inOrder(of(true)) : [] };
}

/** The same mistake is come to on several ways. */
function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const unique = new Map(mistakes.map((each) => [`${each.file}:${each.line}:${each.column}:${each.message}`, each]));
  return [...unique.values()].sort(
    (one, other) => compare(one.file, other.file) || one.line - other.line || one.column - other.column,
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
