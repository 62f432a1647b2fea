/** Makes the request of a callback: its header fields and its body, with the examples of the contract, or with values that are made up. */

import seedrandom from 'seedrandom';
import { createGenerator, isMade } from '../../conformance/values/generator';
import type { GivenExample, Media, Operation, Parameter } from '../../src/contract/contract';
import { isIgnored } from '../../src/contract/ignoredParameters';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { parsedExample } from '../../src/contract/schema/schemaOfExamples';
import { mediaKind } from '../../src/http/mediaType';
import { type JsonValue, toJson } from '../../src/json/value';
import { requestViolations } from '../../src/serialization/requestViolations';
import { SIMPLE } from '../../src/serialization/responseHeaders';
import { type WrittenBody, writeBody } from '../../src/serialization/writeBody';
import { writeText } from '../../src/serialization/writeParameter';
import { UsageError } from '../../src/support/errors';
import { lifelike } from '../engine/lifelike/lifelike';

/** What somebody wants a callback to hold. */
export interface WantedContent {
  /** The name of an example of its body. */
  readonly example?: string | undefined;
  /** The body; undefined for one of the contract. */
  readonly body?: unknown;
  /** Further header fields, which replace those of the same names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface CallbackRequest {
  /** The fields by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** @param about what the callback is about, such as its name. @throws UsageError if the wanted content cannot be written. */
export function compose(callback: Operation, about: string, wanted: WantedContent, seed: number): CallbackRequest {
  const own = callback.parameters.flatMap((each): [string, string][] => {
    const text = each.in === 'header' && !isIgnored(each, callback) ? fieldText(each, seed) : undefined;
    return text === undefined ? [] : [[each.name.toLowerCase(), text]];
  });
  const body = bodyOf(callback, about, wanted, seed);
  const given = Object.entries(wanted.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const type = body ? [['content-type', body.contentType] as const] : [];
  return { headers: Object.fromEntries([...own, ...type, ...given]), bytes: body?.bytes ?? Buffer.alloc(0) };
}

/** Says in what a request breaks what the contract says of a callback. */
export function breachesIn(callback: Operation, { headers, bytes }: CallbackRequest, url: URL): string[] {
  const asked = { values: new Map<string, string | undefined>(), query: url.searchParams, headers, bytes };
  return requestViolations(callback, asked, 'strict').map(({ message }) => message);
}

/** Returns the text of a header field; undefined if it is optional and has no example, or if none can be made. */
function fieldText(parameter: Parameter, seed: number): string | undefined {
  const { name, schema, examples, explode = false, content, required } = parameter;
  const write = (value: JsonValue) =>
    content === undefined ? writeText({ ...SIMPLE, name, explode }, value) : toJson(value);
  const given = examples.map(({ value }) => write(value as JsonValue)).find((text) => text && parameter.accepts(text));
  if (given !== undefined || !required) return given;
  const made = schema ? createGenerator({ direction: 'request', seed }).witness(schema, { name }) : undefined;
  return made && isMade(made) ? write(made.value) : undefined;
}

function bodyOf(callback: Operation, about: string, wanted: WantedContent, seed: number): WrittenBody | undefined {
  const media = [...(callback.requestBody?.media ?? [])].sort((one, other) => rank(one) - rank(other));
  if (wanted.example !== undefined) return namedExample(callback, media, wanted.example);
  if (wanted.body !== undefined) return writtenAs(media[0] ?? JSON_MEDIA, wanted.body);
  for (const each of media) {
    const body = valuesFor(each, about, seed).flatMap((value) => written(each, value) ?? [])[0];
    if (body) return body;
  }
  return undefined;
}

/** JSON is sent if it is declared, since most clients read it. */
function rank({ type }: Media): number {
  return mediaKind(type) === 'json' ? 0 : 1;
}

const JSON_MEDIA = { type: 'application/json', declared: 'application/json', schema: undefined, encodings: new Map() };

function namedExample({ requestBody }: Operation, media: readonly Media[], name: string): WrittenBody {
  const named = (each: GivenExample) => each.name === name;
  for (const each of media) {
    const example = each.examples.find(named);
    if (example) return writtenAs(each, parsedExample(example.value)[0] ?? example.value);
  }
  const names = [...new Set(media.flatMap(({ exampleNames }) => exampleNames))];
  const others = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`;
  throw new UsageError(`${requestBody ? 'Its body' : 'It'} has no example "${name}". ${others}`);
}

/** @throws UsageError if the media type cannot express the value. */
function writtenAs(media: Parameters<typeof writeBody>[0], value: unknown): WrittenBody {
  const body = written(media, value);
  if (body) return body;
  throw new UsageError(`The body cannot be written as ${media.declared}; give a value that it can express.`);
}

function written(media: Parameters<typeof writeBody>[0], value: unknown): WrittenBody | undefined {
  try {
    return writeBody(media, value as JsonValue);
  } catch {
    return undefined;
  }
}

/** Returns the values that a body may have, the best first: examples, and what is made up, as far as the schema takes them. */
function valuesFor({ schema, examples, likeness }: Media, about: string, seed: number): unknown[] {
  const given = examples.map(({ value }) => parsedExample(value)[0] ?? value);
  const made = schema ?? likeness;
  if (!made) return given;
  const fits = given.filter((value) => schema === undefined || surelySatisfies(schema, value, 'request'));
  if (fits.length > 0) return fits;
  const suggestion = lifelike(made, { about, random: seedrandom(`${seed} ${about}`) });
  const witness = createGenerator({ direction: 'request', seed }).witness(made, { name: about, examples: given });
  return [
    ...(suggestion !== undefined && surelySatisfies(made, suggestion, 'request') ? [suggestion] : []),
    ...(isMade(witness) ? [witness.value] : []),
    ...given,
  ];
}
