import {
  endsInDestruction,
  endsInMoving,
  isExclusiveFlag,
  isIdName,
  isPlaceInOrder,
  isPlainName,
  isRelatingName,
  isUniqueName,
} from './vocabulary';

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

test.each([
  ['/themes/{id}/activate', true],
  ['/cards/{id}/make-default', true],
  ['/addresses/{id}/setPrimary', true],
  ['/items/{id}/move-up', true],
  ['/items/{id}/position', true],
  ['/items/reorder', true],
  ['/orders/{id}/default', true],
  ['/activations', false],
  ['/defaults', false],
  ['/orders/{activate}', false],
  ['/selections/{id}', false],
  ['/moves', false],
])('%s ends in what takes something from other things: %j', (path, expected) => {
  expect(endsInMoving(path)).toBe(expected);
});

test.each([
  ['userId', 'id'],
  ['X-Order-Id', 'id'],
  ['grid', undefined],
  ['transferTo', 'relating'],
  ['X-Copy-Source', 'relating'],
  ['replaces', 'relating'],
  ['tomato', undefined],
  ['alias', 'unique'],
  ['lastName', 'unique'],
  ['isDefault', 'flag'],
  ['set_as_primary', 'flag'],
  ['wanted', undefined],
  ['position', 'order'],
  ['display_order', 'order'],
  ['order', 'plain'],
  ['per_page', 'plain'],
  ['api-version', 'plain'],
  ['target_version', 'relating'],
])('%s is read as %s', (name, expected) => {
  const kinds = {
    id: isIdName,
    relating: isRelatingName,
    flag: isExclusiveFlag,
    order: isPlaceInOrder,
    plain: isPlainName,
    unique: isUniqueName,
  };
  const found = Object.entries(kinds).find(([, is]) => is(name));
  expect(found?.[0]).toBe(expected);
});
