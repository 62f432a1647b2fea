import { isObject } from '../../json/value';
import { type Cause, causesOf } from '../causes';
import type { Report } from '../report';

/**
 * Writes the whole report as JSON, for other programs, with the causes that its findings have. Each item of a list is a line, and is written
 * by itself: the report of a large run has too many of them for one text.
 */
export function* json(report: Report): Generator<string> {
  yield* plainJson({ ...report, causes: causesOf(report).map(toJson) });
}

/** Writes a report as it is. It suffices for ourselves: the causes can be worked out from it again. */
export function* plainJson(report: Report & { readonly causes?: readonly unknown[] }): Generator<string> {
  yield* written(report, '');
  yield '\n';
}

function* written(value: unknown, indent: string): Generator<string> {
  const isList = Array.isArray(value);
  const items = isList ? value.map((item) => ['', item] as const) : isObject(value) ? Object.entries(value) : [];
  if (items.length === 0) {
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
  yield `\n${indent}${isList ? ']' : '}'}`;
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
