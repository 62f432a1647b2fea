import type { Operation } from '../contract/contract';

/**
 * Returns how much an operation may destroy that other cases need, from 0 (nothing) to 3. Cases of one degree may be
 * sent side by side.
 */
export function destructiveness(operation: Operation): number {
  if (endsSession(operation)) return 3;
  return operation.method === 'DELETE' ? 2 : operation.safe ? 0 : 1;
}

/**
 * Returns whether the names suggest that an operation ends the session or the service. Such an operation is sent last,
 * so a wrong guess does no harm.
 */
export function endsSession({ path, operationId = '' }: Operation): boolean {
  const words = `${path} ${operationId}`.replace(/([a-z])([A-Z])/g, '$1-$2');
  return /(^|[^a-z])(log|sign)[-_ ]?(out|off)|(^|[^a-z])(shut[-_]?down|restart|reboot|revoke|terminate|invalidate|end[-_]session|deactivate)([^a-z]|$)/i.test(
    words,
  );
}
