/** Makes the contents of answers. What the engine gives is sent if it satisfies its schema. Otherwise it is mended, or another value is made up. */

import XmlBuilder from 'fast-xml-builder';
import {
  createGenerator,
  type Generator,
  isMade,
  type Made,
  type MutableJson,
  writeJson,
} from '../../conformance/values/generator';
import type { DeclaredHeader, Media } from '../../src/contract/contract';
import { breachSentence } from '../../src/contract/schema/breachSentence';
import { satisfies, surelySatisfies } from '../../src/contract/schema/evaluate';
import { facets, nearestKeyword, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { parsedExample } from '../../src/contract/schema/schemaOfExamples';
import { withoutWriteOnly } from '../../src/contract/schema/writeOnly';
import { bareType, type MediaKind, mediaKind } from '../../src/http/mediaType';
import { readForm } from '../../src/serialization/formReadings';
import { SIMPLE, usualValue } from '../../src/serialization/responseHeaders';
import { writeBody } from '../../src/serialization/writeBody';
import { writeText } from '../../src/serialization/writeParameter';
import { writeXml } from '../../src/serialization/writeXml';
import { readXml, whyNotXml } from '../../src/serialization/xml';
import { fileOf } from './files';
import { memberByName } from './lifelike/lifelike';
import { mended } from './mendValue';
import { wholeSchema } from './wholeSchema';

export interface MadeContent {
  /** The value of the `Content-Type` field. */
  readonly type: string;
  readonly body: string | Buffer;
  /** The value that the body is; absent where it is a file or a text that was given. */
  readonly value?: unknown;
  /** What was wrong with the value that the engine gave, as the end of a sentence; absent if nothing was. */
  readonly breach?: string;
  /** Why no value that satisfies the schema was found; absent if one was. */
  readonly unsatisfiable?: string;
}

interface WantedContent {
  /** The value that the engine gives; undefined if there is none. */
  readonly given: unknown;
  /** Whether the value is an example of the contract. Then as much of it is kept as possible. */
  readonly example: boolean;
  /** Whether the request asked for the value by its name. Then it is served even if it breaks its schema. */
  readonly asked: boolean;
  /** The `Accept` field of the request. */
  readonly accept: string | undefined;
  /** Whether the value is from the state of the mock. Then equal values give equal contents. */
  readonly held?: boolean;
}

export interface ContentMaker {
  contentOf(media: Media, wanted: WantedContent): MadeContent;
  /** Returns the text of a header field; undefined if none can be made up. */
  fieldOf(header: DeclaredHeader): string | undefined;
  /** Returns a value that satisfies the schema, and has as much of another one as can be; undefined if nothing is found. */
  completed(schema: Schema, value: MutableJson | undefined): MutableJson | undefined;
}

/** @param varied whether another value is made up each time. */
export function createContents(seed: number | undefined, varied: boolean): ContentMaker {
  const generator = createGenerator({ direction: 'response', seed: seed ?? 1 });
  const kept = new Map<Media, { readonly key: string; readonly content: MadeContent }>();
  return {
    fieldOf: (header) => field(header, generator),
    completed(schema, value) {
      const made = fitting(schema, value, generator, '');
      return isMade(made) ? made.value : undefined;
    },
    contentOf(media, wanted) {
      if (wanted.held) return make(media, wanted, generator, '');
      const key = writeJson([wanted.given, wanted.asked, media.type.includes('*') ? wanted.accept : ''] as MutableJson);
      const before = kept.get(media);
      if (before?.key === key && !varied) return before.content;
      const name = varied && seed === undefined ? String(Math.random()) : '';
      const content = make(media, wanted, generator, name);
      kept.set(media, { key, content });
      return content;
    },
  };
}

function field(header: DeclaredHeader, generator: Generator): string | undefined {
  const usual = usualValue(header);
  if (usual !== undefined) return usual;
  const { name, schema, content, explode = false } = header;
  if (!schema) return 'any';
  const witness = generator.witness(schema, { name });
  if (!isMade(witness)) return undefined;
  return content === undefined ? writeText({ ...SIMPLE, name, explode }, witness.value) : writeJson(witness.value);
}

function make(
  media: Media,
  { given, example, asked, accept, held }: WantedContent,
  generator: Generator,
  name: string,
): MadeContent {
  const type = sentType(media, given, accept);
  const kind = mediaKind(bareType(type));
  const schema = wholeSchema(media);
  const file = example || asked || held || !isAnyText(schema) ? undefined : fileOf(bareType(type));
  if (file) return { type, body: file };
  // The text of a stream is not read back where only its items are declared.
  const isStream = typeof given === 'string' && media.schema === undefined;
  const breach = given === undefined || !schema || isStream ? undefined : breachOf(given, schema, kind);
  const note = breach === undefined ? {} : { breach };
  if (asked && given !== undefined)
    return { value: given, ...written(media, type, kind, given as MutableJson), ...note };
  if (typeof given === 'string' && breach === undefined && isWritten(given, kind, type)) return { type, body: given };
  if (!schema) {
    const value = parsedExample(given)[0] ?? given ?? EMPTY[kind];
    return written(media, type, kind, (kind === 'json' ? (given ?? value) : value) as MutableJson);
  }
  const isFitting = held && breach === undefined && kind === 'json';
  const chosen = isFitting ? { value: given as MutableJson, shows: [] } : fitting(schema, given, generator, name);
  if (isMade(chosen)) {
    const content = written(media, type, kind, shownOf(chosen.value, schema));
    // XML loses empty values. A value that is made up has none.
    const lost = kind === 'xml' && breachOf(content.body, schema, kind) !== undefined;
    const replacement = lost ? generator.witness(schema, { name }) : chosen;
    const { value } = chosen;
    return {
      value,
      ...(lost && isMade(replacement) ? written(media, type, kind, replacement.value) : content),
      ...note,
    };
  }
  // No value satisfies the schema, so the answer cannot be as declared.
  const content = written(media, type, kind, (given ?? null) as MutableJson);
  return { ...content, unsatisfiable: chosen.unsatisfiable };
}

/** Tells whether a schema takes any text or bytes, so that a file may stand for it. */
function isAnyText(schema: Schema | undefined): boolean {
  const says = schema ? facets(schema, true) : [];
  return says.every(
    (each) => Object.keys(each).every((name) => SAYS_NO_TEXT.has(name)) && (each['type'] ?? 'string') === 'string',
  );
}

/** What a schema may say without saying which texts it takes. */
const SAYS_NO_TEXT = new Set(['type', 'format', 'description', 'title', 'nullable', 'contentMediaType', '$ref']);

/** Removes the members that are `writeOnly`, unless the schema requires them. */
function shownOf(value: MutableJson, schema: Schema): MutableJson {
  const shown = withoutWriteOnly(value, schema);
  return shown === value || surelySatisfies(schema, shown, 'response') ? (shown as MutableJson) : value;
}

const EVENTS = 'text/event-stream';

/** Tells whether a text can be sent as it is. */
function isWritten(text: string, kind: MediaKind, type: string): boolean {
  if (bareType(type) === EVENTS) return /^(?:data|event|id|retry)?:/m.test(text);
  if (kind === 'sequence')
    return text.split('\n').every((line) => line.trim() === '' || parsedExample(line).length > 0);
  return kind !== 'json' && (kind !== 'xml' || whyNotXml(text) === undefined);
}

/** The contents by media type, if the contract says nothing about the content. */
const EMPTY: Readonly<Record<MediaKind, MutableJson>> = {
  json: {},
  sequence: [],
  form: {},
  multipart: {},
  xml: '<xml/>',
  text: '',
  binary: '',
};

/** Returns a value that satisfies the schema: the given value, the given value with mended parts, or one that is made up. */
function fitting(schema: Schema, given: unknown, generator: Generator, name: string): Made {
  const examples = given === undefined ? [] : [given, ...parsedExample(given)];
  const rest = examples.some((each) => surelySatisfies(schema, each, 'response'))
    ? []
    : [...examples.map((each) => mendedOrNone(schema, each, generator)), memberByName(schema, '')];
  const witness = generator.witness(schema, {
    name,
    examples: [...examples, ...rest.filter((each) => each !== undefined)],
  });
  // To make a value of what was given may take so long that nothing is found.
  return isMade(witness) ? witness : generator.witness(schema, { name });
}

function mendedOrNone(schema: Schema, value: unknown, generator: Generator): unknown {
  try {
    return mended(schema, value, generator, memberByName);
  } catch {
    return undefined;
  }
}

/** Says why a value breaks its schema; undefined if it does not, or if the media type does not allow to tell. */
function breachOf(given: unknown, schema: Schema, kind: MediaKind): string | undefined {
  const value = readBack(given, schema, kind);
  if (value === undefined) return undefined;
  if (typeof value === 'object' && value !== null && 'why' in value && kind === 'xml') return String(value.why);
  try {
    return satisfies(schema, value, 'response') ? undefined : breachSentence(schema, value, ['response']);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Reads the value that a text stands for; undefined if the media type does not say how. */
function readBack(given: unknown, schema: Schema, kind: MediaKind): unknown {
  if (kind === 'json' || kind === 'sequence' || typeof given !== 'string') return given;
  if (kind === 'form') return readForm(given, schema);
  if (kind === 'xml') {
    const why = whyNotXml(given);
    return why === undefined ? readXml(given, schema) : { why: `it must be XML: ${why}` };
  }
  const types = typesOf(schema);
  return kind === 'text' && (!types || types.has('string')) ? given : undefined;
}

function written(media: Media, type: string, kind: MediaKind, value: MutableJson): Pick<MadeContent, 'type' | 'body'> {
  if (typeof value === 'string' && isWritten(value, kind, type)) return { type, body: value };
  if (kind === 'xml') return { type, body: asXml(value, media) };
  const { schema, encodings } = media;
  const as = { type: bareType(type), declared: type, schema, encodings };
  const body = kind === 'json' ? undefined : writeBody(as, value);
  // A value that the media type cannot express is written as JSON.
  if (!body) return { type, body: writeJson(value as Parameters<typeof writeJson>[0]) };
  return { type: body.contentType, body: body.bytes };
}

/** Writes XML as the contract says, else with an element for each member. If XML cannot express the value, it is an empty element. */
function asXml(value: MutableJson, { schema }: Media): string {
  const written = schema && writeXml(value, withRoot(schema));
  if (written !== undefined) return written;
  const built = String(new XmlBuilder().build({ xml: value }));
  return whyNotXml(built) === undefined ? built : '<xml/>';
}

/** Names the root of a document `xml` if the contract does not name it. */
function withRoot(schema: Schema): Schema {
  const xml = nearestKeyword(schema, 'xml') as { readonly name?: string } | undefined;
  const { keywords } = schema;
  const named = typeof keywords === 'object' && '$ref' in keywords;
  if (xml?.name !== undefined || named) return schema;
  return {
    place: { ...schema.place, pointer: '#/components/schemas/xml' },
    keywords: { allOf: [schema], xml: { name: 'xml', ...xml } },
  };
}

/**
 * Returns the media type that content is sent as. If the contract declares a range, it is the type that the request accepts, else one that
 * fits the value: `text/*` → `text/plain`.
 */
export function sentType({ type, declared }: Media, given: unknown, accept: string | undefined): string {
  if (!type.includes('*')) return declared;
  const [main = ''] = type.split('/');
  const accepted = (accept ?? '')
    .split(',')
    .map(bareType)
    .find((range) => /^[\w.+-]+\/[\w.+-]+$/.test(range) && (main === '*' || range.startsWith(`${main}/`)));
  if (accepted !== undefined) return accepted;
  if (main === '*') return typeof given === 'string' ? 'text/plain' : 'application/json';
  return CONCRETE[main] ?? `${main}/octet-stream`;
}

const CONCRETE: Readonly<Record<string, string>> = {
  application: 'application/json',
  audio: 'audio/mpeg',
  font: 'font/woff2',
  image: 'image/png',
  multipart: 'multipart/mixed',
  text: 'text/plain',
  video: 'video/mp4',
};
