/** Describes the responses of an operation for the page. */

import type { Operation } from '../../src/contract/contract';
import { isObject } from '../../src/json/value';
import { shownExamples, shownSchema } from './describeForm';
import type { ShownResponse } from './engine';
import { type Document, type PlainObject, targetOf, textIn } from './prism/operation';

export function describeResponses({ responses }: Operation, own: PlainObject, document: Document): ShownResponse[] {
  const all = isObject(own['responses']) ? own['responses'] : {};
  return responses.map(({ status, headers, media, links }) => {
    const declared = targetOf(document, all[status]);
    const fields = isObject(declared['headers']) ? declared['headers'] : {};
    const content = isObject(declared['content']) ? declared['content'] : {};
    return {
      status,
      links: links.length,
      description: textIn(declared, 'description'),
      headers: headers.map(({ name, required }) => {
        const field = targetOf(document, fields[name]);
        return { name, required, description: textIn(field, 'description'), schema: shownSchema(field) };
      }),
      media: media.map((each) => {
        const { schema, itemSchema } = targetOf(document, content[each.declared]) as Readonly<Record<string, unknown>>;
        // In OpenAPI 2.0 the response has the schema. An item schema describes each event of a stream (OpenAPI 3.2).
        const shown = schema ?? itemSchema ?? declared['schema'] ?? {};
        return { type: each.declared, schema: shown, examples: shownExamples(each) };
      }),
    };
  });
}
