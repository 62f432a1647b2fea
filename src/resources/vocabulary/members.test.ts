import { holdsWrongParts, listsBreaches, namesWrongPart, saysWhatIsWrong } from './errors';
import { countsOn, isBareId, isIdentifyingNumber, isIdOrKey, isReferringId, mayRefer, tellsApart } from './ids';
import { isDoing, isOwnName, isWantedUnique, mayNameInPath, namesByItself, namingRank } from './naming';
import {
  ITS_OWN,
  isConfined,
  isMadeByService,
  isOftenSet,
  isRefusedWhenSent,
  saysWhenChanged,
  saysWhenMade,
  saysWhich,
} from './setByService';
import { isSeldomTrue, isSoftDeletion, isSoftlyDeleted, isState, isStatus, mayEnd } from './states';
import { mayHoldThings, saysNothing, wrapsList, wrapsThing, wrapsWhatIsSent } from './wrapping';

type Told = (name: string) => boolean;

/** Lists that stand side by side since they differ on purpose: of each, names that it has, and names that others of its kind have. */
test.each<[list: string, tells: Told, has: readonly string[], lacks: readonly string[]]>([
  ['isBareId', isBareId, ['id', '_id', 'ID', 'uuid', 'guid'], ['userId', 'slug', 'grid']],
  ['isReferringId', isReferringId, ['customerId', 'order_id', 'petUuid'], ['id', 'uuid', 'orderIds']],
  ['isIdOrKey', isIdOrKey, ['id', 'orderId', 'api_key', 'accessToken'], ['monkey', 'grid', 'name']],
  ['mayRefer', mayRefer, ['ownerIds', 'parent_ref', 'email', 'filePath'], ['title', 'amount']],
  ['isIdentifyingNumber', isIdentifyingNumber, ['uid', 'orderNumber', 'track_no'], ['count', 'position']],
  ['tellsApart', tellsApart, ['isrc', 'order no', 'etag'], ['title', 'position']],
  ['countsOn', countsOn, ['id', 'track number', 'position'], ['isrc', 'size']],
  ['namesByItself', namesByItself, ['code', 'symbol'], ['acronym', 'displayname']],
  ['mayNameInPath', mayNameInPath, ['slug', 'user_name'], ['email', 'displayName']],
  ['isOwnName', isOwnName, ['email', 'title'], ['key', 'groupName']],
  ['isWantedUnique', isWantedUnique, ['sku', 'display_name', 'code'], ['country_code', 'host']],
  ['isDoing', isDoing, ['delete', 'byId', 'search'], ['plants', 'deleted']],
  ['ITS_OWN', (name) => ITS_OWN.test(name), ['status', 'createdAt', '_links', 'owner'], ['name', 'price']],
  [
    'saysWhenMade',
    saysWhenMade,
    ['createdAt', 'added_on', 'dateJoined', 'creation_date'],
    ['updatedAt', 'address', 'orders'],
  ],
  [
    'saysWhenChanged',
    saysWhenChanged,
    ['updatedAt', 'last_modified', 'lastUpdate'],
    ['createdAt', 'changes', 'editor'],
  ],
  ['isRefusedWhenSent', isRefusedWhenSent, ['created_at', 'etag', '_rev'], ['status', 'owner', 'name']],
  ['isOftenSet', isOftenSet, ['name', 'code'], ['title', 'fullName']],
  ['isMadeByService', isMadeByService, ['etag', 'nextCursor', 'avatar_url'], ['name', 'status']],
  ['saysWhich', saysWhich, ['sku', 'parent-id', 'etag'], ['status', 'price']],
  ['isConfined', isConfined, ['phone', 'created_at', 'status'], ['name', 'price']],
  ['isStatus', isStatus, ['status', 'State'], ['stage']],
  ['isState', isState, ['isActive', 'draft', 'status'], ['locked', 'drafts']],
  ['mayEnd', mayEnd, ['locked', 'archivedAt', 'status'], ['draft', 'name']],
  ['isSeldomTrue', isSeldomTrue, ['is archived'], ['is active']],
  ['wrapsThing', wrapsThing, ['data', 'entity'], ['rows', 'plant']],
  ['wrapsList', wrapsList, ['data', '_embedded', 'rows'], ['entity', 'plants']],
  ['wrapsWhatIsSent', wrapsWhatIsSent, ['data', 'attributes'], ['item', 'object']],
  ['mayHoldThings', mayHoldThings, ['items', 'entities'], ['entries', 'list']],
  ['saysNothing', saysNothing, ['entries', 'data'], ['plants']],
  ['namesWrongPart', namesWrongPart, ['field', 'instancePath'], ['message']],
  ['saysWhatIsWrong', saysWhatIsWrong, ['message', 'code'], ['field']],
  ['holdsWrongParts', holdsWrongParts, ['errors', 'invalid-params'], ['field']],
  ['listsBreaches', listsBreaches, ['field errors', 'invalid params'], ['field error message']],
])('%s', (_, tells, has, lacks) => {
  expect(has.filter((name) => !tells(name))).toEqual([]);
  expect(lacks.filter((name) => tells(name))).toEqual([]);
});

test('a thing is asked for by its id rather than by its name, and by that rather than by an other code', () => {
  expect(['_id', 'name', 'uuid', 'orderCode', 'color'].map(namingRank)).toEqual([0, 1, 2, 3, undefined]);
});

test.each([
  ['deletedAt', '2026-01-01', true],
  ['deletedAt', null, false],
  ['is_active', false, true],
  ['active', true, false],
  ['status', 'ARCHIVED', true],
  ['status', 'open', false],
  ['name', 'archived', false],
])('%s: %j says that its thing is deleted: %j', (name, value, expected) => {
  expect(isSoftDeletion(name, value)).toBe(expected);
  expect(isSoftlyDeleted({ id: 7, [name]: value })).toBe(expected);
  expect(isSoftlyDeleted([{ [name]: value }])).toBe(false);
});
