import type { Operation } from '../../../contract/contract';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import { Apart } from './apart';

const operation = { name: 'GET /a' } as Operation;

/** A valid request that differs from the plainest one in these parts. */
const asking = (...parts: readonly string[]) =>
  ({ request: { operation, input: parts }, claim: { probe: 'valid', name: parts.join() } }) as unknown as Case;

const answered = (status: number, each: Case) => ({ case: each, response: { status }, error: null }) as Exchange;

/** Tells which parts are sent alone after each answer. */
function alone(answers: readonly (readonly [status: number, ...parts: string[]])[]): string[] {
  const apart = new Apart((each) =>
    (each.request.input as unknown as string[]).map((key) => ({
      key,
      alone: () => asking(key),
      beside: () => (key === 'x' ? asking(key, 'as much') : undefined),
    })),
  );
  return answers.map(([status, ...parts]) =>
    apart
      .take(answered(status, asking(...parts)))
      .map(({ claim }) => claim.name)
      .join(' '),
  );
}

test.each<[string, Parameters<typeof alone>[0], string[]]>([
  ['what was refused in company is sent alone', [[200], [400, 'x', 'y']], ['', 'x y']],
  ['so is what the service failed at', [[200], [500, 'x', 'y']], ['', 'x y']],
  [
    'what was accepted is not',
    [
      [200, 'x'],
      [400, 'x', 'y'],
    ],
    ['', 'y'],
  ],
  ['nor what was sent alone before', [[200], [400, 'x', 'y'], [400, 'y', 'z']], ['', 'x y', 'z']],
  ['one part is alone already', [[200], [400, 'z'], [400, 'z', 'y']], ['', '', 'y']],
  ['what is alone already is sent beside what may have to follow it', [[200], [400, 'x']], ['', 'x,as much']],
  ['one part beside those that were accepted is sent alone, too', [[200], [200, 'x'], [400, 'x', 'y']], ['', '', 'y']],
  ['it waits until something is accepted', [[400, 'x', 'y'], [400, 'z', 'y'], [200]], ['', '', 'x y z']],
  [
    'where nothing is, nothing is sent',
    [
      [400, 'x', 'y'],
      [422, 'x'],
    ],
    ['', ''],
  ],
  [
    'what is refused alone, too, is sent beside what may have to follow it, once',
    [
      [200, 'b'],
      [400, 'x', 'y'],
      [400, 'x', 'b'],
      [400, 'x', 'b'],
      [400, 'y', 'b'],
    ],
    ['', 'x y', 'x,as much', '', ''],
  ],
  [
    'a conflict, a missing right and a limit say nothing of parts',
    [[200], [409, 'x', 'y'], [403, 'x', 'y'], [429, 'x', 'y']],
    ['', '', '', ''],
  ],
])('%s', (_, answers, sent) => {
  expect(alone(answers)).toEqual(sent);
});

test('no more than forty parts of an operation are sent alone', () => {
  const many = Array.from({ length: 100 }, (_, at) => String(at));
  const [, first = '', second] = alone([[200], [400, ...many], [400, 'x', 'y']]);
  expect(first.split(' ')).toHaveLength(40);
  expect(second).toBe('');
});
