/**
 * Makes the inputs of an operation, apart from its path: valid inputs that together show every boundary of its parameters and its body,
 * and invalid inputs, each of which breaks one clause.
 */

import type { Clause } from '../../src/contract/clause';
import {
  declaredSuccesses,
  type GivenExample,
  type Media,
  type Operation,
  type Parameter,
} from '../../src/contract/contract';
import { isIgnored } from '../../src/contract/ignoredParameters';
import { clauseOf, type Schema } from '../../src/contract/schema/schema';
import type { CaseEdge, CaseViolation } from '../../src/engine/model/case';
import type { Known, LeftOut } from '../../src/engine/model/probe';
import { isToken } from '../../src/http/fields';
import { type MediaKind, mediaKind } from '../../src/http/mediaType';
import type { Pair } from '../../src/http/uri';
import { escapePointer, pointerTokens, valueAt } from '../../src/json/pointer';
import { isObject, type JsonValue, toJson } from '../../src/json/value';
import { isMark } from '../../src/routing/overlaps';
import { breakHoweverRead, isOneText } from '../../src/serialization/formReadings';
import type { Input } from '../../src/serialization/input';
import { NO_INPUT } from '../../src/serialization/input';
import { isWireViolation, sharesMembers, survives } from '../../src/serialization/parameterReadings';
import { formPairs, type WrittenBody, writeBody } from '../../src/serialization/writeBody';
import { styleOf, writePairs, writeText } from '../../src/serialization/writeParameter';
import { createRecent, lazy, remembered } from '../../src/support/caching';
import { createRandom } from '../../src/support/random';
import { ALL_OF_OPERATION } from '../values/effort';
import {
  type ClauseShown,
  createGenerator,
  type Generator,
  type ValueViolation as Violating,
} from '../values/generator';
import { IN_FORM, IN_TEXT, isOfContract } from '../values/syntheticSchemas';
import { namedTypes } from '../values/types/types';
import { A_BODY, combine, type InputPart, join, type Slot, type ValidInput } from './combineInputs';
import { bodyExamples, furtherExamples, usableExamples } from './examples';
import { withFreshNames } from './freshNames';
import { type MadeUpBodies, madeUpBodies } from './madeUpBodies';

interface InvalidInput {
  readonly name: string;
  readonly input: Input;
  readonly violation: CaseViolation;
}

type Unbroken = Pick<CaseViolation, 'clause' | 'subject'>;

interface Inputs {
  /** The valid inputs, the plainest first. */
  readonly valid: readonly ValidInput[];
  readonly invalid: readonly InvalidInput[];
  /** Returns the plainest valid input with names that nothing else has, others at each call. */
  readonly anew: () => Input;
  /** Clauses at further places of the body, where an invalid input breaks them only if all is wanted (`--thorough`). */
  readonly unbroken: () => readonly Unbroken[];
  /** Reasons why the operation cannot be asked at all. */
  readonly missing: readonly string[];
  /** Why nothing is sent: every body that could be made up might touch things that the run did not make. */
  readonly leftOut?: LeftOut;
  /** Clauses of the body that are not exercised, since that might touch things that the run did not make, by file and pointer, and why. */
  readonly spared: ReadonlyMap<string, string>;
}

/** Inputs whose parts are made one by one, each when it is first asked for. */
interface Beginning {
  readonly parts: readonly (() => unknown)[];
  readonly inputs: () => Inputs;
}

/** For how many operations inputs are kept: the one that is being planned, and those that make the things that it needs. */
const MOST_KEPT = 8;

/** Returns the inputs of an operation. All probes get the same ones. */
export function inputsOf(operation: Operation, known: Known): Inputs {
  return beginningOf(operation, known).inputs();
}

/** Makes the inputs of an operation, and stops after each part of them, so that others can run meanwhile. */
export function* prepareInputs(operation: Operation, known: Known): Iterable<void> {
  for (const part of beginningOf(operation, known).parts) {
    part();
    yield;
  }
}

function beginningOf(operation: Operation, known: Known): Beginning {
  return begunOf(known)(operation, () => beginInputs(operation, known));
}

const begunOf = remembered((_: Known) => createRecent<Operation, Beginning>(MOST_KEPT));

/** Returns the plainest valid input, which is kept for all requests that make things with it; undefined if none can be made. */
export function plainInput(operation: Operation, known: Known): Input | undefined {
  return plainInputs(known)(operation);
}

const plainInputs = remembered((known: Known) =>
  remembered((operation: Operation) => inputsOf(operation, known).valid[0]?.input),
);

function beginInputs(operation: Operation, known: Known): Beginning {
  const generator = createGenerator({
    direction: 'request',
    seed: known.chance.seed,
    thorough: known.wanted.thorough,
    most: ALL_OF_OPERATION,
  });
  const media = (operation.requestBody?.media ?? []).map((each) =>
    lazy(() => writtenMedia(operation, each, known, generator)),
  );
  const bodies = lazy(() =>
    bodySlots(
      operation,
      known,
      media.map((each) => each()),
    ),
  );
  const parameters = operation.parameters
    .filter((parameter) => parameter.in !== 'path' && !isIgnored(parameter, operation))
    .map((parameter) => lazy(() => parameterSlot(operation, parameter, known, generator)));
  const inputs = lazy(() => makeInputs(operation, known, bodies, parameters));
  const broken = [...parameters, () => bodies()[0]].map((slotOf) => () => {
    if (inputs().valid.length > 0) slotOf()?.invalid();
  });
  return { parts: [...media, ...parameters, inputs, ...broken], inputs };
}

/** @param bodiesOf, @param parameters make each slot when they are first called. */
function makeInputs(
  operation: Operation,
  known: Known,
  bodiesOf: () => readonly BodySlot[],
  parameters: readonly (() => Slot)[],
): Inputs {
  const bodies = bodiesOf();
  const slots: readonly Slot[] = [...parameters.map((parameter) => parameter()), ...bodies];
  const spared = new Map(bodies.flatMap((body) => [...body.spared]));
  const impossible = slots.filter(({ required, valid }) => required && valid.length === 0);
  if (impossible.length > 0) {
    const missing = impossible.map(({ missing: wanted = '' }) => wanted);
    const [why] = bodies.flatMap(({ required, valid: [any], whyNone }) =>
      required && !any && whyNone ? [whyNone] : [],
    );
    const leftOut = why === undefined ? {} : { leftOut: { reason: why, wanted: false, handOver: [A_BODY_OF_OURS] } };
    return { valid: [], invalid: [], anew: () => NO_INPUT, unbroken: () => [], missing, spared, ...leftOut };
  }
  const combined = combine(slots, known.wanted.thorough);
  const base = combined[0]?.input ?? NO_INPUT;
  const valid = [...combined, ...accepting(operation, base, known)];
  const renamed = (input: Input): Input => {
    const fresh = input.body && input.body === base.body ? bodies[0]?.anew() : undefined;
    return fresh ? { ...input, body: fresh } : input;
  };
  const broken = lazy(() =>
    [
      ...slots.flatMap((slot) =>
        slot.invalid().map(({ shows, part, violation }) => ({
          name: shows,
          input: join(without(base, slot), part),
          violation,
        })),
      ),
      ...missingParts(slots, base),
    ].map((each) => ({ ...each, input: renamed(each.input) })),
  );
  return {
    valid,
    get invalid() {
      return broken();
    },
    anew: () => renamed(base),
    unbroken: () => bodies.flatMap((body) => [...body.unbroken()]),
    missing: [],
    spared,
  };
}

const A_BODY_OF_OURS =
  'a body for it (in espalier.yaml, under operations), or the consent to change anything, where the target is a throw-away (--writes any)';

/**
 * Makes an input with `Accept` for each further media type of a success. Without it, a service answers with the type that it prefers
 * (RFC 9110 §12.5.1). A service need not have each type for every thing.
 */
function accepting(
  operation: Operation,
  input: Input,
  { handedOver: { headerNames } }: Pick<Known, 'handedOver'>,
): ValidInput[] {
  if (headerNames.includes('accept')) return [];
  const media = declaredSuccesses(operation).flatMap((response) => response.media);
  const types = [...new Set(media.map(({ type }) => type))];
  if (types.length < 2) return [];
  return types.filter(isRange).map((type) => ({
    name: `to be answered in ${type}`,
    input: join(input, { headers: [['Accept', type]] }),
    handedOver: false,
  }));
}

function isRange(type: string): boolean {
  const [main = '', sub = '', ...more] = type.split('/');
  return type !== '*/*' && more.length === 0 && isToken(main) && isToken(sub);
}

/** Returns the plain input without the part of a slot. */
function without(input: Input, { valid, required, handedOver }: Slot): Input {
  const [plain] = required || handedOver ? valid : [];
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
  const handed = known.handedOver.texts(operation, parameter);
  const { name, in: where, schema, required, clause } = parameter;
  const isText = parameter.content === undefined;
  const keeping = isText ? [IN_TEXT] : [];
  const given = usableExamples(operation, parameter, known);
  const bounds = { name, keeping, examples: given.map(({ value }) => value) };
  const written = ({ value, shows, edges }: Shown): InputPart[] => {
    const part = writeParameter(parameter, value);
    return part && survives(parameter, part, value) ? [{ shows, part, ...(edges ? { edges } : {}) }] : [];
  };
  const values = schema ? generator.valid(schema, bounds) : anyOf(given);
  const valid: InputPart[] =
    handed.length > 0
      ? handed.flatMap((value) => partOf(parameter, [{ name, value }], ''))
      : values.flatMap(({ value, shows }) =>
          written({ value, shows: shown(label, shows), ...edgesOf(shows, `${name} in the ${where}`) }),
        );
  const mark = isMark(operation, name);
  // A header field that is sent with every request replaces the one of the parameter.
  const fixed = where === 'header' && known.handedOver.headerNames.includes(name.toLowerCase());
  // No style can write values that nest deeper.
  const deepest = isText ? { deepest: 1 } : {};
  const isOwn = !sharesMembers(operation, parameter);
  const violations = () =>
    schema && !fixed && !mark && isOwn ? generator.violations(schema, { ...bounds, ...deepest }).violations : [];
  const invalid = lazy(() =>
    violations().flatMap((violation) => {
      const part = writeParameter(parameter, violation.value);
      if (isText && breaksTypeOfText(violation)) return [];
      if (!part || !schema || !isWireViolation(parameter, part, schema)) return [];
      const about = violationOf(violation, `${name} in the ${where}`);
      return [{ shows: `${label} is ${violation.what}`, part, violation: about }];
    }),
  );
  const missing = `a value for the ${where} parameter "${name}" (--param ${name}=VALUE)`;
  return {
    label,
    required,
    isNeverMissing: mark || (isUserAgent(parameter) && known.handedOver.headerNames.includes('user-agent')),
    sentAnyway: isUserAgent(parameter),
    clause,
    handedOver: handed.length > 0,
    valid,
    examples: lazy(() =>
      handed.length > 0 ? [] : furtherExamples(label, given, schema, bounds, generator).flatMap(written),
    ),
    invalid,
    missing,
  };
}

function isUserAgent({ name, in: where }: Pick<Parameter, 'name' | 'in'>): boolean {
  return where === 'header' && name.toLowerCase() === 'user-agent';
}

/** A value, and what it shows in the name of an input. */
interface Shown extends Pick<InputPart, 'edges'> {
  readonly value: JsonValue;
  readonly shows: string;
}

/** Keywords that say outright which values there are. A format may have more to it than a service reads. */
const OUTRIGHT: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'enum',
  'properties',
]);

/** Returns the clauses of the contract that say outright that a value is valid. */
function edgesOf(shows: readonly ClauseShown[], subject: string): Pick<InputPart, 'edges'> {
  const edges = shows
    .filter((each) => OUTRIGHT.has(each.keyword) && standsInContract(each))
    .map((each): CaseEdge => violationOf(each, subject));
  return edges.length === 0 ? {} : { edges };
}

/** Tells whether the contract has a clause. One that only keeps a value to what can be written is ours: a text in a query is not empty. */
function standsInContract({ schema: { place }, keyword }: ClauseShown): boolean {
  return isOfContract(place) && valueAt(place.file.value, `${place.pointer}/${escapePointer(keyword)}`) !== undefined;
}

/** Returns the value of a parameter without a schema: its first example, or any. */
function anyOf([first]: readonly GivenExample[]): readonly { value: JsonValue; shows: readonly ClauseShown[] }[] {
  return [{ value: (first?.value ?? 'any') as JsonValue, shows: [] }];
}

/** Describes what a value shows; empty for the plain value. */
function shown(label: string, shows: readonly ClauseShown[]): string {
  const [first] = shows;
  return first === undefined ? '' : `${first.path === '' ? label : first.path} is ${first.what}`;
}

/** Names a parameter as the names of inputs do: a name alone stands in the query. */
export function labelOf({ name, in: where }: Parameter): string {
  return where === 'query' ? name : `${name} in the ${where}`;
}

/**
 * Returns whether a violation is one of a type that every text keeps: a text is a string, and may be a list of one item. What refuses such a
 * text is another clause, such as `format`, or a clause of the items, which have violations of their own.
 */
function breaksTypeOfText({ schema: { keywords }, keyword }: Violating): boolean {
  const types = keyword === 'type' && typeof keywords !== 'boolean' ? (namedTypes(keywords['type']) ?? []) : [];
  return types.includes('string') || types.includes('array');
}

type Broken = Pick<Violating, 'schema' | 'keyword' | 'path' | 'what'>;

/** Returns the clause that a value breaks, as it stands in the contract. */
export function violationOf(
  { schema, keyword, path, what }: Broken,
  subject: string,
  more: Pick<CaseViolation, 'inPath'> = {},
): CaseViolation {
  const { keywords } = schema;
  const value = typeof keywords === 'boolean' ? undefined : keywords[keyword];
  const isNamed = Array.isArray(value) && value.every((each) => typeof each === 'string');
  const text = isNamed ? value.join(' or ') : typeof value === 'object' || value === undefined ? '' : String(value);
  return {
    clauseText: text === '' || text.length > LONGEST_CLAUSE ? keyword : `${keyword}: ${text}`,
    subject: path === '' ? subject : subject === 'the body' ? path : `${path} of ${subject}`,
    sent: what,
    ...more,
    get clause(): Clause {
      return clauseOf(schema, keyword);
    },
  };
}

const LONGEST_CLAUSE = 40;

/** Returns the part of a request with a value of a parameter; undefined if the style of the parameter cannot write it. */
export function writeParameter(parameter: Parameter, value: JsonValue): Partial<Input> | undefined {
  const { name, in: where, content, style: named, explode, allowReserved } = parameter;
  if (content !== undefined) return partOf(parameter, [{ name, value: toJson(value) }], '')[0]?.part;
  if (where === 'querystring' || where === 'path') return undefined;
  const style = styleOf({ name, in: where, style: named, explode, allowReserved });
  if (where === 'header') {
    const text = writeText(style, value);
    return text === undefined ? undefined : partOf(parameter, [{ name, value: text }], '')[0]?.part;
  }
  const pairs = writePairs(style, value);
  return pairs && partOf(parameter, pairs, '')[0]?.part;
}

function partOf({ name, in: where }: Parameter, pairs: readonly Pair[], shows: string): InputPart[] {
  switch (where) {
    case 'query':
    case 'querystring':
      return [{ shows, part: { query: pairs } }];
    case 'header': {
      const text = pairs[0]?.value ?? '';
      if (!isToken(name)) return [];
      // A field value is Latin-1 without control characters, and without spaces at its ends (RFC 9110 §5.5).
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

interface BodySlot extends Slot {
  readonly unbroken: () => readonly Unbroken[];
  readonly spared: ReadonlyMap<string, string>;
  readonly anew: () => WrittenBody | undefined;
  /** Why there is no body; undefined if the contract is the reason. */
  readonly whyNone: string | undefined;
}

/** The bodies of a media type, and what keeps them to what the run may touch. */
interface WrittenMedia extends MediaParts {
  readonly media: Media;
  readonly rules: MadeUpBodies | undefined;
}

interface MediaParts extends Pick<BodySlot, 'valid' | 'examples' | 'invalid' | 'unbroken'> {
  /** Writes the plainest body with other names at each call; undefined if it was handed over, or has no names. */
  readonly anew?: () => WrittenBody | undefined;
}

/** Gives a body other names. @param before the body before something else gave it other names. */
type Rename = (schema: Schema, named: Parameters<typeof withFreshNames>[1], before: JsonValue) => JsonValue;

function writtenMedia(operation: Operation, media: Media, known: Known, generator: Generator): WrittenMedia {
  const rules = media.defect ? undefined : media.schema && madeUpBodies(operation, media, media.schema, known);
  const random = createRandom(known.chance.seed, `${operation.name} fresh names`);
  const rename: Rename = (schema, named, before) =>
    operation.safe ? named.value : withFreshNames(schema, named, random, before);
  const handed = known.handedOver.bodies(operation);
  const given = bodyExamples(operation, media, known);
  return { media, rules, ...mediaParts(media, handed, given, generator, rules, rename) };
}

function bodySlots(operation: Operation, known: Known, written: readonly WrittenMedia[]): BodySlot[] {
  const { requestBody } = operation;
  if (!requestBody) return [];
  const handed = known.handedOver.bodies(operation);
  const [first, ...more] = written.filter(({ valid }) => valid.length > 0);
  const others = more.flatMap(({ media, valid: [plain] }) =>
    plain ? [{ shows: `the body is ${media.type}`, part: plain.part }] : [],
  );
  const types = requestBody.media.map(({ type }) => type).join(' or ');
  return [
    {
      label: A_BODY,
      required: requestBody.required,
      clause: requestBody.clause,
      handedOver: handed.length > 0,
      valid: [...(first?.valid ?? []), ...others],
      examples: () => first?.examples() ?? [],
      anew: () => first?.anew?.(),
      unbroken: () => first?.unbroken() ?? [],
      invalid: () => (first ? [...first.invalid(), ...brokenBodies(first.media, operation)] : []),
      missing: `a body of the type ${types} (in espalier.yaml, under operations)`,
      spared: new Map(written.flatMap(({ rules }) => [...(rules?.spared ?? [])])),
      whyNone: written.flatMap(({ rules }) => rules?.whyNone ?? [])[0],
    },
  ];
}

function mediaParts(
  media: Media,
  handed: readonly JsonValue[],
  given: readonly GivenExample[],
  generator: Generator,
  rules: MadeUpBodies | undefined,
  rename: Rename,
): MediaParts {
  const { schema, type } = media;
  const isForm = mediaKind(type) === 'form' || mediaKind(type) === 'multipart';
  const keeping = [...(isForm && !(schema && isOneText(schema)) ? [IN_FORM] : []), ...(rules?.keeping ?? [])];
  // Nobody can tell what a broken schema means. What was handed over is sent all the same.
  if (media.defect && handed.length === 0) return { valid: [], examples: () => [], ...NEVER_BROKEN };
  const options = { keeping, examples: given.map(({ value }) => value) };
  const values: readonly Shown[] =
    handed.length > 0
      ? handed.map((value) => ({ value, shows: '' }))
      : schema
        ? generator
            .valid(schema, options)
            .map(({ value, shows }) => ({ value, shows: shown('the body', shows), ...edgesOf(shows, 'the body') }))
        : [{ value: (given[0]?.value ?? PLAIN[mediaKind(type)]) as JsonValue, shows: '' }];
  const write = ({ value, shows, edges }: Shown) => {
    const sent = rules && handed.length === 0 ? rules.valid(value) : value;
    const isWritable = !isForm || !schema || handed.length > 0 || (sent !== undefined && isFormOf(media, sent, schema));
    return sent === undefined || !isWritable
      ? []
      : [{ value: sent, parts: asPart(writeBody(media, sent), shows, edges) }];
  };
  const written = values.flatMap(write);
  const valid = written.flatMap(({ parts }) => parts);
  const further = () => (handed.length > 0 ? [] : furtherExamples('the body', given, schema, options, generator));
  const examples = lazy(() => further().flatMap((each) => write(each).flatMap(({ parts }) => parts)));
  // Bytes and texts are no objects, whatever their schema says.
  const kind = mediaKind(type);
  if (valid.length === 0 && (kind === 'binary' || kind === 'text'))
    return { valid: asPart(writeBody({ ...media, schema: undefined }, PLAIN[kind]), ''), examples, ...NEVER_BROKEN };
  if (!schema || media.defect) return { valid, examples, ...NEVER_BROKEN };
  const violations = lazy(() => generator.violations(schema, options));
  const invalid = lazy(() =>
    violations().violations.flatMap((violation) => {
      const sent = rules ? rules.broken(violation) : violation.value;
      const value = sent === undefined ? undefined : rename(schema, { ...violation, value: sent }, violation.value);
      if (value === undefined || !isBodyViolation(media, value, schema)) return [];
      if (isForm && breaksTypeOfText(violation) && !isInJson(media, violation, value)) return [];
      const shows = `${violation.path === '' ? 'the body' : violation.path} is ${violation.what}`;
      return asPart(writeBody(media, value), shows).map((part) => ({
        ...part,
        violation: violationOf(violation, 'the body'),
      }));
    }),
  );
  // What is sent as text is not surely invalid, so only of JSON it is known without a try that it could be broken.
  const unbroken = () =>
    kind !== 'json' ? [] : violations().unbroken.map((each) => violationOf({ ...each, what: '' }, 'the body'));
  const plain = written.find(({ parts }) => parts.length > 0);
  if (!plain || handed.length > 0) return { valid, examples, invalid, unbroken };
  const anew = () => {
    const sent = rules ? rules.valid(plain.value) : plain.value;
    return sent === undefined ? undefined : writeBody(media, rename(schema, { value: sent }, plain.value));
  };
  return { valid, examples, invalid, unbroken, anew };
}

const NEVER_BROKEN = { invalid: () => [], unbroken: () => [] } as const;

/** Makes a part from a body. An empty body is left out, since nobody can tell it from no body. */
function asPart(body: WrittenBody | undefined, shows: string, edges?: InputPart['edges']): InputPart[] {
  return body && body.bytes.length > 0 ? [{ shows, part: { body }, ...(edges ? { edges } : {}) }] : [];
}

/** The values that are sent by media type, if the contract says nothing about the content. */
const PLAIN: Readonly<Record<MediaKind, JsonValue>> = {
  json: {},
  sequence: [],
  form: {},
  multipart: {},
  xml: {},
  text: 'text',
  binary: 'bytes',
};

/** Tells whether a value that is written as a form is read back as the same value. */
function isFormOf({ encodings }: Media, value: JsonValue, schema: Schema): boolean {
  if (typeof value === 'string') return isOneText(schema);
  const pairs = formPairs(value, encodings);
  return pairs !== undefined && !breakHoweverRead(pairs, schema);
}

/** Tells whether a written body is surely invalid. JSON keeps types. In a form everything is text, so no reading of it may be valid. */
function isBodyViolation({ type, encodings }: Media, value: JsonValue, schema: Schema): boolean {
  switch (mediaKind(type)) {
    case 'json':
      return true;
    case 'form':
    case 'multipart': {
      const pairs = formPairs(value, encodings);
      return pairs !== undefined && breakHoweverRead(pairs, schema);
    }
    default:
      // There are too many ways to read texts, bytes and XML.
      return false;
  }
}

/** Tells whether a form has the violation within a field that is written as JSON, which keeps the types of values. */
function isInJson({ encodings }: Media, { path }: Violating, value: JsonValue): boolean {
  const [field = '', ...deeper] = pointerTokens(path);
  const written = isObject(value) ? value[field] : undefined;
  const [outermost] = [written].flat();
  return deeper.length > 0 && isObject(outermost) && encodings.get(field)?.style === undefined;
}

/** Makes bodies that are malformed, and bodies of a type that is not declared. */
function brokenBodies(
  { type, clause }: Media,
  { requestBody }: Operation,
): (InputPart & { violation: CaseViolation })[] {
  const violation = (clauseText: string, sent: string): CaseViolation => ({
    clauseText,
    subject: 'the body',
    sent,
    clause,
  });
  const broken =
    mediaKind(type) === 'json' ? [{ text: '{"', sent: 'half of a JSON text', contentType: 'application/json' }] : [];
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

/** A media type that no contract declares. */
export const UNDECLARED = 'application/x-undeclared';

/** Makes inputs without each of the required parts. */
function missingParts(slots: readonly Slot[], base: Input): InvalidInput[] {
  return slots
    .filter(({ required, isNeverMissing, valid }) => required && !isNeverMissing && valid.length > 0)
    .map((slot) => ({
      name: `without ${slot.label}`,
      input: { ...without(base, slot), ...(slot.sentAnyway ? { without: ['user-agent'] } : {}) },
      violation: { clauseText: 'required: true', subject: slot.label, sent: 'nothing', clause: slot.clause },
    }));
}
