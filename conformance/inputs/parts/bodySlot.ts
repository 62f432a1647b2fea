/**
 * Makes the bodies of an operation: in each of its media types those that are valid, those that break one clause, that are malformed, or of a media
 * type that is not declared (415).
 */

import type { GivenExample, Media, Operation } from '../../../src/contract/contract';
import { memberSchemas } from '../../../src/contract/schema/facets';
import type { Schema } from '../../../src/contract/schema/schema';
import type { CaseViolation } from '../../../src/engine/model/case';
import type { Known } from '../../../src/engine/model/probe';
import { type MediaKind, mediaKind } from '../../../src/http/mediaType';
import { pointerTokens } from '../../../src/json/pointer';
import { isObject, isScalar, type JsonValue } from '../../../src/json/value';
import { keyedItemsOf } from '../../../src/resources/keyedItems';
import { plain } from '../../../src/resources/vocabulary/words';
import { contentKind, isBinary } from '../../../src/serialization/contentKind';
import { breakHoweverRead, isOneText } from '../../../src/serialization/formReadings';
import { PICTURE } from '../../../src/serialization/picture';
import { formPairs, type WrittenBody, writeBody } from '../../../src/serialization/writeBody';
import { lazy } from '../../../src/support/caching';
import { type Parts, sharedWork } from '../../../src/support/letOthersRun';
import { createRandom } from '../../../src/support/random';
import { breaksTheSame, withFreshNames } from '../../sparing/freshNames';
import { type MadeUpBodies, madeUpBodies } from '../../sparing/madeUpBodies';
import { unlikeOthers } from '../../sparing/uniqueTexts';
import { usersValues } from '../../sparing/usersValues';
import type { Generator, Valid, ValueViolation as Violating } from '../../values/generator';
import { IN_FORM } from '../../values/syntheticSchemas';
import { breaksTypeOfText, edgesOf, type LabelledValue, placeIn, shown, violationOf } from './clausesShown';
import { A_BODY, type InputPart, type InvalidPart, type Slot } from './combineInputs';
import { emptyBody } from './emptyBody';
import { patchSteps } from './patchSteps';
import { bodyExamples, furtherExamples } from './sentExamples';

export type Unbroken = Pick<CaseViolation, 'clause' | 'subject'>;

export interface BodySlot extends Slot {
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

interface MediaParts extends Pick<BodySlot, 'valid' | 'examples' | 'invalid' | 'invalidAhead' | 'unbroken'> {
  /** Writes the plainest body with other names at each call; undefined if it was handed over, or has no names. */
  readonly anew?: () => WrittenBody | undefined;
}

/** Gives a body other names. @param before the body before something else gave it other names. */
type Rename = (schema: Schema, named: Parameters<typeof withFreshNames>[1], before: JsonValue) => JsonValue;

export function* writtenMedia(
  operation: Operation,
  media: Media,
  known: Known,
  generator: Generator,
): Parts<WrittenMedia> {
  const rules = media.defect || !media.schema ? undefined : yield* madeUpBodies(operation, media.schema, known);
  const random = createRandom(known.chance.own, `${operation.name} fresh names`);
  const naming = { unlike: unlikeOthers(known.chance, random), random, users: usersValues(operation, known) };
  const keys = keyedItemsOf(known.contract.kinds, operation)?.keys;
  const rename: Rename = (schema, named, before) =>
    operation.safe ? named.value : withFreshNames(schema, named, naming, before, keys);
  const handed = known.handedOver.bodies(operation);
  const written = bodyExamples(operation, media, known);
  const made = written.length > 0 ? [] : patchSteps(operation, media, known, generator);
  const given = made.length > 0 ? made.map((value) => ({ name: undefined, value })) : written;
  return { media, rules, ...(yield* mediaParts(media, handed, given, generator, rules, rename, keys)) };
}

export function bodySlots(operation: Operation, known: Known, written: readonly WrittenMedia[]): BodySlot[] {
  const { requestBody } = operation;
  if (!requestBody) return [];
  const handed = known.handedOver.bodies(operation);
  const [first, ...more] = written.filter(({ valid }) => valid.length > 0);
  const others = more.flatMap(({ media, valid: [plain] }) =>
    plain ? [{ shows: `the body is ${media.type}`, part: plain.part }] : [],
  );
  // What is made of it nobody could find again.
  const { everythingExists, writes } = known.wanted;
  const mayBeEmpty = operation.safe || everythingExists || writes === 'any';
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
      invalid: () =>
        first
          ? [...first.invalid(), ...(mayBeEmpty ? emptyBody(first.media) : []), ...brokenBodies(first.media, operation)]
          : [],
      invalidAhead: () => (first ?? NEVER_BROKEN).invalidAhead(),
      missing: `a body of the type ${types} (in espalier.yaml, under operations)`,
      spared: new Map(written.flatMap(({ rules }) => [...(rules?.spared ?? [])])),
      whyNone: written.flatMap(({ rules }) => rules?.whyNone ?? [])[0],
    },
  ];
}

/** Makes the bodies of one media type: those that were handed over, or those that are made up from its schema. */
function* mediaParts(
  media: Media,
  handed: readonly JsonValue[],
  given: readonly GivenExample[],
  generator: Generator,
  rules: MadeUpBodies | undefined,
  rename: Rename,
  keys: readonly string[] = [],
): Parts<MediaParts> {
  const { schema } = media;
  const isForm = isFormKind(media);
  const keeping = [...(isForm && !(schema && isOneText(schema)) ? [IN_FORM] : []), ...(rules?.keeping ?? [])];
  // Nobody can tell what a broken schema means. What was handed over is sent all the same.
  if (media.defect && handed.length === 0) return { valid: [], examples: () => [], ...NEVER_BROKEN };
  const options = { keeping, examples: given.map(({ value }) => value) };
  const madeUp = schema && handed.length === 0 ? yield* generator.validInParts(schema, options) : [];
  const only = handed.length > 0 ? handed : [(given[0]?.value ?? PLAIN[contentKind(media)]) as JsonValue];
  const values: readonly LabelledValue[] =
    schema && handed.length === 0
      ? labelled(madeUp, schema, rules, rename, keys)
      : only.map((value) => ({ value, shows: '' }));
  const write = ({ value, shows, edges }: LabelledValue) => {
    const sent = rules && handed.length === 0 ? rules.valid(value) : value;
    const isWritable = !isForm || !schema || handed.length > 0 || (sent !== undefined && isFormOf(media, sent, schema));
    return sent === undefined || !isWritable
      ? []
      : [{ value: sent, parts: asPart(writeBody(media, sent), shows, edges) }];
  };
  const written = yield* inTurn(values, write);
  const valid = written.flatMap(({ parts }) => parts);
  const pictured = written.slice(0, 1).flatMap(({ value }) => picturesIn(media, value));
  const further = () =>
    handed.length > 0 ? [] : [...furtherExamples('the body', given, schema, options, generator), ...pictured];
  const examples = lazy(() => further().flatMap((each) => write(each).flatMap(({ parts }) => parts)));
  // Bytes and texts are no objects, whatever their schema says.
  const kind = contentKind(media);
  if (valid.length === 0 && (kind === 'binary' || kind === 'text'))
    return { valid: asPart(writeBody({ ...media, schema: undefined }, PLAIN[kind]), ''), examples, ...NEVER_BROKEN };
  if (!schema || media.defect) return { valid, examples, ...NEVER_BROKEN };
  const violations = sharedWork(() => generator.violationsInParts(schema, { ...options, allFormats: kind === 'json' }));
  const broken = sharedWork(function* (): Parts<InvalidPart[]> {
    const all = (yield* violations.parts()).violations;
    return yield* inTurn(all, (violation) => invalidBody(media, schema, violation, rules, rename));
  });
  const breaking = { invalid: broken.result, invalidAhead: broken.parts };
  // What is sent as text is not surely invalid, so only of JSON it is known without a try that it could be broken.
  const unbroken = () =>
    kind !== 'json' ? [] : violations.result().unbroken.map((each) => violationOf({ ...each, what: '' }, 'the body'));
  const plainest = written.find(({ parts }) => parts.length > 0);
  if (!plainest || handed.length > 0) return { valid, examples, ...breaking, unbroken };
  const anew = () => {
    const sent = rules ? rules.valid(plainest.value) : plainest.value;
    return sent === undefined ? undefined : writeBody(media, rename(schema, { value: sent }, plainest.value));
  };
  return { valid, examples, ...breaking, unbroken, anew };
}

/** Makes something of each, and stops after each. */
function* inTurn<T, Made>(all: readonly T[], make: (each: T) => readonly Made[]): Parts<Made[]> {
  const made: Made[] = [];
  for (const each of all) {
    made.push(...make(each));
    yield;
  }
  return made;
}

/** Says what each body that was made up shows, and gives it names of its own. */
function labelled(
  madeUp: readonly Valid[],
  schema: Schema,
  rules: MadeUpBodies | undefined,
  rename: Rename,
  keys: readonly string[],
): LabelledValue[] {
  return madeUp.flatMap(({ value, shows: all }, at) => {
    const shows = all.filter(({ path }) => !rules?.replaces(value, path));
    // Without what it was made to show, it is the plain body once more.
    const isPlain = at > 0 && all.length > 0 && shows.length === 0;
    const own = showsKey(shows, keys) ? value : rename(schema, { value }, value);
    return isPlain ? [] : [{ value: own, shows: shown('the body', shows), ...edgesOf(shows, 'the body') }];
  });
}

/**
 * Whether a body is to show a clause of a name by which things are asked for, so that the name stays as it is. Where several names in a path stand
 * for what is made (`keys`), all other bodies have names that are like no other.
 */
function showsKey(shows: readonly { readonly path: string }[], keys: readonly string[]): boolean {
  return keys.length === 0 || shows.some(({ path }) => keys.includes(plain(pointerTokens(path).at(-1) ?? '')));
}

/** Writes a body that breaks one clause. Empty if the run may not send it, or if what is written may be read as a valid body. */
function invalidBody(
  media: Media,
  schema: Schema,
  violation: Violating,
  rules: MadeUpBodies | undefined,
  rename: Rename,
): InvalidPart[] {
  const sent = rules ? rules.broken(violation) : violation.value;
  const value = sent === undefined ? undefined : rename(schema, { ...violation, value: sent }, violation.value);
  if (value === undefined || !isBodyViolation(media, value, schema)) return [];
  if (!breaksTheSame(schema, violation.value, value)) return [];
  if (isFormKind(media) && breaksTypeOfText(violation) && !isInJson(media, violation, value)) return [];
  const shows = `${placeIn('the body', violation.path)} is ${violation.what}`;
  return asPart(writeBody(media, value), shows).map((part) => ({
    ...part,
    violation: violationOf(violation, 'the body'),
  }));
}

function isFormKind({ type }: Media): boolean {
  return mediaKind(type) === 'form' || mediaKind(type) === 'multipart';
}

const NEVER_BROKEN = {
  invalid: () => [],
  *invalidAhead(): Parts<void> {
    // There is nothing to make.
  },
  unbroken: () => [],
} as const;

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

/** Returns a multipart body with a picture in place of each file; nothing where it has no file, or the contract says of which type it is. */
function picturesIn({ type, schema, encodings }: Media, value: JsonValue): LabelledValue[] {
  if (mediaKind(type) !== 'multipart' || !schema || !isObject(value)) return [];
  const members = memberSchemas(schema);
  const files = Object.entries(value).filter(([name, member]) => {
    const [own] = members.get(name) ?? [];
    return isScalar(member) && own !== undefined && isBinary(own) && encodings.get(name)?.contentType === undefined;
  });
  if (files.length === 0) return [];
  const pictures = Object.fromEntries(files.map(([name]) => [name, PICTURE]));
  return [{ value: { ...value, ...pictures }, shows: `${files.map(([name]) => `/${name}`).join(', ')} is a picture` }];
}

/** Tells whether a value that is written as a form is read back as the same value. */
function isFormOf({ encodings }: Media, value: JsonValue, schema: Schema): boolean {
  if (typeof value === 'string') return isOneText(schema);
  const pairs = formPairs(value, encodings);
  return pairs !== undefined && !breakHoweverRead(pairs, schema);
}

/** Tells whether a written body is surely invalid. JSON keeps types. In a form everything is text, so no reading of it may be valid. */
function isBodyViolation(media: Media, value: JsonValue, schema: Schema): boolean {
  switch (contentKind(media)) {
    case 'json':
      return true;
    case 'form':
    case 'multipart': {
      const pairs = formPairs(value, media.encodings);
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
  { type, clause, schema }: Media,
  { requestBody }: Operation,
): (InputPart & { violation: CaseViolation })[] {
  const violation = (clauseText: string, sent: string): CaseViolation => ({
    clauseText,
    subject: 'the body',
    sent,
    clause,
  });
  const broken =
    contentKind({ type, schema }) === 'json'
      ? [{ text: '{"', sent: 'half of a JSON text', contentType: 'application/json' }]
      : [];
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
