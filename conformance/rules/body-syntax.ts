import type { Media } from '../../src/contract/contract';
import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { mediaKind } from '../../src/http/mediaType';
import type { Response } from '../../src/http/message';
import { contentKind } from '../../src/serialization/contentKind';
import { decodedContent, readResponseContent } from '../../src/serialization/readResponse';
import { effectiveMedia, isJson, readableType } from '../judging/declaredMedia';
import { quoted, responseOf, responsesWithContent } from '../judging/exchanges';
import { readBodyAhead } from '../judging/responseContents';

/** "JSON text exchanged between systems … MUST be encoded using UTF-8." RFC 8259 §8.1; its grammar is §2. */
export const bodySyntax: Rule = {
  id: 'body-syntax',
  level: 'must',
  statement: 'The body of a declared response is complete, decodes, and parses as its media type.',
  reference: 'RFC 8259 §2, §8.1',
  advice: 'Serialise the whole body with a library for its type, and let the server set its length.',
  probes: EVERY_PROBE,
  bind: responsesWithContent,
  readAhead: readBodyAhead,
  judge(exchange, subject) {
    const response = responseOf(exchange, subject);
    const [media] = response && subject.response ? effectiveMedia(response, subject.response) : [];
    return response && media ? judgeSyntax(response, media) : undefined;
  },
};

function judgeSyntax(response: Response, media: Media): Breach[] | undefined {
  const { status, body } = response;
  const type = readableType(response, media);
  // An empty body is a valid text, but neither JSON nor XML.
  if (body.length === 0 && contentKind(media) !== 'binary' && (isJson(type) || mediaKind(type) === 'xml')) {
    return [
      {
        message: `the body of a ${status} is empty`,
        kind: 'empty',
        expected: `a body of type ${type}`,
        actual: 'no byte',
        ownWords: ['no byte'],
      },
    ];
  }
  const decoded = decodedContent(response);
  if (decoded === undefined) return undefined;
  if ('failure' in decoded) {
    const actual = `it ${decoded.failure}`;
    return [
      {
        message: `the body of a ${status} does not decode`,
        kind: 'coding',
        expected: 'content as its Content-Encoding says',
        actual,
      },
    ];
  }
  const content = readResponseContent(response, media, type);
  if (content === undefined) return undefined;
  if ('failure' in content) {
    const [what = '', why] = content.failure.split(/: (.*)/s);
    const actual =
      why === undefined ? quoted(decoded.toString('latin1')) : `${why}: ${quoted(decoded.toString('utf8'))}`;
    const expected = (isJson(type) ? EXPECTED[what] : undefined) ?? `content of type ${type}`;
    return [{ message: `the body of a ${status} ${what}`, kind: 'syntax', expected, actual }];
  }
  if (content.kind !== 'value') return [];
  return content.json.repeated.map((name) => ({
    message: `the member name "${quoted(name)}" is repeated in one object`,
    kind: 'repeated',
    names: [name],
    expected: 'each name once (RFC 8259 §4)',
    actual: quoted(decoded.toString('utf8')),
    level: 'should',
  }));
}

const EXPECTED: Readonly<Record<string, string>> = {
  'is not UTF-8': 'JSON in UTF-8',
  'is not JSON': 'one JSON text',
};
