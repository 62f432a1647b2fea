import { isLoopback, parseTarget } from './target';

test.each([
  ['http://localhost:8080', true],
  ['http://api.localhost', true],
  ['http://127.0.0.1:1', true],
  ['http://127.1.2.3', true],
  ['http://[::1]:8080', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['http://localhost.example', false],
  ['http://127.0.0.1.example', false],
  ['http://10.0.0.1', false],
  ['http://api:8080', false],
  ['http://[fe80::1]', false],
])('%s is an address of this machine: %j', (url, expected) => expect(isLoopback(parseTarget(url))).toBe(expected));
