/** In which order a report asks for what is to be handed over. */

import type { RequirementReport } from '../report';
import { wantedBy } from './unexercised';

const TASK = 'a value of "task" that exists (--param task=VALUE)';
const USED_UP = 'a value of "task" that exists and may be used up (--param task=VALUE)';
const DRAWN = 'what draws 401 (--provoke 401:task=VALUE)';

const wanting = (operation: string, ...handOver: string[]) => ({ operation, handOver }) as unknown as RequirementReport;

test.each<[string, RequirementReport[], string[]]>([
  [
    'what more operations want comes first',
    [wanting('GET /a', DRAWN), wanting('GET /a', TASK), wanting('GET /b', TASK)],
    [TASK, DRAWN],
  ],
  [
    'many requirements of one operation are one operation',
    [wanting('GET /a', DRAWN), wanting('GET /a', DRAWN), wanting('GET /a', TASK), wanting('GET /b', TASK)],
    [TASK, DRAWN],
  ],
  ['of as many, the first that was asked for', [wanting('GET /a', DRAWN), wanting('GET /a', TASK)], [DRAWN, TASK]],
  ['an option comes once, in its longest words', [wanting('GET /a', TASK), wanting('PUT /a', USED_UP)], [USED_UP]],
])('%s', (_, requirements, expected) => {
  expect(wantedBy(requirements)).toEqual(expected);
});
