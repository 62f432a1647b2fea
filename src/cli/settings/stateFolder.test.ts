import { makeStateFolder } from './stateFolder';

// Node's own recursive mkdir would never return.
test('a folder that cannot be made is an error, and no endless wait', () => {
  expect(() => makeStateFolder({ XDG_STATE_HOME: '/proc/nowhere' })).toThrow(
    'the folder /proc/nowhere/espalier cannot be made',
  );
});
