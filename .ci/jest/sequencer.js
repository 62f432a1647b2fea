/**
 * In which order the test files run. Jest begins with those that took longest before, and in a fresh clone, where nobody knows, with the
 * largest files. Then a long one may begin last, and is waited for alone. So the longest begin first, everywhere, and those that mostly wait
 * run beside those that mostly calculate. A name that is missing here, or that no file has any more, costs some seconds and nothing else.
 */

const { basename } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** By the name of the file alone: files move from room to room. */
const LONGEST = [
  'faults',
  'startTarget',
  'guides',
  'verify',
  'strangers',
  'stall',
  'own',
  'ci',
  'whyUnexercised',
  'failed',
  'jest',
  'mock',
  'interrupted',
  'namings',
  'kinds',
  'hostile',
  'busy',
  'shard',
  'runs',
];

class LongestFirst extends Sequencer {
  async sort(tests) {
    const ranks = new Map(LONGEST.map((name, at) => [`${name}.test.ts`, at]));
    const rank = ({ path }) => ranks.get(basename(path).replace(/\.(slow|wide)(?=\.test\.ts$)/, '')) ?? LONGEST.length;
    const sorted = await super.sort(tests);
    return [...sorted].sort((one, other) => rank(one) - rank(other));
  }
}

module.exports = LongestFirst;
