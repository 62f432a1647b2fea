import type { StoreFault } from '../catalogue/fault';
import { sendBody, sendStatus } from './plantStore';

/** Statuses that the contract does not declare. They are faults only with `--closed`. */
export const undeclared: readonly StoreFault[] = [
  {
    name: 'closed-unknown-404',
    summary: 'answers an unknown id with 404, under --closed',
    draws: ['declared-status'],
    closed: true,
    changes: () => ({ unknown: (call) => sendStatus(call, 404) }),
  },
  {
    name: 'closed-malformed-422',
    summary: 'answers a malformed id with 422, under --closed',
    draws: ['declared-status'],
    closed: true,
    changes: () => ({ malformed: (call) => sendBody(call, '{"detail":"no"}', 'application/json', 422) }),
  },
  {
    name: 'closed-refusal-403',
    summary: 'refuses with 403, under --closed',
    draws: ['declared-status'],
    closed: true,
    changes: () => ({ refused: (call) => sendStatus(call, 403) }),
  },
];
