import { isSuccessStatus } from '../../src/contract/contract';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { fieldValues, type Response } from '../../src/http/message';
import { endsWithHead, isWithoutContent } from '../../src/http/statuses';
import type { Level } from '../../src/report/report';
import { count } from '../../src/support/words';
import { quoted, responseOf } from '../judging/exchanges';

/**
 * "A 204 response is terminated by the end of the header section; it cannot contain content or trailers." RFC 9110 §15.3.5
 * A 205 must have none either (§15.3.6), and a 304 has none (§15.4.5). For other statuses, a contract without `content` says little, since
 * most contracts leave out what an error looks like.
 */
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
      .filter(({ status, media, defect }) => media.length === 0 && !defect && levelOf(status) !== undefined)
      .map((response) => ({ operation, response, clause: response.clause }));
  },
  judge(exchange, subject) {
    const response = responseOf(exchange, subject);
    if (!response || !subject.response) return undefined;
    const level = levelOf(String(response.status));
    return [
      ...bytesAfterHead(response).map((breach) => ({ ...breach, ...(level === 'should' ? { level } : {}) })),
      ...(response.status === 204 ? misleadingFields(response) : []),
    ];
  },
};

/** Returns the level of a finding about content with a status that is declared without content; undefined if it is no finding. */
function levelOf(status: string): Level | undefined {
  if (isWithoutContent(Number(status))) return 'must';
  return isSuccessStatus(status) ? 'should' : undefined;
}

function bytesAfterHead(response: Response): Breach[] {
  // Only a 204 or a 304 ends with its header section. With other statuses, framing may follow, but no content.
  const bytes = endsWithHead(response.status) ? response.afterHead : response.body;
  if (bytes.length === 0) return [];
  return [
    {
      message: `a ${response.status} is followed by content`,
      kind: 'content',
      expected: 'no byte after the header section',
      actual: `${count(bytes.length, 'byte')}: ${quoted(bytes.toString('latin1'))}`,
    },
  ];
}

function misleadingFields(response: Response): Breach[] {
  const field = (name: string) => fieldValues(response, name).join(', ');
  const breaches: Breach[] = [];
  const [coding, length] = [field('transfer-encoding'), field('content-length')];
  if (coding !== '') {
    breaches.push({
      message: 'a 204 has a Transfer-Encoding',
      kind: 'Transfer-Encoding',
      expected: 'no such field',
      actual: `Transfer-Encoding: ${coding}`,
    });
  }
  if (length !== '') {
    const zero = Number(length) === 0;
    breaches.push({
      message: zero ? 'a 204 has a Content-Length, although it is 0' : 'a 204 has a Content-Length',
      kind: 'Content-Length',
      expected: 'no such field (RFC 9110 §8.6)',
      actual: `Content-Length: ${length}`,
      level: zero ? 'should' : 'must',
    });
  }
  return breaches;
}
