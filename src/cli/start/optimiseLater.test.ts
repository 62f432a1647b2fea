import { optimiseLater } from './optimiseLater';

test.each<[command: string | undefined, version: string, isSet: boolean]>([
  ['verify', '10.2.154.26', false],
  ['verify', '11.3.244.8-node.33', true],
  [undefined, '11.3.244.8-node.33', true],
  ['verify', '12.4.254.21-node.57', false],
  ['verify', '13.6.233.17-node.53', false],
  // They run all day.
  ['mock', '11.3.244.8-node.33', false],
  ['proxy', '11.3.244.8-node.33', false],
])('%s in V8 %s is told to optimise later: %s', (command, version, isSet) => {
  const flags: string[] = [];
  optimiseLater(command, version, (flag) => void flags.push(flag));
  expect(flags.map((flag) => flag.replace(/=\d+$/, ''))).toEqual(isSet ? ['--interrupt-budget'] : []);
});
