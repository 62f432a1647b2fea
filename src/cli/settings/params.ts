import type { Provocation } from '../../engine/model/probe';
import { isToken } from '../../http/fields';
import { UsageError } from '../../support/errors';

/**
 * Reads `NAME=VALUE` pairs. A name may come more than once.
 * @throws UsageError if a pair has no name or no `=`.
 */
export function parseParams(pairs: readonly string[]): Record<string, string[]> {
  // The object has no prototype, since a parameter may be called `constructor`.
  const params: Record<string, string[]> = Object.create(null);
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`The parameter "${pair}" is not NAME=VALUE, such as id=101.`);
    const name = pair.slice(0, at);
    params[name] = [...(params[name] ?? []), pair.slice(at + 1)];
  }
  return params;
}

/**
 * Reads `STATUS:NAME=VALUE`, with `&` between several parameters.
 * @throws UsageError if it is not written so.
 */
export function parseProvocation(text: string): Provocation {
  const match = /^([1-5](?:\d\d|XX)|default):(.*)$/i.exec(text);
  if (!match) {
    throw new UsageError(`The provocation "${text}" is not STATUS:NAME=VALUE, such as 400:id=666.`);
  }
  const [, status = '', pairs = ''] = match;
  const params = Object.entries(parseParams(splitParams(pairs)));
  return { status, values: Object.fromEntries(params.map(([name, [value = '']]) => [name, value])) };
}

/** Splits the value of ESPALIER_PARAMS into pairs. Spaces, line ends or `&` separate them. */
export function splitParams(text: string | undefined): string[] {
  return (text ?? '').split(/[\s&]+/).filter((pair) => pair !== '');
}

/**
 * Reads `NAME: VALUE`, as the option `--header` of curl does.
 * @throws UsageError as {@link checkHeader}.
 */
export function parseHeader(text: string): [name: string, value: string] {
  const [name = '', ...values] = text.split(':');
  if (values.length === 0 || !isToken(name)) throw noHeader(/^[\w-]+(?=[ =]+[^ =])/.exec(text)?.[0]);
  return checkHeader(name, values.join(':'));
}

/**
 * @returns the field without spaces around its value.
 * @throws UsageError if it is no header field, holds a character that no field may hold, or belongs to how requests are sent.
 */
export function checkHeader(name: string, value: string): [name: string, value: string] {
  if (!isToken(name)) throw noHeader(name);
  // The value may be a secret.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new UsageError(
      `The value of the header "${name}" has a character that no header field may hold, such as a line end or "…".`,
    );
  if (['host', 'connection', 'content-length', 'transfer-encoding'].includes(name.toLowerCase())) {
    throw new UsageError(`The header "${name}" is part of how a request is sent, and cannot be set.`);
  }
  return [name, value.replace(/^[ \t]+|[ \t]+$/g, '')];
}

/** Makes an error that does not hold the value, since that may be a secret. @param name undefined where nothing is surely the name. */
function noHeader(name: string | undefined): UsageError {
  const which = name === undefined ? 'A header' : `The header "${name}"`;
  return new UsageError(`${which} is not NAME: VALUE, such as 'X-Tenant: 7'.`);
}
