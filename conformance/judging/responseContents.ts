/** Reads the contents of responses as values that the contract has a schema for. */

import { declaredResponse, type Media } from '../../src/contract/contract';
import type { Schema } from '../../src/contract/schema/schema';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Subject } from '../../src/engine/model/rule';
import { contentKind } from '../../src/serialization/contentKind';
import { readResponseContent, readResponseInParts } from '../../src/serialization/readResponse';
import type { Parts } from '../../src/support/letOthersRun';
import { createGenerator, isMade } from '../values/generator';
import { effectiveMedia, readableType } from './declaredMedia';
import { responseOf } from './exchanges';

interface ResponseContents {
  /** The declared media type of the content. */
  readonly media: Media;
  /** The values; empty if the content could not be read. */
  readonly values: readonly unknown[];
}

/** Reads the content of a complete, declared response by each media type that it may have. */
export function contentsOf({ response, error, case: { request } }: Exchange): readonly ResponseContents[] {
  if (!response || error || request.method !== undefined) return [];
  const declared = declaredResponse(request.operation, response.status);
  if (!declared) return [];
  return effectiveMedia(response, declared).map((media) => {
    const content = readResponseContent(response, media, readableType(response, media));
    if (!content || 'failure' in content || content.kind === 'opaque') return { media, values: [] };
    return { media, values: content.kind === 'value' ? [content.json.value] : content.items.map(({ value }) => value) };
  });
}

/** Reads the body of the response that a rule is about by each media type that it may have. Stops after each part. */
export function* readBodyAhead(exchange: Exchange, subject: Subject): Parts<void> {
  const response = responseOf(exchange, subject);
  if (!response || !subject.response) return;
  for (const media of effectiveMedia(response, subject.response))
    yield* readResponseInParts(response, media, readableType(response, media));
}

/** Returns the schema by which the values of a media type are judged; undefined if it has no schema, or its contents are not values. */
export function judgedSchema(media: Media): Schema | undefined {
  const { schema, itemSchema, judge, itemJudge, defect } = media;
  const kind = contentKind(media);
  if (defect || kind === 'binary' || kind === 'multipart') return undefined;
  if (kind === 'sequence') return itemJudge && itemSchema;
  return judge && schema;
}

/** Says why no service can answer as declared; undefined if one can. */
export function whyImpossible(media: Media): string | undefined {
  const schema = judgedSchema(media);
  const made = schema && createGenerator({ direction: 'response', seed: 1 }).witness(schema);
  return made && !isMade(made) ? `nothing was found that satisfies this schema: ${made.unsatisfiable}` : undefined;
}
