/** Answers a request that prefers something that does not exist, and says what exists. */

import { ProblemJsonError } from '@stoplight/prism-http/dist/types';
import { declaredResponse, type Operation } from '../../src/contract/contract';
import { didYouMean } from '../../src/support/words';
import { usualStatus } from './negotiate';

const NOT_FOUND = { type: 'NOT_FOUND', title: 'The server cannot find the requested content', status: 404 };
const UNKNOWN = { type: 'UNKNOWN_PREFERENCE', title: 'The mock does not know what is preferred', status: 400 };

const MALFORMED = { type: 'UNPROCESSABLE_ENTITY', title: 'Invalid request', status: 422 };

/** The preferences that the mock knows. */
const WORDS = ['code', 'example', 'dynamic', 'seed', 'wait', 'drop'];

/** Registered preferences (IANA, HTTP Preferences). A server may ignore them (RFC 7240 §2). */
const REGISTERED = ['return', 'respond-async', 'handling', 'safe', 'depth-noroot', 'timezone', 'transclude'];

/**
 * Returns an error for a preference that the mock does not know, since it is probably misspelt. Other names, such as `x:name`, are
 * ignored, since they are of a namespace that belongs to somebody else. If the contract declares `Prefer` itself, nothing is checked.
 */
export function unknownWord({ parameters }: Operation, prefer: string | undefined): Error | undefined {
  if (prefer === undefined || parameters.some(({ name, in: where }) => where === 'header' && /^prefer$/i.test(name)))
    return undefined;
  const words = prefer.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  const names = words.map((word) => /^\s*([^=;\s]*)/.exec(word)?.[1]?.toLowerCase() ?? '');
  const unknown = names.find((name) => /^[a-z][a-z_-]*$/.test(name) && ![...WORDS, ...REGISTERED].includes(name));
  if (unknown === undefined) return undefined;
  return ProblemJsonError.fromTemplate(
    UNKNOWN,
    `The preference "${unknown}" is not known.${didYouMean(unknown, WORDS)} There are code=404, example=NAME, dynamic=true, seed=7, wait=2 and drop.`,
  );
}

/** How the preferences that Prism reads are written. */
const WRITTEN = new Map([
  ['code', 'code=404, with a status of three digits'],
  ['example', 'example=NAME, with the name of an example'],
  ['dynamic', 'dynamic=true or dynamic=false'],
  ['seed', 'seed=7'],
]);

/** Says how a preference is written that Prism cannot read. @param error of Prism, which draws a tree of several lines. */
export function malformedPreference({ detail }: Error & { readonly detail?: string }): Error {
  const malformed = [...WRITTEN].filter(([name]) => detail?.includes(`property "${name}"`));
  const sentences = malformed.map(
    ([name, written]) => `The preference "${name}" is malformed; write it as ${written}.`,
  );
  return ProblemJsonError.fromTemplate(MALFORMED, sentences.join(' ') || detail);
}

export function undeclaredStatus({ responses, name }: Operation, code: number): Error {
  const declared = responses.map(({ status }) => status).join(', ');
  return ProblemJsonError.fromTemplate(
    NOT_FOUND,
    `Requested status code ${code} is not defined in the document. ${name} declares ${declared}.`,
  );
}

/** Tells whether the response has an example of this name. Prism names an example without a name `default`. */
export function hasExampleNamed(operation: Operation, code: number | undefined, example: string): boolean {
  const response = declaredResponse(operation, code ?? usualStatus(operation.responses));
  return example === 'default' || (response?.media.some(({ exampleNames }) => exampleNames.includes(example)) ?? false);
}

export function unknownExample(
  { responses, name }: Operation,
  code: number | undefined,
  example: string,
): ProblemJsonError {
  const status = code ?? usualStatus(responses);
  const declared = responses.flatMap(({ status: each, media }) => {
    const names = [...new Set(media.flatMap(({ exampleNames }) => exampleNames))];
    return names.length === 0 ? [] : [`${names.join(', ')} (${each})`];
  });
  const there = declared.length === 0 ? 'has none with a name' : `has ${declared.join('; ')}`;
  return ProblemJsonError.fromTemplate(
    NOT_FOUND,
    `The example "${example}" of ${status} does not exist. ${name} ${there}.`,
  );
}
