import fc from 'fast-check';
import type { OperationDesign, WorldFault } from '../design/design';
import { emptyAnswer } from '../design/showing';
import { faultsOf } from '../faults/made';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

export const heads = kindChoice<boolean>({
  about: 'Whether the contract has HEAD beside GET, which is answered alike, without the content (RFC 9110 §9.3.2).',
  plain: false,
  others: fc.constant(true),
  apply(value, kind) {
    if (!value) return;
    const reads = kind.operations.filter(({ role }) => role === 'read' || role === 'list');
    kind.operations.push(...reads.map(headOf));
  },
  faults: (_, kind) =>
    kind.operations
      .filter(({ method }) => method === 'HEAD')
      .map(
        (operation): WorldFault =>
          faultsOf(operation).ofAnswer(
            'it finds nothing',
            { class: 'status', rules: ['success-status', 'head-as-get'] },
            () => refuse(kind.design, 404, 'There is nothing.'),
          ),
      ),
});

/** HEAD as a GET is: it checks the same, and takes the same parameters. */
const headOf = (read: OperationDesign): OperationDesign => ({
  ...read,
  role: 'act',
  id: `headOf${read.id}`,
  method: 'HEAD',
  answers: read.answers.map(({ status, headers }) => emptyAnswer(status, headers)),
});
