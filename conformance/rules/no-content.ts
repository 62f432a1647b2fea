import { count } from '../../src/count';
import type { Breach, Rule } from '../../src/rule';
import { fieldValues, type Response } from '../../src/wire/exchange';
import { quoted, responseOf } from './shared';

/** "A 204 response is terminated by the end of the header section; it cannot contain content or trailers." RFC 9110 §15.3.5 */
export const noContent: Rule = {
  id: 'no-content',
  level: 'must',
  statement: 'A response declared without content has none on the wire, not even after its header section.',
  reference: 'RFC 9110 §15.3.5, §8.6',
  advice: 'Send the status and the header section alone: no body, no Transfer-Encoding, no Content-Length.',
  probes: ['valid', 'again', 'provoke'],
  bind(operation) {
    if (operation.method === 'HEAD') return [];
    return operation.responses
      .filter(({ status, media }) => media.length === 0 && status !== 'default')
      .map((response) => ({ operation, response, clause: response.clause }));
  },
  judge(exchange, subject) {
    const response = responseOf(exchange, subject);
    if (!response) return undefined;
    return [...bytesAfterHead(response), ...(response.status === 204 ? misleadingFields(response) : [])];
  },
};

function bytesAfterHead(response: Response): Breach[] {
  // Only a 204 or a 304 ends with its header section; elsewhere framing may follow, but no content.
  const bytes = response.status === 204 || response.status === 304 ? response.afterHead : response.body;
  if (bytes.length === 0) return [];
  return [
    {
      message: `a ${response.status} is followed by content`,
      expected: 'no byte after the header section',
      actual: `${count(bytes.length, 'byte')}: ${quoted(bytes.toString('latin1'))}`,
    },
  ];
}

function misleadingFields(response: Response): Breach[] {
  const field = (name: string) => fieldValues(response, name).join(', ');
  const breaches: Breach[] = [];
  const [coding, length, type] = [field('transfer-encoding'), field('content-length'), field('content-type')];
  if (coding !== '') {
    breaches.push({
      message: 'a 204 has a Transfer-Encoding',
      expected: 'no such field',
      actual: `Transfer-Encoding: ${coding}`,
    });
  }
  if (length !== '') {
    const zero = Number(length) === 0;
    breaches.push({
      message: zero ? 'a 204 has a Content-Length, if only of 0' : 'a 204 has a Content-Length',
      expected: 'no such field (RFC 9110 §8.6)',
      actual: `Content-Length: ${length}`,
      level: zero ? 'should' : 'must',
    });
  }
  if (type !== '') {
    breaches.push({
      message: 'a 204 has a Content-Type',
      expected: 'no such field',
      actual: `Content-Type: ${type}`,
      level: 'should',
    });
  }
  return breaches;
}
