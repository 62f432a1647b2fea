import { suite } from '../../../conformance/suite';
import type { GivenSettings } from '../model/settings';
import { settingsOf } from '../settingsOf';
import { selectRules } from './plan';

const id = 'credential-checked';
const isSelected = (given: GivenSettings) => selectRules(suite.rules, settingsOf(given)).some((rule) => rule.id === id);

test.each([
  ['of a target', {}, true],
  ['not of the mock that the run starts, which takes any credential', { everythingExists: true }, false],
  ['of that mock where it is asked for by name', { everythingExists: true, only: [id] }, true],
  ['not where it is left out', { skip: [id] }, false],
])('that a credential is checked is required %s', (_, options, expected) => {
  expect(isSelected(options)).toBe(expected);
});
