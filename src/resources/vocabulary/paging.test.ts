import {
  boundIn,
  choosesPage,
  isDirection,
  isNumberOfThings,
  isOfPages,
  isSearch,
  isSizeOfPage,
  isSortedBy,
  likelyPagePartOf,
  pagePartOf,
  saidOfList,
} from './paging';

test.each<[part: ReturnType<typeof pagePartOf>, names: readonly string[]]>([
  ['limit', ['limit', 'per_page', 'pageSize', 'page[limit]', 'max-results', 'take', 'rows', 'resultsPerPage']],
  ['page', ['page', 'pageNumber', 'page_no', 'pageNum', 'PageIndex', 'current_page']],
  ['offset', ['offset', 'skip', '$skip', 'startIndex', 'start_at', 'page[offset]', 'startPosition']],
  [
    'cursor',
    ['cursor', 'after', 'pageToken', 'next_token', 'nextPageToken', 'next_cursor', 'continuation', 'continuationToken'],
  ],
  ['cursor', ['starting_after', 'marker', 'Marker', 'page[cursor]']],
  [
    undefined,
    ['size', 'from', 'start', 'name', 'pages', 'markers', 'limits', 'token', 'afterwards', 'paget', 'skipped'],
  ],
])('the part %s of a list is chosen by %j', (part, names) => {
  expect(names.map((name) => pagePartOf(name))).toEqual(names.map(() => part));
});

test.each<[part: ReturnType<typeof likelyPagePartOf>, names: readonly string[]]>([
  ['limit', ['count', 'size', 'max', '$top', 'first', 'num', 'n']],
  ['offset', ['start', 'from']],
  [undefined, ['limit', 'page', 'sizes', 'name']],
])('the part %s of a list is perhaps chosen by %j', (part, names) => {
  expect(names.map((name) => likelyPagePartOf(name))).toEqual(names.map(() => part));
});

test.each<[name: string, chooses: boolean, isSize: boolean, ofPages: boolean]>([
  ['page', true, false, true],
  ['marker', true, false, true],
  ['nextToken', true, false, true],
  ['limit', false, true, true],
  ['$top', false, true, true],
  ['ending_before', false, false, true],
  ['prevPageToken', false, false, true],
  ['sort_by', false, false, true],
  ['ordering', false, false, true],
  ['sortDirection', false, false, true],
  ['fields', false, false, true],
  // A date may be meant: things from then on.
  ['from', false, false, false],
  ['status', false, false, false],
])('%s chooses a page: %j, says how long it is: %j, or how the list is shown: %j', (name, ...expected) => {
  expect([choosesPage(name), isSizeOfPage(name), isOfPages(name)]).toEqual(expected);
});

test.each<[name: string, by: boolean, direction: boolean]>([
  ['sort', true, false],
  ['sortBy', true, false],
  ['order_by', true, false],
  ['ordering', true, false],
  ['order', false, true],
  ['dir', false, true],
  ['sort_order', false, true],
  ['orderId', false, false],
  ['direct', false, false],
])('%s names what a list is sorted by: %j, or the direction: %j', (name, by, direction) => {
  expect([isSortedBy(name), isDirection(name)]).toEqual([by, direction]);
});

test.each<[said: ReturnType<typeof saidOfList>, names: readonly string[]]>([
  ['total', ['total', 'count', 'total_count', 'totalItems', 'X-Total-Count', 'X-Total', 'recordCount', 'totalHits']],
  ['pages', ['totalPages', 'total_page', 'pages', 'page_count', 'last_page', 'X-Total-Pages', 'numPages']],
  ['shown', ['itemCount', 'numberOfElements', 'returned', 'size', 'length', 'pageTotal']],
  ['size', ['per_page', 'limit', 'pageSize', 'X-Per-Page', 'itemsPerPage']],
  ['page', ['page', 'currentPage', 'X-Page', 'page_number']],
  ['offset', ['offset', 'start', 'startIndex', 'skip']],
  ['more', ['hasMore', 'has_next', 'hasNextPage', 'more', 'X-Has-More', 'isTruncated', 'moreResults']],
  ['isLast', ['last', 'isLast', 'is_last_page']],
  [
    'next',
    ['next', '@odata.nextLink', 'nextPageToken', 'next_page_url', 'nextCursor', 'NextMarker', 'endCursor', 'cursor'],
  ],
  ['next', ['continuationToken', 'LastEvaluatedKey', 'nextOffset', 'X-Next-Page', 'nextHref', 'nextToken']],
  ['previous', ['prev', 'previous', 'prev_page_url', 'previousCursor', 'X-Prev-Page']],
  [undefined, ['results', 'items', 'nextStep', 'counts', 'account', 'lastName', 'moreover', 'sizes', 'discount']],
])('of a list, %s is said by %j', (said, names) => {
  expect(names.map((name) => saidOfList(name))).toEqual(names.map(() => said));
});

test.each([
  ['results', true],
  ['Items', true],
  ['result', false],
  ['total', false],
  ['articlesCount', true],
  ['articleCount', true],
  ['total_articles', true],
  ['numArticles', true],
  ['articlesPerPage', false],
  ['commentsCount', false],
])('a number called %s counts things: %j', (name, expected) => {
  expect(isNumberOfThings(name, 'articles')).toBe(expected);
});

test.each([
  ['min_price', 'price', 'least'],
  ['bedroomsMax', 'bedrooms', 'most'],
  ['created_after', 'created', 'least'],
  ['date_to', 'date', 'most'],
])('%s bounds', (name, of, bound) => {
  expect(boundIn(name)).toEqual({ of, bound });
});

test('what bounds nothing', () => {
  expect(['after', 'max', 'priority', 'tomorrow', 'sort_by'].map(boundIn)).toEqual(Array(5).fill(undefined));
});

test('what holds words to search for', () => {
  expect(['q', 'query', 'search', 'searchTerm', 'search_text', 'keyword'].filter(isSearch)).toHaveLength(6);
  expect(['filter', 'searchable', 'sort', 'term', 'name', 'queryId'].filter(isSearch)).toEqual([]);
});
