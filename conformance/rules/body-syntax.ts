import { readJson } from '../../src/contract/json';
import type { Breach, Rule } from '../../src/rule';
import type { Response } from '../../src/wire/exchange';
import {
  concreteType,
  decodedContent,
  EVERY_PROBE,
  effectiveMedia,
  isJson,
  quoted,
  responseOf,
  responsesWithContent,
  utf8,
} from './shared';

/** "JSON text exchanged between systems … MUST be encoded using UTF-8." RFC 8259 §8.1; its grammar is §2. */
export const bodySyntax: Rule = {
  id: 'body-syntax',
  level: 'must',
  statement: 'The body of a declared response is complete, decodes, and parses as its media type.',
  reference: 'RFC 8259 §2, §8.1',
  advice: 'Serialise the whole body with a JSON library, and let the server set its length.',
  probes: EVERY_PROBE,
  bind: responsesWithContent,
  judge(exchange, subject) {
    const response = responseOf(exchange, subject);
    const [media] = response && subject.response ? effectiveMedia(response, subject.response) : [];
    return response && media ? judgeSyntax(response, concreteType(response, media)) : undefined;
  },
};

function judgeSyntax(response: Response, declared: string): Breach[] | undefined {
  const breach = (message: string, expected: string, actual: string): Breach[] => [{ message, expected, actual }];
  // An empty text is a text; an empty JSON text is none.
  if (response.body.length === 0 && isJson(declared)) {
    return breach(`the body of a ${response.status} is empty`, `a body of type ${declared}`, 'no byte');
  }
  const content = decodedContent(response);
  if (content === undefined) return undefined;
  if ('failure' in content) {
    return breach(
      `the body of a ${response.status} does not decode`,
      'content as its Content-Encoding says',
      `it ${content.failure}`,
    );
  }
  if (!isJson(declared)) return [];
  const text = utf8(content);
  if (text === undefined) {
    return breach(`the body of a ${response.status} is not UTF-8`, 'JSON in UTF-8', quoted(content.toString('latin1')));
  }
  try {
    const { repeated } = readJson(text);
    return repeated.map((name) => ({
      message: `the member name "${quoted(name)}" is repeated in one object`,
      expected: 'each name once (RFC 8259 §4)',
      actual: quoted(text),
      level: 'should',
    }));
  } catch (error) {
    return breach(
      `the body of a ${response.status} is not JSON`,
      'one JSON text',
      `${whyNotJson(error as Error)}: ${quoted(text)}`,
    );
  }
}

/** The engine's words without its excerpt of the text, which may hold a half of what is secret. */
function whyNotJson({ message }: Error): string {
  return message.replace(/,? (\.{3})?"[\s\S]*$/, '');
}
