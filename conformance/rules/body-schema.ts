import { type Json, readJson } from '../../src/contract/json';
import type { Rule } from '../../src/rule';
import type { Response } from '../../src/wire/exchange';
import {
  concreteType,
  decodedContent,
  EVERY_PROBE,
  effectiveMedia,
  isJson,
  mayBeJson,
  quoted,
  responseOf,
  utf8,
} from './shared';

/** "The schema defining the content of the … response." OpenAPI 3.1 §4.8.14; int32 and int64 are §4.4's. */
export const bodySchema: Rule = {
  id: 'body-schema',
  level: 'must',
  statement: 'The body of a declared response satisfies the declared schema, its numbers judged as they are written.',
  reference: 'OpenAPI 3.1.0 §4.8.14, §4.4',
  advice: 'Give every error on this path the declared shape, those that a framework or a proxy makes included.',
  probes: EVERY_PROBE,
  bind(operation) {
    if (operation.method === 'HEAD') return [];
    return operation.responses.flatMap((response) => {
      const [judged] = response.media.filter(({ type, judge }) => judge !== undefined && mayBeJson(type));
      return judged ? [{ operation, response, clause: judged.schemaClause }] : [];
    });
  },
  judge(exchange, subject) {
    const response = responseOf(exchange, subject);
    if (!response || !subject.response) return undefined;
    const judges = effectiveMedia(response, subject.response).flatMap((media) =>
      media.judge && isJson(concreteType(response, media)) ? [media.judge] : [],
    );
    const json = judges.length > 0 ? jsonOf(response) : undefined;
    if (!json) return undefined;
    const drawn = unlessTooDeep(() => judges.map((judge) => judge(json)));
    if (!drawn) return undefined;
    // Of schemas that differ by a parameter of the media type alone, one is enough.
    const [first = []] = drawn.some(({ length }) => length === 0) ? [] : drawn;
    return first.map(({ path, requirement, actual }) => ({
      message: `${path === '' ? 'the body' : path.replace(/\/\d+(?=\/|$)/g, '/…')} ${requirement}`,
      expected: requirement.replace(/^must (be|have) /, ''),
      actual: quoted(actual),
    }));
  },
};

/** A schema that refers to itself is followed as deep as a body nests; JSON sets no limit to that (RFC 8259 §9), the stack does. */
function unlessTooDeep<T>(judged: () => T): T | undefined {
  try {
    return judged();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What `body-syntax` has nothing against. */
function jsonOf(response: Response): Json | undefined {
  const content = decodedContent(response);
  const text = Buffer.isBuffer(content) ? utf8(content) : undefined;
  try {
    return text === undefined ? undefined : readJson(text);
  } catch {
    return undefined;
  }
}
