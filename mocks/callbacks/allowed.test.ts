import { UsageError } from '../../src/support/errors';
import { readUrlPattern, whyNotAllowed } from './allowed';

test.each([
  ['http://localhost:9000/hook', [], undefined],
  ['http://127.0.0.1/hook', [], undefined],
  ['http://[::1]:9000/hook', [], undefined],
  ['http://0x7f.1/hook', [], undefined],
  [
    'http://169.254.169.254/latest',
    [],
    '169.254.169.254 is not this machine; allow it with --callbacks 169.254.169.254',
  ],
  ['http://0.0.0.0/hook', [], '0.0.0.0 is not this machine; allow it with --callbacks 0.0.0.0'],
  ['http://[fd00::1]/hook', [], 'fd00::1 is not this machine; allow it with --callbacks [fd00::1]'],
  [
    'http://localhost.example.com/',
    [],
    'localhost.example.com is not this machine; allow it with --callbacks localhost.example.com',
  ],
  ['http://localhost@example.com/', ['*'], 'its URL holds a user name or a password'],
  ['file:///etc/passwd', ['*'], 'it is sent to http and https alone, not to file:'],
  ['http://hooks.example.com/a', ['hooks.example.com'], undefined],
  ['https://HOOKS.example.com:8443/a', ['hooks.example.com'], undefined],
  ['http://a.example.com/', ['*.example.com'], undefined],
  ['http://example.com/', ['*.example.com'], expect.stringContaining('not this machine')],
  ['http://aXexample.com/', ['a.example.com'], expect.stringContaining('not this machine')],
  ['http://other.net/?x=a.example.com', ['*.example.com'], expect.stringContaining('not this machine')],
  ['http://other.net/a.example.com', ['*.example.com'], expect.stringContaining('not this machine')],
  ['http://hooks.example.com/a', ['https://hooks.example.com'], expect.stringContaining('not this machine')],
  ['https://hooks.example.com/orders/7', ['https://hooks.example.com/orders/*'], undefined],
  ['https://hooks.example.com/orders/../admin', ['https://hooks.example.com/orders/*'], expect.stringContaining('not')],
  ['http://192.168.0.7:9000/', ['192.168.0.7:9000'], undefined],
  ['http://192.168.0.7:9001/', ['192.168.0.7:9000'], expect.stringContaining('not this machine')],
  ['http://[fd00::1]/hook', ['[fd00::1]:80'], undefined],
])('%s with %j', (url, patterns, why) => {
  expect(whyNotAllowed(new URL(url), patterns.map(readUrlPattern), true)).toEqual(why);
});

test('what another machine asks for is sent to this one only if that is allowed', () => {
  const url = new URL('http://localhost:9000/hook');
  expect(whyNotAllowed(url, [], false)).toContain('another machine, or a page of one, asked for it');
  expect(whyNotAllowed(url, [readUrlPattern('localhost')], false)).toBeUndefined();
});

test.each(['', 'ftp://x', 'a b', 'http://', 'x:port', 'x/y?z'])('"%s" is no pattern', (text) => {
  expect(() => readUrlPattern(text)).toThrow(UsageError);
});
