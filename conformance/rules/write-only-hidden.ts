import { itemSchema, memberSchemas } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { DEEPEST_BODY, hasWriteOnly, isWriteOnly } from '../../src/contract/schema/writeOnly';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { readResponseContent } from '../../src/serialization/readResponse';
import { EVERY_PROBE, effectiveMedia, readableType, responseOf } from '../judging/exchanges';
import { whyImpossible } from '../judging/responseContents';

/** "… a value … SHOULD NOT be sent as part of the response." OpenAPI 3.0.3 §4.7.24.2; JSON Schema Validation §9.4 */
export const writeOnlyHidden: Rule = {
  id: 'write-only-hidden',
  level: 'should',
  statement: 'What is only written (`writeOnly`) is in no response.',
  reference: ['Schema Object'],
  advice: 'Leave the member out of what is answered.',
  probes: EVERY_PROBE,
  bind(operation) {
    return operation.responses.flatMap((response) => {
      const [media] = response.media.filter(({ schema }) => schema && hasWriteOnly(schema));
      return media ? [{ operation, response, clause: media.schemaClause, impossible: () => whyImpossible(media) }] : [];
    });
  },
  judge(exchange, subject) {
    const response = responseOf(exchange, subject);
    if (!response || !subject.response) return undefined;
    const [media] = effectiveMedia(response, subject.response).filter(({ schema }) => schema && hasWriteOnly(schema));
    const content = media && readResponseContent(response, media, readableType(response, media));
    if (!media?.schema || !content || !('kind' in content) || content.kind !== 'value') return undefined;
    return shown(content.json.value, media.schema, '').map(
      (path): Breach => ({
        message: `${path.replace(/\/\d+(?=\/|$)/g, '/…')} is shown, although it is writeOnly`,
        names: [path.replace(/\/\d+(?=\/|$)/g, '/…')],
        expected: 'no such member in a response',
        actual: `a member ${path}`,
      }),
    );
  },
};

/** Returns the places of members in a value that are `writeOnly`. */
function shown(value: unknown, schema: Schema, path: string, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST_BODY) return [];
  if (Array.isArray(value)) {
    const item = itemSchema(schema);
    return item ? value.slice(0, MOST_ITEMS).flatMap((each, at) => shown(each, item, `${path}/${at}`, depth + 1)) : [];
  }
  const members = memberSchemas(schema);
  return Object.entries(value).flatMap(([name, each]) => {
    const own = members.get(name) ?? [];
    // If one of several branches shows the member, it may be in a response.
    if (own.length > 0 && own.every(isWriteOnly)) return [`${path}/${name}`];
    return own.flatMap((member) => shown(each, member, `${path}/${name}`, depth + 1));
  });
}

const MOST_ITEMS = 20;
