import fc from 'fast-check';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

interface Quota {
  /** How many things somebody may have made. */
  readonly most?: number;
  readonly status?: 403 | 409;
}

export const quota = kindChoice<Quota>({
  about: 'How many things of a kind somebody may have; one more is refused.',
  plain: {},
  others: fc.record(
    { most: fc.constantFrom(6, 12), status: fc.constantFrom(403 as const, 409 as const) },
    { requiredKeys: ['most'] },
  ),
  apply({ most, status = 403 }, kind) {
    const operation = kind.operations.find(({ role }) => role === 'create');
    if (most === undefined || !operation) return;
    operation.steps.push({
      phase: 'rules',
      name: 'quota',
      refuses: () => [status],
      run(call) {
        const own = call.store.every(kind).filter(({ maker, isBuried }) => maker === 'run' && !isBuried);
        return own.length < most ? undefined : refuse(kind.design, status, `Nobody may have more than ${most}.`);
      },
    });
  },
});
