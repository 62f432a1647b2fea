/** Which operations are verified: `--operation PATTERN`. */

import type { Operation } from '../../contract/contract';
import { UsageError } from '../../support/errors';
import { didYouMean } from '../../support/words';
import type { Selection } from '../model/settings';

/**
 * Reads patterns: `GET /plants/**`, `/plants/{id}`, `DELETE *`, an operationId, or `tag:NAME`; with `!` before it, what is left out.
 * @param setting what the patterns belong to, for the message.
 * @throws UsageError for a pattern that fits no operation: it would leave out what somebody believes to be verified.
 */
export function readSelection(
  patterns: readonly string[],
  operations: readonly Operation[],
  setting = '--operation',
): Selection {
  const read = patterns.map((text) => {
    const leavesOut = text.startsWith('!');
    return { leavesOut, fits: matcherOf(leavesOut ? text.slice(1) : text), text };
  });
  for (const { fits, text } of read) {
    if (operations.some(fits)) continue;
    const names = operations.flatMap(({ name, operationId = [] }) => [name, operationId].flat());
    throw new UsageError(
      `${setting} ${text} fits no operation of the contract.${didYouMean(text.replace(/^!/, ''), names)}`,
    );
  }
  const wanted = read.filter(({ leavesOut }) => !leavesOut);
  const unwanted = read.filter(({ leavesOut }) => leavesOut);
  return (operation) =>
    (wanted.length === 0 || wanted.some(({ fits }) => fits(operation))) &&
    !unwanted.some(({ fits }) => fits(operation));
}

function matcherOf(pattern: string): Selection {
  const [, method, path] = /^(?:([A-Za-z*]+)\s+)?(\/.*|\*+)$/.exec(pattern) ?? [];
  if (path === undefined) {
    const tag = /^tag:(.*)$/.exec(pattern)?.[1];
    if (tag !== undefined) return ({ tags }) => tags.includes(tag);
    return ({ operationId }) => operationId === pattern;
  }
  const paths = path === '*' ? /^/ : pathPattern(path);
  return (operation) =>
    (method === undefined || method === '*' || operation.method === method.toUpperCase()) && paths.test(operation.path);
}

/** `*` stands for part of a segment, `**` for any number of them. */
export function pathPattern(glob: string): RegExp {
  const source = glob
    .split(/(\/\*\*|\*\*|\*)/)
    .map((part) => {
      if (part === '/**') return '(?:/.*)?';
      if (part === '**') return '.*';
      return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}
