import { excerpt } from '../../redaction/printable';

const plain = (text: string) => text;

test('a body that is cut within a character is shown as text', () => {
  const body = Buffer.from(`a${'ä'.repeat(50_000)}`);
  expect(excerpt(body, plain)).toBe(`a${'ä'.repeat(4095)}… (100001 bytes in all)`);
});

test.each([
  ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0xe4]), 'a\\xff\\xe4'],
  ['a character that lacks a byte', Buffer.from([0x61, 0xc3]), 'a\\xc3'],
  ['what a terminal obeys', Buffer.from('a\u001b[2Jb\u202ec'), 'a\\u001b[2Jb\\u202ec'],
  ['lines', Buffer.from('a\r\nb\n\tc'), 'a\nb\n\tc'],
])('%s', (_, bytes, shown) => {
  expect(excerpt(bytes, plain)).toBe(shown);
});
