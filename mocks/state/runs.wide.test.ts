/** What `verify` finds of a mock that keeps what is made: it is held to the rules for services. */

import { suite } from '../../conformance/suite';
import { readContract } from '../../src/contract/load';
import { verifyTarget } from '../../src/engine/verify';
import { someOf } from '../../src/support/testing/cases.testing';
import { parseTarget } from '../../src/wire/target';
import { type Mock, serveMock } from '../server';

const SHOP = 'mocks/fixtures/shop.yaml';

const started: Mock[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((mock) => mock.close()));
});

const FILES = [
  'proof/faults/nursery/nursery.yaml',
  'proof/faults/desk/desk.yaml',
  'proof/faults/desk/desk31.yaml',
  SHOP,
];

test.each(someOf(FILES, 1, 3))('a run on it finds nothing: %s', async (file) => {
  const mock = await serveMock({ contract: file, port: 0, stateful: true, seed: 7 });
  started.push(mock);
  const loaded = await readContract(file);
  const schemes = loaded.operations.flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes));
  const report = await verifyTarget(loaded, suite, {
    target: parseTarget(mock.url),
    token: 'token',
    credentials: Object.fromEntries(
      schemes.map(({ name, http }) => [name, http === 'basic' ? 'user:password' : 'any-key']),
    ),
    writes: 'any',
    seed: 7,
    salt: 'k3f9',
  });
  expect(report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  const plainReason = (reason: string) =>
    reason.replace(/#\d+ ?/g, '').replace(/(answered 201) to .*(, and nothing)/s, '$1$2');
  expect(new Set(report.leftovers?.map(({ reason }) => plainReason(reason)) ?? [])).toEqual(
    new Set([
      ...(file.endsWith('31.yaml') || file === SHOP ? ['the contract has no operation that removes it'] : []),
      // Several at once.
      ...(file === SHOP ? ['perhaps made: the answer to does not say what it made'] : []),
      // Comments and the account have no path of their own; an order names a product that nobody had shown.
      ...(file === SHOP
        ? [
            'perhaps made: was answered 201, and nothing tells by which operation that could be asked for or removed',
            'perhaps made: named it, but nothing but a guess says how it is named',
            'perhaps made: a list shows it with a text that this run sent, and no answer said that it was made',
          ]
        : []),
      // With consent to everything, what nobody made is changed, too: the account, and products that have no GET of all of them.
      ...(file === SHOP
        ? [
            'changed, and not put back: GET /account shows nothing any more, after ',
            'changed, and not put back: GET /products/{id} shows nothing any more, after ',
            'perhaps changed: was answered 200 (and 9 more requests of that kind), and nothing shows what that did to what the run did not make',
          ]
        : []),
      // Nothing shows what is in the basket that is emptied.
      ...(file.endsWith('desk.yaml')
        ? [
            'perhaps changed: was answered 205 (and 5 more requests of that kind), and nothing shows what that did to what the run did not make',
          ]
        : []),
      // Of tickets there is no list, and a title may be left out.
      ...(file === SHOP
        ? ['perhaps made: named it, but what was sent has no text by which it could be told from all else']
        : []),
    ]),
  );
  const exercised = report.requirements.filter(({ rule, verdict }) => rule === 'deleted-gone' && verdict === 'pass');
  expect(exercised.length > 0 || file.endsWith('desk31.yaml')).toBe(true);
});
