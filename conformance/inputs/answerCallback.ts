/** The answer to a callback: the success that it declares. */

import { declaredSuccesses, type Media, type Operation } from '../../src/contract/contract';
import { satisfies } from '../../src/contract/schema/evaluate';
import type { Suite } from '../../src/engine/model/suite';
import type { JsonValue } from '../../src/json/value';
import { writeBody } from '../../src/serialization/writeBody';
import { createGenerator, isMade } from '../values/generator';

/** Returns the success that a callback declares, with a body if it has one that can be made; 200 if it declares none. */
export const answerCallback: Suite['answerCallback'] = (callback: Operation, seed) => {
  const [declared] = declaredSuccesses(callback);
  const status = declared && /^\d{3}$/.test(declared.status) ? Number(declared.status) : 200;
  for (const media of declared?.media ?? []) {
    const body = bodyOf(media, seed);
    if (body) return { status, headers: [['Content-Type', body.contentType]], body: body.bytes };
  }
  return { status, headers: [], body: Buffer.alloc(0) };
};

function bodyOf(media: Media, seed: number) {
  const { schema, examples } = media;
  const given = examples.map(({ value }) => value);
  try {
    if (!schema) return given.length === 0 ? undefined : writeBody(media, given[0] as JsonValue);
    const fitting = given.find((value) => satisfies(schema, value, 'response'));
    if (fitting !== undefined) return writeBody(media, fitting as JsonValue);
    const made = createGenerator({ direction: 'response', seed }).witness(schema, { name: 'callback' });
    return isMade(made) ? writeBody(media, made.value) : undefined;
  } catch {
    // The schema refers to something that does not exist.
    return undefined;
  }
}
