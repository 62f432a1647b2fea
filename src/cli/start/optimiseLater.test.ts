import { optimiseLater } from './optimiseLater';

test.each<[version: string, isSet: boolean]>([
  ['10.2.154.26', false],
  ['11.3.244.8-node.33', true],
  ['12.4.254.21-node.57', false],
  ['13.6.233.17-node.53', false],
])('V8 %s is told to optimise later: %s', (version, isSet) => {
  const flags: string[] = [];
  optimiseLater(version, (flag) => void flags.push(flag));
  expect(flags.map((flag) => flag.replace(/=\d+$/, ''))).toEqual(isSet ? ['--interrupt-budget'] : []);
});
