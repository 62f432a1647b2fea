import { readXPath } from './xpath';

const PETS = '<?xml version="1.0"?>\n<pets count="2"><pet id="7"><name>Orca</name></pet><pet id="8"/></pets>';
const NAMED = '<o xmlns="urn:a" xmlns:b="urn:b"><item>y</item><b:i n="1"/></o>';

test.each<[condition: string, xml: string, isMet: boolean | string]>([
  ['/pets/pet', PETS, true],
  ['/pets/cat', PETS, false],
  ['//pet[@id = 7]/name = "Orca"', PETS, true],
  ['//pet[@id = 9]', PETS, false],
  ['count(/pets/pet) = /pets/@count', PETS, true],
  ['count(//pet) > 2', PETS, false],
  ['every $pet in //pet satisfies $pet/@id', PETS, true],
  ['//item', NAMED, true],
  ['//b:i/@n = 1', NAMED, true],
  ['//c:i', NAMED, false],
  ["//*[local-name() = 'item']", NAMED, true],
  ['/pets', `  ${PETS.slice(PETS.indexOf('<pets'))}\n`, true],
  ['/pets', '{"pets":[]}', false],
  ['/pets', '<pets>', false],
  ['/pets', '', false],
  ['/pets', '<!DOCTYPE pets [<!ENTITY a "b">]><pets>&a;</pets>', false],
  ['/a', `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`, false],
  ['/pets[', PETS, 'the condition is no XPath.'],
  ['', PETS, 'the condition is no XPath.'],
])('%s of %s → %s', (condition, xml, expected) => {
  const isMet = readXPath(condition);
  expect(typeof isMet === 'string' ? isMet : isMet(xml)).toBe(expected);
});
