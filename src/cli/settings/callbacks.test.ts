import { UsageError } from '../../support/errors';
import { readCallbacks } from './callbacks';
import { loadConfiguration } from './configuration';
import { vocabularyOf } from './vocabulary';

const nothing = loadConfiguration(undefined, vocabularyOf({ operations: [] } as never));
const read = (flags: object, callbacks?: object) =>
  readCallbacks({
    flags,
    configuration: { ...nothing, settings: callbacks ? { callbacks: callbacks as { at: string } } : {} },
  });

test.each([
  [{}, undefined, undefined],
  [{ callbacksAt: 'http://10.0.0.7:9000' }, undefined, { at: 'http://10.0.0.7:9000', port: undefined }],
  [
    { callbacksAt: 'https://a.example.com/x', callbacksPort: 9000 },
    undefined,
    { at: 'https://a.example.com/x', port: 9000 },
  ],
  [{}, { at: 'http://a:1', port: 2 }, { at: 'http://a:1', port: 2 }],
  [{ callbacksAt: 'http://b' }, { at: 'http://a:1', port: 2 }, { at: 'http://b', port: 2 }],
])('%j with %j', (flags, configured, expected) => {
  expect(read(flags, configured)).toEqual(expected);
});

test.each([
  [{ callbacksAt: 'host:9000' }, /no http or https URL/],
  [{ callbacksAt: 'http://user:pa55@host' }, /more than a host and a path/],
  [{ callbacksAt: 'http://host/?a=1' }, /more than a host and a path/],
  [{ callbacksAt: 'https://host' }, /--callbacks-port/],
  [{ callbacksAt: 'http://host', callbacksPort: 70_000 }, /no port 70000/],
  [{ callbacksPort: 9000 }, /--callbacks-at URL/],
  [{ callbacksAt: 'http://host', processes: 2 }, /leave --processes out/],
])('%j cannot be used', (flags, why) => {
  expect(() => read(flags)).toThrow(UsageError);
  expect(() => read(flags)).toThrow(why);
});

test('a URL in the configuration is for one process, too', () => {
  const at = { at: 'http://host', port: undefined };
  expect(() => read({ processes: 2 }, at)).toThrow(/only one process can listen/);
  expect(read({ processes: 1 }, at)).toEqual(at);
});
