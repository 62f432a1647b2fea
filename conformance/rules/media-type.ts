import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Rule } from '../../src/engine/model/rule';
import { fieldValues } from '../../src/http/message';
import { declaredMedia, mediaTypeOf } from '../judging/declaredMedia';
import { NO_SUCH_FIELD, responseOf, responsesWithContent } from '../judging/exchanges';

/** "A map containing descriptions of potential response payloads. The key is a media type." OpenAPI 3.1 §4.8.17 */
export const mediaType: Rule = {
  id: 'media-type',
  level: 'must',
  statement: 'The Content-Type of a declared response is one of those declared for it.',
  reference: 'RFC 9110 §8.3',
  advice: 'Set the Content-Type of every response on this path, also of those that a framework makes.',
  probes: EVERY_PROBE,
  bind: responsesWithContent,
  judge(exchange, subject) {
    const response = responseOf(exchange, subject);
    if (!response || !subject.response) return undefined;
    const expected = subject.response.media.map(({ type }) => type).join(' or ');
    const values = fieldValues(response, 'content-type');
    const [value = ''] = values;
    if (values.length === 0) {
      // "A sender that generates a message containing content SHOULD generate a Content-Type" (RFC 9110 §8.3). The contract excludes nothing.
      const level = subject.response.media.some(({ type }) => type === '*/*') ? { level: 'should' as const } : {};
      return [
        { message: `a ${response.status} has no Content-Type`, kind: 'missing', expected, ...NO_SUCH_FIELD, ...level },
      ];
    }
    const actual = `Content-Type: ${values.join(', ')}`;
    const type = mediaTypeOf(value);
    // Some contracts declare a name that is no media type. Sending exactly that name keeps the contract.
    if (values.length === 1 && subject.response.media.some(({ declared }) => declared === value)) return [];
    if (values.length > 1 || type === undefined) {
      return [
        { message: `the Content-Type of a ${response.status} is malformed`, kind: 'malformed', expected, actual },
      ];
    }
    if (declaredMedia(subject.response, type)) return [];
    return [
      {
        message: `the Content-Type of a ${response.status} is not a declared one`,
        kind: 'undeclared',
        expected,
        actual,
      },
    ];
  },
};
