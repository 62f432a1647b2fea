import { hasWriteOnly, writeOnlyPlaces } from '../../src/contract/schema/writeOnly';
import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { readResponseContent } from '../../src/serialization/readResponse';
import { effectiveMedia, readableType } from '../judging/declaredMedia';
import { responseOf } from '../judging/exchanges';
import { readBodyAhead, whyImpossible } from '../judging/responseContents';

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
  readAhead: readBodyAhead,
  judge(exchange, subject) {
    const response = responseOf(exchange, subject);
    if (!response || !subject.response) return undefined;
    const [media] = effectiveMedia(response, subject.response).filter(({ schema }) => schema && hasWriteOnly(schema));
    const content = media && readResponseContent(response, media, readableType(response, media));
    if (!media?.schema || !content || !('kind' in content) || content.kind !== 'value') return undefined;
    return writeOnlyPlaces(content.json.value, media.schema, MOST_ITEMS).map(({ tokens, named }): Breach => {
      const path = tokens.map((token) => `/${token}`).join('');
      return {
        message: `${path.replace(/\/\d+(?=\/|$)/g, '/…')} is shown, although it is writeOnly`,
        names: [named.map((token) => `/${token}`).join('')],
        expected: 'no such member in a response',
        actual: `a member ${path}`,
      };
    });
  },
};

/** So many items of each list are looked at. */
const MOST_ITEMS = 20;
