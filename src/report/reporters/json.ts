import { isObject } from '../../json/value';
import { sum } from '../../support/collections';
import { type Cause, causesOf } from '../causes';
import { foldReport } from '../folded/foldReport';
import type { Report } from '../report';

/**
 * Writes the whole report as JSON, for other programs, with the causes that its findings have; a large one is folded. Each item of a list is a
 * line, and is written by itself: the report of a large run has too many of them for one text.
 */
export function* json(report: Report): Generator<string> {
  const causes = causesOf(report);
  yield* written(isLarge(report) ? foldReport(report, causes) : { ...report, causes: causes.map(toJson) }, '');
  yield '\n';
}

/** A report of more requirements, findings and clauses of coverage is folded: as it is, it would have 3 MB and more. */
const LARGE = 5000;

function isLarge({ requirements, coverage }: Report): boolean {
  const clauses = coverage ? coverage.unexercised.length + coverage.reached.length : 0;
  return sum(requirements.map(({ findings }) => 1 + findings.length)) + clauses > LARGE;
}

function* written(value: unknown, indent: string): Generator<string> {
  const isList = isIterable(value);
  const items = isList ? unnamed(value) : isObject(value) ? Object.entries(value) : undefined;
  if (items === undefined) {
    yield JSON.stringify(value);
    return;
  }
  let before = isList ? '[' : '{';
  for (const [name, item] of items) {
    if (item === undefined) continue;
    yield `${before}\n${indent}  ${isList ? '' : `${JSON.stringify(name)}: `}`;
    if (isList) yield JSON.stringify(item);
    else yield* written(item, `${indent}  `);
    before = ',';
  }
  const isEmpty = before !== ',';
  yield isEmpty ? `${before}${isList ? ']' : '}'}` : `\n${indent}${isList ? ']' : '}'}`;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function* unnamed(items: Iterable<unknown>): Generator<readonly ['', unknown]> {
  for (const item of items) yield ['', item];
}

function toJson({ verdict, message, clause, names, operations, exchanges, occurrences, echoes }: Cause): unknown {
  const { pointer, file, line, column } = clause;
  const [{ requirement, finding }] = occurrences;
  return {
    ...{ verdict, message, clause: { pointer, file, line, column }, names, operations, exchanges },
    // The finding that shows it best.
    finding: { requirement: requirement.id, message: finding.message },
    ...(echoes.length === 0 ? {} : { echoes: echoes.map(toJson) }),
  };
}
