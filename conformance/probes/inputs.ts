/**
 * What an operation is asked with beside its path: valid inputs that together show every boundary of its parameters and its body,
 * and inputs that break one clause each.
 */

import { NO_INPUT, type Input, type Known, type Violation } from '../../src/case';
import type { Clause, Media, Operation, Parameter } from '../../src/contract/contract';
import { clauseOf, type Schema } from '../../src/contract/schema';
import { mediaKind, type WrittenBody, writeBody } from '../../src/request/media';
import { mayStandFor, readings } from '../../src/request/readings';
import { type Pair, styleOf, writePairs, writeText } from '../../src/request/styles';
import { type JsonValue, toJson } from '../../src/request/value';
import { isFormViolation } from './forms';
import { createGenerator, type Generator } from '../values';

/** A valid input. */
export interface ValidInput {
  /** What it shows: "as the contract says", "limit is at its maximum". */
  readonly name: string;
  readonly input: Input;
  /** Whether nothing of it was made up. */
  readonly handedOver: boolean;
}

export interface InvalidInput {
  readonly name: string;
  readonly input: Input;
  readonly violation: Violation;
}

export interface Inputs {
  /** The plainest first. */
  readonly valid: readonly ValidInput[];
  readonly invalid: readonly InvalidInput[];
  /** What keeps the operation from being asked at all. */
  readonly missing: readonly string[];
}

const made = new WeakMap<Known, Map<Operation, Inputs>>();

/** The same for every probe that asks. */
export function inputsOf(operation: Operation, known: Known): Inputs {
  const all = made.get(known) ?? new Map<Operation, Inputs>();
  made.set(known, all);
  const inputs = all.get(operation) ?? makeInputs(operation, known);
  all.set(operation, inputs);
  return inputs;
}

/** One part of a request that can be varied alone: a parameter, or the body. */
interface Slot {
  readonly label: string;
  readonly required: boolean;
  readonly handedOver: boolean;
  /** The plainest first; empty where none can be made. */
  readonly valid: readonly Part[];
  readonly invalid: readonly (Part & { readonly violation: Violation })[];
  /** Why none can be made. */
  readonly missing: string | undefined;
}

interface Part {
  readonly shows: string;
  readonly part: Partial<Input>;
}

function makeInputs(operation: Operation, known: Known): Inputs {
  const generator = createGenerator({ direction: 'request', seed: known.seed });
  const slots = [
    ...operation.parameters
      .filter((parameter) => parameter.in !== 'path' && !isIgnored(parameter))
      .map((parameter) => parameterSlot(operation, parameter, known, generator)),
    ...bodySlots(operation, known, generator),
  ];
  const impossible = slots.filter(({ required, valid }) => required && valid.length === 0);
  if (impossible.length > 0) return { valid: [], invalid: [], missing: impossible.map(({ missing = '' }) => missing) };
  const valid = combine(slots);
  const [plain] = valid;
  const base = plain?.input ?? NO_INPUT;
  const invalid = slots.flatMap((slot) =>
    slot.invalid.map(({ shows, part, violation }) => ({ name: shows, input: join(without(base, slot), part), violation })),
  );
  return { valid, invalid: [...invalid, ...missingParts(slots, base)], missing: [] };
}

/** OpenAPI ignores them: other parts of the contract speak of these fields (OpenAPI 3.1 §4.8.12.1). */
function isIgnored({ in: where, name }: Parameter): boolean {
  return where === 'header' && /^(accept|content-type|authorization)$/i.test(name);
}

/** Parts that do not depend on each other are varied in the same request, so that there are as many as the part with the most has. */
function combine(slots: readonly Slot[]): ValidInput[] {
  const usable = slots.filter(({ valid }) => valid.length > 0);
  const required = usable.filter((slot) => slot.required);
  const optional = usable.filter((slot) => !slot.required);
  const all = (at: number, chosen: readonly Slot[]): ValidInput => {
    const parts = chosen.map((slot) => slot.valid[at % slot.valid.length]);
    const shown = parts.flatMap((part) => (part && part.shows !== '' ? [part.shows] : []));
    return {
      name: shown.length === 0 ? 'as the contract says' : shown.slice(0, MOST_NAMED).join(', '),
      input: parts.reduce((input, part) => join(input, part?.part ?? {}), NO_INPUT),
      handedOver: chosen.every((slot) => slot.handedOver),
    };
  };
  const most = Math.max(0, ...usable.map(({ valid }) => valid.length));
  const inputs = [all(0, required)];
  for (const slot of optional) {
    const { input, handedOver } = all(0, [...required, slot]);
    inputs.push({ name: `with ${slot.label}`, input, handedOver });
  }
  if (optional.length > 1) inputs.push({ ...all(0, usable), name: 'with everything that is optional' });
  for (let at = 1; at < most; at++) inputs.push(all(at, usable));
  return unique(inputs);
}

/** How many parts a name speaks of. */
const MOST_NAMED = 2;

function unique(inputs: readonly ValidInput[]): ValidInput[] {
  const seen = new Map<string, ValidInput>();
  for (const each of inputs) {
    const { query, headers, cookies, body } = each.input;
    const key = JSON.stringify([query, headers, cookies, body?.contentType, body?.bytes.toString('latin1')]);
    if (!seen.has(key)) seen.set(key, each);
  }
  return [...seen.values()];
}

function join(input: Input, part: Partial<Input>): Input {
  return {
    query: [...input.query, ...(part.query ?? [])],
    headers: [...input.headers, ...(part.headers ?? [])],
    cookies: [...input.cookies, ...(part.cookies ?? [])],
    body: part.body ?? input.body,
  };
}

/** The plain input without what it has of a slot. */
function without(input: Input, { valid, required }: Slot): Input {
  const [plain] = required ? valid : [];
  if (!plain) return input;
  const { query = [], headers = [], cookies = [], body } = plain.part;
  return {
    query: input.query.filter((pair) => !query.some(({ name }) => name === pair.name)),
    headers: input.headers.filter(([name]) => !headers.some(([other]) => other === name)),
    cookies: input.cookies.filter((pair) => !cookies.some(({ name }) => name === pair.name)),
    body: body ? undefined : input.body,
  };
}

function parameterSlot(operation: Operation, parameter: Parameter, known: Known, generator: Generator): Slot {
  const label = labelOf(parameter);
  const handed = known.texts(operation, parameter);
  const { schema, content, required } = parameter;
  const write = (value: JsonValue) => writeParameter(parameter, value);
  const schemaOrAny = schema;
  const generated = schemaOrAny ? generator.valid(schemaOrAny) : [];
  const valid: Part[] =
    handed.length > 0
      ? handed.flatMap((text) => partOf(parameter, [{ name: parameter.name, value: text }], ''))
      : generated.flatMap(({ value, shows }, at) => {
          const part = write(value);
          const stands = part && (content !== undefined || survives(parameter, part, value, schema));
          return part && stands ? [{ shows: at === 0 ? '' : `${label} ${shows}`, part }] : [];
        });
  const invalid =
    schema && !known.headerNames.includes(parameter.name.toLowerCase())
      ? generator.violations(schema).violations.flatMap((violation) => {
          const part = write(violation.value);
          if (!part || !isWireViolation(parameter, part, schema)) return [];
          return [
            {
              shows: `${label} is ${violation.what}`,
              part,
              violation: violationOf(violation, `${parameter.name} in the ${parameter.in}`, ''),
            },
          ];
        })
      : [];
  const missing = `a value for the ${parameter.in} parameter "${parameter.name}" (--param ${parameter.name}=VALUE)`;
  return { label, required, handedOver: handed.length > 0, valid, invalid, missing };
}

function labelOf({ name, in: where }: Parameter): string {
  return where === 'query' ? name : `${name} in the ${where}`;
}

/** What keyword a violation breaks, as it stands in the contract. */
export function violationOf(
  { schema, keyword, path, what }: { schema: Schema; keyword: string; path: string; what: string },
  subject: string,
  prefix: string,
): Violation {
  const { keywords } = schema;
  const value = typeof keywords === 'boolean' ? keywords : keywords[keyword];
  const text = JSON.stringify(value) ?? '';
  return {
    clauseText: text.length > LONGEST_CLAUSE || typeof value === 'object' ? keyword : `${keyword}: ${text.replace(/^"|"$/g, '')}`,
    subject: path === '' ? subject : `${prefix}${path}`,
    sent: what,
    get clause(): Clause {
      return clauseOf(schema, keyword);
    },
  };
}

const LONGEST_CLAUSE = 40;

/** The part of a request that carries a value of a parameter; undefined where its style has no way to write it. */
function writeParameter(parameter: Parameter, value: JsonValue): Partial<Input> | undefined {
  const { name, in: where, content } = parameter;
  if (content !== undefined) return partOf(parameter, [{ name, value: toJson(value) }], '')[0]?.part;
  if (where === 'querystring' || where === 'path') return undefined;
  const style = styleOf({ ...parameter, in: where });
  if (where === 'header') {
    const text = writeText(style, value);
    return text === undefined ? undefined : partOf(parameter, [{ name, value: text }], '')[0]?.part;
  }
  const pairs = writePairs(style, value);
  return pairs && partOf(parameter, pairs, '')[0]?.part;
}

function partOf({ name, in: where }: Parameter, pairs: readonly Pair[], shows: string): Part[] {
  switch (where) {
    case 'query':
    case 'querystring':
      return [{ shows, part: { query: pairs } }];
    case 'header': {
      const text = pairs[0]?.value ?? '';
      // Latin-1 without controls, and no space at its ends (RFC 9110 §5.5).
      return /^([\x21-\x7e\xa0-\xff]([\t\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa0-\xff])?)?$/.test(text)
        ? [{ shows, part: { headers: [[name, text]] } }]
        : [];
    }
    case 'cookie':
      return [{ shows, part: { cookies: pairs } }];
    case 'path':
      return [];
    default:
      return where satisfies never;
  }
}

/** The texts that a part has of a parameter. */
function textsOf({ query = [], headers = [], cookies = [] }: Partial<Input>): string[] {
  return [...query.map(({ value }) => value), ...headers.map(([, value]) => value), ...cookies.map(({ value }) => value)];
}

/** Whether a valid value is still one by its bytes, and no empty list, which is as nothing. */
function survives(parameter: Parameter, part: Partial<Input>, value: JsonValue, schema: Schema | undefined): boolean {
  const texts = textsOf(part);
  if (texts.length === 0) return !parameter.required;
  if (value === null || texts.some((text) => text === '')) return false;
  return typeof value === 'object' || !schema || mayStandFor(texts, schema);
}

/** Whether no reading of what is sent is valid. */
function isWireViolation(parameter: Parameter, part: Partial<Input>, schema: Schema): boolean {
  const texts = textsOf(part);
  // Nothing, and a name without a value, are as no parameter at all.
  if (texts.length === 0 || texts.some((text) => text.trim() === '')) return false;
  if (parameter.content !== undefined) return true;
  const names = new Set([...(part.query ?? []), ...(part.cookies ?? [])].map(({ name }) => name));
  // An object in several parameters is read member by member.
  if (names.size > 1 || (names.size === 1 && !names.has(parameter.name))) return isFormViolation(part.query ?? [], parameter, schema);
  return !mayStandFor(texts, schema);
}

function bodySlots(operation: Operation, known: Known, generator: Generator): Slot[] {
  const { requestBody } = operation;
  if (!requestBody) return [];
  const handed = known.bodies(operation);
  const written = requestBody.media.map((media) => ({ media, ...mediaParts(media, handed, generator) }));
  const usable = written.filter(({ valid }) => valid.length > 0);
  const [first] = usable;
  const others = usable.slice(1).flatMap(({ media, valid }) => {
    const [plain] = valid;
    return plain ? [{ shows: `the body as ${media.type}`, part: plain.part }] : [];
  });
  const slot: Slot = {
    label: 'a body',
    required: requestBody.required,
    handedOver: handed.length > 0,
    valid: [...(first?.valid ?? []), ...others],
    invalid: first ? [...first.invalid, ...brokenBodies(first.media, operation)] : [],
    missing: written.map(({ missing }) => missing).find((why) => why !== undefined) ?? 'a body',
  };
  return [slot];
}

function mediaParts(
  media: Media,
  handed: readonly JsonValue[],
  generator: Generator,
): Pick<Slot, 'valid' | 'invalid' | 'missing'> {
  const { schema, type } = media;
  const write = (value: JsonValue) => writeBody(media, value);
  const asPart = (body: WrittenBody | undefined, shows: string): Part[] => (body ? [{ shows, part: { body } }] : []);
  const values = handed.length > 0 ? handed.map((value) => ({ value, shows: '' })) : schema ? generator.valid(schema) : [PLAIN[mediaKind(type)]];
  const valid = values.flatMap(({ value, shows }, at) => asPart(write(value), at === 0 ? '' : shows));
  const missing = `a body of the type ${type} for it (in espalier.yaml, under operations)`;
  if (!schema) return { valid, invalid: [], missing };
  const invalid = generator.violations(schema).violations.flatMap((violation) => {
    const body = write(violation.value);
    if (!body || !isBodyViolation(media, violation.value, schema)) return [];
    const shows = `${violation.path === '' ? 'the body' : violation.path} is ${violation.what}`;
    return [{ shows, part: { body }, violation: violationOf(violation, 'the body', '') }];
  });
  return { valid, invalid, missing };
}

/** What is sent where the contract says nothing of the content. */
const PLAIN: Readonly<Record<ReturnType<typeof mediaKind>, { value: JsonValue; shows: string }>> = {
  json: { value: {}, shows: '' },
  sequence: { value: [], shows: '' },
  form: { value: {}, shows: '' },
  multipart: { value: {}, shows: '' },
  xml: { value: {}, shows: '' },
  text: { value: 'text', shows: '' },
  binary: { value: 'bytes', shows: '' },
};

/** JSON keeps what it is given; where all is text, no reading may be valid. */
function isBodyViolation({ type, encodings }: Media, value: JsonValue, schema: Schema): boolean {
  switch (mediaKind(type)) {
    case 'json':
      return true;
    case 'form':
    case 'multipart':
      return isFormViolation(value, { encodings }, schema);
    case 'xml':
    case 'sequence':
    case 'text':
    case 'binary':
      return false;
    default:
      return mediaKind(type) satisfies never;
  }
}

/** Content that is none of its type, of a type that is not declared. */
function brokenBodies({ type, clause }: Media, { requestBody }: Operation): (Part & { violation: Violation })[] {
  const violation = (clauseText: string, sent: string): Violation => ({
    clauseText,
    subject: 'the body',
    sent,
    clause: requestBody?.clause ?? clause,
  });
  const broken = mediaKind(type) === 'json' ? [{ text: '{"', sent: 'half of a JSON text', contentType: 'application/json' }] : [];
  return [
    ...broken.map(({ text, sent, contentType }) => ({
      shows: `the body is ${sent}`,
      part: { body: { bytes: Buffer.from(text), contentType } },
      violation: violation(`content: ${type}`, sent),
    })),
    ...(requestBody?.media.some((each) => each.type === '*/*')
      ? []
      : [
          {
            shows: 'the body is of a type that is not declared',
            part: { body: { bytes: Buffer.from('undeclared'), contentType: UNDECLARED } },
            violation: violation('content', `a body of the type ${UNDECLARED}`),
          },
        ]),
  ];
}

const UNDECLARED = 'application/x-undeclared';

/** Each required part left out. */
function missingParts(slots: readonly Slot[], base: Input): InvalidInput[] {
  return slots
    .filter(({ required, valid }) => required && valid.length > 0)
    .map((slot) => ({
      name: `without ${slot.label}`,
      input: without(base, slot),
      violation: { clauseText: 'required: true', subject: slot.label, sent: 'nothing', clause: clauseOfSlot(slot) },
    }));
}

function clauseOfSlot(_slot: Slot): Clause {
  throw new Error('not yet');
}

export { readings };
