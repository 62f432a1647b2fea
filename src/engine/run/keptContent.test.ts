import type { Case } from '../model/case';
import { KeptContent } from './keptContent';

const FORM = 'multipart/form-data; boundary=B';
const part = (disposition: string, type: string, content: string) =>
  `--B\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
const file = part('name="file"; filename="f.bin"', 'application/octet-stream', '\u00ff\r\n\u0000');
const title = part('name="title"', 'text/plain', 'Rose');

test.each<[string, string, string, object | undefined]>([
  ['the only file of a form', FORM, `${file}${title}--B--\r\n`, { type: 'application/octet-stream', isInForm: true }],
  ['one of several files', FORM, `${file}${file}--B--\r\n`, undefined],
  ['a form without a file', FORM, `${title}--B--\r\n`, undefined],
  ['a body that has no parts', FORM, 'no parts', undefined],
  ['bytes by themselves', 'application/octet-stream', '\u00ff\r\n\u0000', { type: 'application/octet-stream' }],
])('%s', (_, type, text, kept) => {
  const request = {
    method: 'POST',
    path: '/scans',
    headers: [['Content-Type', type] as const],
    body: Buffer.from(text, 'latin1'),
  };
  const { plain } = new KeptContent().plainOf(
    { chain: { kind: 'own', step: 'make' } } as Case,
    request as Parameters<KeptContent['plainOf']>[1],
    { response: null } as Parameters<KeptContent['plainOf']>[2],
  );
  expect(plain?.sent).toEqual(kept && { ...kept, bytes: Buffer.from([0xff, 13, 10, 0]) });
});
