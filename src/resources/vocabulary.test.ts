import { endsInDestruction } from './vocabulary';

test.each([
  ['/queue/purge', true],
  ['/cache/clear-all', true],
  ['/clearCache', true],
  ['/orders/{id}/delete', true],
  ['/orders/delete/{id}', true],
  ['/jobs/{id}/cancel/', true],
  ['/admin/factory_reset', false],
  ['/admin/reset', true],
  ['/auth/log-out', false],
  ['/logout', false],
  ['/queue/stop', true],
  ['/bulk-delete', true],
  ['/orders/deleted', false],
  ['/stop/{id}', false],
  ['/stop-times', false],
  ['/reset/{token}', false],
  ['/orders/{delete}', false],
  ['/clearances', false],
  ['/', false],
])('%s ends in what takes something away: %j', (path, expected) => {
  expect(endsInDestruction(path)).toBe(expected);
});
