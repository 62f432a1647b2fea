import {
  beginsWithChange,
  endsInChange,
  endsInDestruction,
  endsInLogout,
  endsInMoving,
  endsInTaking,
  endsInTrial,
  flagAsksForChange,
  saysChange,
} from './actions';
import { isIdName } from './ids';
import { isPlainName } from './measures';
import { isUniqueName } from './naming';
import { isExclusiveFlag, isExclusiveValue, isPlaceInOrder, isRelatingName } from './relations';

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
  ['propagate', 'flag'],
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

test.each([
  ['/orders/{id}/approve', true],
  ['/orders/{id}/reject/', true],
  ['/orders/approve/{id}', true],
  ['/orders/{id}/lock', true],
  ['/orders/{id}/unpublish', true],
  ['/cards/{id}/set-default', true],
  ['/orders/{id}/cancel', true],
  ['/orders/approvals', false],
  ['/orders/{id}/locks', false],
  ['/archive', false],
  ['/archive/{id}', false],
  ['/orders/{id}', false],
  ['/orders/{id}/settings', false],
])('%s ends in what changes something: %j', (path, expected) => {
  expect(endsInChange(path)).toBe(expected);
});

test.each([
  ['/orders/{id}/quote', true],
  ['/plans/{id}/dry-run', true],
  ['/orders/{id}/lend', false],
  ['/orders/{id}/checks', false],
  ['/checks/{id}', false],
])('%s ends in what only says what would be: %j', (path, expected) => {
  expect(endsInTrial(path)).toBe(expected);
});

test.each([
  ['/logout', true],
  ['/auth/sign-out', true],
  ['/sessions/{id}/logoff', true],
  ['/logouts', false],
  ['/auth/login', false],
])('%s ends in the end of a session: %j', (path, expected) => {
  expect(endsInLogout(path)).toBe(expected);
});

test.each([
  ['delete', true],
  ['deleteAll', true],
  ['approve', true],
  ['deleted', false],
  ['show', false],
])('%s begins with what changes something: %j', (text, expected) => {
  expect(beginsWithChange(text)).toBe(expected);
});

test.each([
  ['purge', true],
  ['consume', true],
  ['markAsRead', true],
  ['auto_ack', true],
  ['andDelete', true],
  ['archived', false],
  ['with_details', false],
  ['verbose', false],
  ['is_read', false],
])('the flag %s asks for a change: %j', (name, expected) => {
  expect(flagAsksForChange(name)).toBe(expected);
});

test.each([
  ['Set mute state', true],
  ['Sets the pause status.', true],
  ['Pause this job', true],
  ['Queue all watches with this tag for recheck', true],
  ['Set to `true` to delete the message after it was read', true],
  ['Set to 1 to force recheck of all watches', true],
  ['Forces a rebuild', true],
  ['Marks all messages as read', true],
  ['Set the page size', false],
  ['Set to 1 to only return what failed', false],
  ['Close matches alone', false],
  ['Queue name', false],
  ['Start date', false],
  ['Force JSON output', false],
  ['Whether to include the archived ones', false],
  ['', false],
])('%s says that something changes: %j', (description, expected) => {
  expect(saysChange(description)).toBe(expected);
});

test.each([
  ['/queue/pop', true],
  ['/jobs/{id}/claim', true],
  ['/messages/receive', true],
  ['/keys/rotate', true],
  ['/claims', false],
  ['/claim/{id}', false],
  ['/take-aways', false],
  ['/orders/next', false],
])('%s ends in what takes something away: %j', (path, expected) => {
  expect(endsInTaking(path)).toBe(expected);
});

test.each([
  ['leader', true],
  ['PRIMARY', true],
  ['all', true],
  ['Everyone', true],
  ['replace', true],
  ['one', false],
  ['append', false],
  ['all_day', false],
  ['team_lead', false],
])('of the listed value %s, another thing may lose what it has: %j', (value, expected) => {
  expect(isExclusiveValue(value)).toBe(expected);
});
