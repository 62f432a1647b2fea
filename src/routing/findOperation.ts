import type { Values } from '../case';
import type { Operation } from '../contract/contract';
import { escapeRegExp } from '../escapeRegExp';
import { nearest } from '../nearest';
import { UsageError } from '../wire/target';

export interface Found {
  readonly operation: Operation;
  /** Path parameters, percent-decoded; undefined where the path is not known. */
  readonly values: Values | undefined;
}

/**
 * Finds the operation that a request was for: the one that is named, else by method and path.
 * What stands before the path of the contract, such as the base path of a server, is passed over.
 * @param named as the contract has it: `DELETE /plants/{id}`.
 * @throws UsageError where there is no such operation, or nothing to find it by.
 */
export function findOperation(
  operations: readonly Operation[],
  {
    named,
    method,
    url,
  }: { readonly named: string | undefined; readonly method: string | undefined; readonly url: string | undefined },
): Found {
  const names = operations.map(({ name }) => name);
  const path = url === undefined ? undefined : new URL(url, 'http://target').pathname;
  if (named !== undefined) {
    const operation = operations.find(({ name }) => name === named);
    if (operation) return { operation, values: path === undefined ? undefined : matchPath(operation, path)?.values };
    const meant = nearest(named, names);
    throw new UsageError(
      `The contract has no operation "${named}".${meant === undefined ? '' : ` Did you mean "${meant}"?`} Its operations are: ${names.join(', ')}.`,
    );
  }
  if (method === undefined || path === undefined) {
    throw new UsageError(
      `This response does not know its request; name the operation, as in { operation: '${names[0]}' }. The operations are: ${names.join(', ')}.`,
    );
  }
  const matches = operations
    .filter((operation) => operation.method === method)
    .flatMap((operation) => matchPath(operation, path) ?? [])
    .sort((one, other) => one.before - other.before || other.literals - one.literals);
  const [best] = matches;
  if (!best) {
    throw new UsageError(
      `The contract has no operation for ${method} ${path}. Its operations are: ${names.join(', ')}.`,
    );
  }
  return best;
}

interface Match extends Found {
  /** How many segments stand before those of the template. */
  readonly before: number;
  /** How many segments of the template are no parameters: `/plants/mine` goes before `/plants/{id}`. */
  readonly literals: number;
}

function matchPath(operation: Operation, path: string): Match | undefined {
  const template = operation.path.split('/').slice(1);
  const segments = path.split('/').slice(1);
  const before = segments.length - template.length;
  if (before < 0) return undefined;
  const values: Record<string, string> = {};
  let literals = 0;
  for (const [at, part] of template.entries()) {
    const names = [...part.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const pattern = part
      .split(/\{[^}]+\}/)
      .map(escapeRegExp)
      .join('(.+)');
    const match = new RegExp(`^${pattern}$`).exec(decode(segments[before + at] ?? ''));
    if (!match) return undefined;
    if (names.length === 0) literals++;
    for (const [index, name] of names.entries()) values[name] = match[index + 1] ?? '';
  }
  return { operation, values, before, literals };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
