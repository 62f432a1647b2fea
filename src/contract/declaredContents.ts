/** Reads what a contract says of bodies and of responses. */

import { bareType, mediaKind } from '../http/mediaType';
import { lazyMembers } from '../support/lazyMembers';
import { atOnce, type Parts } from '../support/letOthersRun';
import { whyUnusable, whyUnusableInParts } from './check/structure';
import type { Mistake } from './clause';
import type { DeclaredHeader, DeclaredResponse, JudgeJson, Media, RequestBody } from './contract';
import { descriptionIn, examplesInSchema, withWrittenOut, writtenAs } from './declaredParameters';
import type { DescribedMedia, Owners } from './dialects/describe';
import { clauseAt } from './document/files';
import { type DocumentPlace, followed, member, members } from './document/reference';
import type { Reading } from './reading';
import type { Judges } from './schema/judge';
import { type Direction, endOf, PlainSchema, type Schema } from './schema/schema';
import { likenessOf } from './schema/schemaOfExamples';
import { assertWholeInParts } from './schema/whole';

/** A broken schema judges nothing here; the operation reports it. */
function judgeOrNone(judges: Judges, schema: Schema, direction: Direction): JudgeJson | undefined {
  try {
    return judges.judge(schema, direction);
  } catch {
    return undefined;
  }
}

export function toRequestBody(reading: Reading, owners: Owners): RequestBody | undefined {
  const described = reading.describe.body(owners);
  if (!described) return undefined;
  const { place, required, media } = described;
  return {
    required,
    media: media.map((described) => readMedia(reading, described, 'request')),
    get clause() {
      return clauseAt(place.file, place.pointer);
    },
  };
}

function readHeaders(reading: Reading, response: DocumentPlace): DeclaredHeader[] {
  return reading.describe
    .headers(response)
    .filter(({ name }) => !/^content-type$/i.test(name))
    .map(({ name, required, style, explode, schema, content, place }) =>
      withHeaderParts(
        { name, required, style, explode, ...writtenAs({ schema, content }) },
        { reading, place, declared: schema },
      ),
    );
}

interface HeaderSource {
  readonly reading: Reading;
  readonly place: DocumentPlace;
  readonly declared: Schema | undefined;
}

const withHeaderParts = lazyMembers<HeaderSource, object, Pick<DeclaredHeader, 'defect' | 'declaration' | 'clause'>>(
  {},
  {
    defect: ({ reading, declared }) => declared && whyUnusable({ kind: 'Schema', place: declared.place }, reading),
    declaration: ({ place }) => place.value,
    clause: ({ place }) => clauseAt(place.file, place.pointer),
  },
);

export function toResponses(reading: Reading, operation: DocumentPlace): DeclaredResponse[] {
  return members(member(operation, 'responses')).flatMap(([status, declared]) => {
    if (!/^(default|[1-5](\d\d|XX))$/i.test(status)) return [];
    const place = followed(declared, reading.files);
    const response = {
      status,
      headers: place ? readHeaders(reading, place) : [],
      links: place ? reading.describe.links(place) : [],
      media: place
        ? reading.describe.media(place, operation).map((described) => readMedia(reading, described, 'response'))
        : [],
    };
    return [withResponseParts(response, { reading, declared, place })];
  });
}

interface ResponseSource {
  readonly reading: Reading;
  readonly declared: DocumentPlace;
  /** Undefined where it refers to nothing. */
  readonly place: DocumentPlace | undefined;
}

const withResponseParts = lazyMembers<
  ResponseSource,
  object,
  Pick<DeclaredResponse, 'defect' | 'description' | 'clause' | 'declaredAt'>
>(
  {},
  {
    description: ({ place }) => (place ? descriptionIn(place) : ''),
    defect: ({ reading, declared, place }) =>
      place ? undefined : whyUnusable({ kind: 'Response', place: declared }, reading),
    clause({ declared, place = declared }) {
      return clauseAt(place.file, place.pointer);
    },
    declaredAt: ({ declared }) => clauseAt(declared.file, declared.pointer),
  },
);

/** A form of version 2.0 has no schema that stands in the contract: its fields are parameters, which have other keywords. */
function* whyUnusableContent({ schema, fields }: DescribedMedia, reading: Reading): Parts<Mistake | undefined> {
  for (const place of fields ?? []) {
    const mistake = yield* whyUnusableInParts({ kind: 'Parameter', place }, reading);
    if (mistake) return mistake;
  }
  return schema && !fields ? yield* whyUnusableInParts({ kind: 'Schema', place: schema.place }, reading) : undefined;
}

/** What was walked through once and is usable is not walked through again. */
function* readContentAhead(described: DescribedMedia, reading: Reading): Parts<void> {
  const mistake = yield* whyUnusableContent(described, reading);
  for (const schema of mistake ? [] : [described.schema, described.itemSchema])
    if (schema) {
      yield;
      yield* assertWholeInParts(schema);
    }
}

function readMedia(reading: Reading, described: DescribedMedia, direction: Direction): Media {
  const { type, schema, itemSchema, encodings } = described;
  const media = { type: bareType(type), declared: type, schema, itemSchema, encodings };
  return withMediaParts(media, { reading, described, direction });
}

interface MediaSource {
  readonly reading: Reading;
  readonly described: DescribedMedia;
  readonly direction: Direction;
}

const withMediaParts = lazyMembers<
  MediaSource,
  Pick<Media, 'valueSchema' | 'judge' | 'itemJudge' | 'defect' | 'readAhead' | 'likeness'>,
  Pick<Media, 'exampleNames' | 'examples' | 'declaration' | 'clause' | 'schemaClause'>
>(
  {
    valueSchema: ({ described: { schema, place } }) => schema ?? new PlainSchema(place, {}),
    judge: ({ reading, described: { schema }, direction }) => schema && judgeOrNone(reading.judges, schema, direction),
    itemJudge: ({ reading, described: { itemSchema }, direction }) =>
      itemSchema && judgeOrNone(reading.judges, itemSchema, direction),
    defect: ({ reading, described }) => atOnce(whyUnusableContent(described, reading)),
    readAhead:
      ({ reading, described }) =>
      () =>
        readContentAhead(described, reading),
    likeness({ described: { schema, place, given } }) {
      if (schema) return undefined;
      const values = given().map(({ value }) => value);
      return likenessOf(place, values);
    },
  },
  {
    exampleNames: ({ described }) => members(described.examples).map(([name]) => name),
    examples({ described: { type, schema, given } }) {
      const all = [...given(), ...examplesInSchema(schema)];
      return mediaKind(bareType(type)) === 'json' ? all.flatMap(withWrittenOut) : all;
    },
    declaration: ({ described: { place } }) => place.value,
    clause: ({ described: { place } }) => clauseAt(place.file, place.pointer),
    schemaClause({ described: { schema, place: own } }) {
      const { file, pointer } = schema ? endOf(schema).place : own;
      return clauseAt(file, pointer);
    },
  },
);
