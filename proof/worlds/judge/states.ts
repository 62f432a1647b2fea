/** What one request does and another shows: made, changed, removed, listed, locked. It looks at answers, and never at how the service works. */

import { isEqual } from '../../../src/json/equality';
import { isObject, type JsonObject, type JsonValue } from '../../../src/json/value';
import type { KindDesign, OperationDesign, OperationRole, WorldThing } from '../design/design';
import { pathOfThing, showThing } from '../design/showing';
import { mayChange } from '../service/steps';
import { ask, type JudgedAnswer, type Looking } from './asking';
import { type OracleRequest, validRequest } from './oracle';

type Of = (role: OperationRole) => OperationDesign | undefined;

export async function checkStates(looking: Looking, kind: KindDesign): Promise<void> {
  const of: Of = (role) => kind.operations.find((operation) => operation.role === role);
  await checkPrivate(looking, kind, of);
  await checkMade(looking, kind, of);
  for (const role of ['replace', 'merge'] as const) await checkChanged(looking, of, role);
  await checkPages(looking, of('list'));
  await checkLocks(looking, kind, of);
  await checkSettings(looking, kind);
  await checkActions(looking, kind, of);
  await checkRestored(looking, kind, of);
  await checkRemoved(looking, kind, of);
}

/** What was put where there is one is shown there. */
async function checkSettings(looking: Looking, { operations }: KindDesign): Promise<void> {
  const [get, put] = ['GET', 'PUT'].map((wanted) =>
    operations.find(({ role, method }) => role === 'only' && method === wanted),
  );
  const asked = valid(looking, put);
  const read = asked?.thing && onSame(looking, get, asked.thing);
  if (!asked || !read) return;
  await ask(looking, asked);
  const found = await ask(looking, read);
  const sent = asked.content as JsonObject;
  const body = (found.body ?? {}) as JsonObject;
  const wrong = Object.keys(sent).filter((name) => !isSame(sent[name] ?? null, body[name]));
  if (wrong.length > 0) looking.object(read, found, `${wrong} is not what was put`);
}

/** Waits until GET shows a change. */
const shown = ({ kind }: WorldThing) => new Promise((resolve) => setTimeout(resolve, kind.staleMs));

const valid = (looking: Looking, operation: OperationDesign | undefined) =>
  operation && validRequest(operation, looking.service.store, looking.chance);

/** The same path and credentials for another operation of the kind, on the same thing. */
function onSame(
  looking: Looking,
  operation: OperationDesign | undefined,
  thing: WorldThing,
): OracleRequest | undefined {
  for (let tries = 0; operation && tries < 60; tries++) {
    const asked = valid(looking, operation);
    if (asked?.thing === thing) return asked;
  }
  return undefined;
}

/** What an answer shows of a thing. */
function shownIn({ kind }: OperationDesign, { body }: JudgedAnswer): JsonObject | undefined {
  const inner = kind.wrapper !== undefined && isObject(body) ? (body as JsonObject)[kind.wrapper] : body;
  return isObject(inner) ? (inner as JsonObject) : undefined;
}

/** The members of what was sent that are not shown as they were sent. */
function differing(kind: KindDesign, sent: JsonValue | undefined, shown: JsonObject | undefined): string[] {
  const hidden = kind.members.filter(({ writeOnly }) => writeOnly).map(({ name }) => name);
  const kept = kind.coercing.reduce((content, change) => change(content), (sent ?? {}) as JsonObject);
  return Object.entries(kept)
    .filter(([name, value]) => !hidden.includes(name) && !isSame(value, shown?.[name]))
    .map(([name]) => name);
}

const isSame = (value: JsonValue, shown: JsonValue | undefined) =>
  shown !== undefined && isEqual(JSON.parse(text(value)), JSON.parse(text(shown)));

const text = (value: JsonValue) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each));

async function checkMade(looking: Looking, kind: KindDesign, of: Of): Promise<void> {
  const asked = valid(looking, of('create'));
  if (!asked || asked.operation.makesNothing) return;
  const before = looking.service.store.every(kind);
  const answered = await ask(looking, asked);
  const made = looking.service.store.every(kind).filter((thing) => !before.includes(thing));
  const [thing] = made;
  if (!thing || made.length !== 1)
    return looking.object(asked, answered, `${made.length} things are made, and not one`);
  const shown = shownIn(asked.operation, answered);
  const isWhole = answered.status !== 202 && shown !== undefined && Object.keys(shown).length > 1;
  const wrong = isWhole ? differing(kind, asked.content, shown) : [];
  if (wrong.length > 0) looking.object(asked, answered, `${wrong} is not what was sent`);
  await new Promise((resolve) => setTimeout(resolve, kind.takesMs));
  const read = onSame(looking, of('read'), thing);
  const found = read && (await ask(looking, read));
  if (read && found) {
    const changed = differing(kind, asked.content, shownIn(read.operation, found));
    if (changed.length > 0) looking.object(read, found, `${changed} is not what was made`);
  }
  await checkListed(looking, of('list'), thing);
  await checkLocation(looking, asked, answered);
}

async function checkLocation(
  { service, ...looking }: Looking,
  asked: OracleRequest,
  { headers, status }: JudgedAnswer,
): Promise<void> {
  // What was accepted may lead to what tells of its progress (RFC 9110 §15.3.3).
  if (status === 202) return;
  const location = headers.get('Location');
  const read = asked.operation.kind.operations.find(({ role }) => role === 'read');
  if (location === null || !read) return;
  const { pathname, searchParams } = new URL(location, service.url);
  const path = pathname.slice(looking.design.prefix.length);
  const found = await ask(
    { ...looking, service },
    { ...asked, operation: read, path, query: Object.fromEntries(searchParams), headers: {}, content: undefined },
  );
  if (found.status !== 200) looking.object(asked, found, 'Location leads nowhere');
}

/** All items of a list, page by page. */
async function allListed(looking: Looking, list: OracleRequest, limit: string): Promise<JsonValue[][]> {
  const names = list.operation.parameters.map(({ name }) => name);
  const pages: JsonValue[][] = [];
  let query: Record<string, string> = names.includes('limit') ? { limit } : {};
  for (let page = 1; page <= 60; page++) {
    const answered = await ask(looking, { ...list, query });
    const { body } = answered;
    const items = (isObject(body) ? (body as JsonObject)['items'] : body) as JsonValue[] | undefined;
    if (!Array.isArray(items)) break;
    pages.push(items);
    const next = isObject(body) ? (body as JsonObject)['next'] : undefined;
    if (!names.includes('limit') || items.length === 0) break;
    if (names.includes('page')) query = { limit, page: String(page + 1) };
    else if (names.includes('offset')) query = { limit, offset: String(page * Number(limit)) };
    else if (typeof next === 'string') query = { limit, cursor: next };
    else break;
  }
  return pages;
}

async function checkListed(looking: Looking, list: OperationDesign | undefined, thing: WorldThing): Promise<void> {
  let asked = valid(looking, list);
  const place = thing.parent ? `${pathOfThing(thing.parent)}/${thing.kind.plural}` : undefined;
  const isThere = () => place === undefined || asked?.path === place;
  for (let tries = 0; asked && !isThere() && tries < 40; tries++) asked = valid(looking, list);
  if (!asked || !isThere()) return;
  await new Promise((resolve) => setTimeout(resolve, thing.kind.lagMs));
  const id = idIn(thing.kind, showThing(thing));
  const items = (await allListed(looking, asked, '50')).flat();
  const times = items.filter((item) => [String(Number(id)), id].includes(idIn(thing.kind, item as JsonObject))).length;
  if (times !== 1) looking.object(asked, NOTHING, `what was made is listed ${times} times`);
}

/** The id that an answer shows of a thing, as a text. */
function idIn({ naming: { before, under, member } }: KindDesign, shown: JsonObject): string {
  const around = under === undefined ? shown : (shown[under] as JsonObject);
  return `${before ? `${around[before.member]}${before.joint}` : ''}${around[member]}`;
}

const NOTHING: JudgedAnswer = { status: 0, headers: new Headers(), text: '', body: undefined };

async function checkPages(looking: Looking, list: OperationDesign | undefined): Promise<void> {
  const asked = valid(looking, list);
  if (!asked || !list?.parameters.some(({ name }) => name === 'limit')) return;
  const pages = await allListed(looking, asked, '2');
  const ids = pages.flat().map((item) => idIn(list.kind, item as JsonObject));
  if (new Set(ids).size !== ids.length) looking.object(asked, NOTHING, 'pages repeat an item');
  if (pages.some((page) => page.length > 2)) looking.object(asked, NOTHING, 'a page has more than its limit');
  const whole = (await allListed(looking, asked, '50')).flat();
  if (whole.length !== ids.length) looking.object(asked, NOTHING, 'pages do not have what the list has');
}

async function checkChanged(looking: Looking, of: Of, role: 'replace' | 'merge'): Promise<void> {
  const asked = valid(looking, of(role));
  const thing = asked?.thing;
  if (!asked || !thing) return;
  const read = onSame(looking, of('read'), thing);
  await shown(thing);
  const before = read && shownIn(read.operation, await ask(looking, read));
  const others = () =>
    looking.service.store
      .every(thing.kind)
      .filter((each) => each !== thing)
      .map(({ key, value }) => ({ key, value }));
  const untouched = others();
  const answered = await ask(looking, asked);
  if (!isEqual(untouched, others())) looking.object(asked, answered, 'something else was changed');
  const content = asked.content as JsonObject;
  const kept = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null || role === 'replace'));
  await shown(thing);
  const again = onSame(looking, of('read'), thing);
  const found = again && (await ask(looking, again));
  if (!again || !found) return;
  const after = shownIn(again.operation, found);
  const isPatch = asked.operation.body?.mediaType.includes('merge-patch');
  const wrong = isPatch ? [] : differing(thing.kind, kept, after);
  if (wrong.length > 0) looking.object(again, found, `${wrong} is not what was sent`);
  const left = Object.keys(before ?? {}).filter((name) => !(name in content));
  const clients = thing.kind.members.filter(({ name }) => name !== thing.kind.naming.member);
  for (const { name, default: usual } of clients) {
    if (!left.includes(name)) continue;
    const isKept = isEqual(before?.[name], after?.[name]);
    if (role === 'merge' && !isKept) looking.object(again, found, `${name} was not to change`);
    if (role === 'replace' && usual === undefined && after?.[name] !== undefined)
      looking.object(again, found, `${name} was left out, and is still there`);
  }
}

async function checkRemoved(looking: Looking, kind: KindDesign, of: Of): Promise<void> {
  const asked = valid(looking, of('remove'));
  const thing = asked?.thing;
  if (!asked || !thing) return;
  const read = onSame(looking, of('read'), thing);
  const others = () =>
    looking.service.store
      .every(kind)
      .filter((each) => each !== thing && each.goneFrom > performance.now() + kind.leavesMs).length;
  const before = others();
  const answered = await ask(looking, asked);
  if (others() !== before) looking.object(asked, answered, 'something else was removed');
  await new Promise((resolve) => setTimeout(resolve, kind.leavesMs));
  if (read) {
    const found = await ask(looking, read);
    if (![404, 410].includes(found.status)) looking.object(read, found, 'what was removed is still there');
  }
}

/** What was removed and is brought back is as it was before; where it gets another name, all else is. */
async function checkRestored(looking: Looking, kind: KindDesign, of: Of): Promise<void> {
  const restore = kind.operations.find(({ takesBuried }) => takesBuried);
  const asked = valid(looking, of('remove'));
  const thing = asked?.thing;
  const read = thing && onSame(looking, of('read'), thing);
  if (!restore || !asked || !read) return;
  await shown(thing);
  const before = await ask(looking, read);
  await ask(looking, asked);
  await new Promise((resolve) => setTimeout(resolve, kind.leavesMs));
  const path = read.path + restore.path.slice(read.operation.path.length);
  const restored = await ask(looking, { ...read, operation: restore, path });
  if (restored.status >= 300) looking.object(asked, restored, 'what was removed is not brought back');
  if (restored.status === 201) return;
  await shown(thing);
  const after = await ask(looking, read);
  if (before.text !== after.text) looking.object(read, after, 'what was brought back is not as it was');
}

async function checkLocks(looking: Looking, { operations }: KindDesign, of: Of): Promise<void> {
  for (const operation of operations) {
    const asked = valid(looking, operation);
    if (!asked?.thing || !operation.parameters.some(({ name }) => name === 'If-Match')) continue;
    const stale = { ...asked, headers: { ...asked.headers, 'If-Match': '"stale"' } };
    const answered = await ask(looking, stale);
    if (answered.status !== 412) looking.object(stale, answered, 'a stale If-Match is taken');
    const read = onSame(looking, of('read'), asked.thing);
    const before = read && (await ask(looking, read)).headers.get('ETag');
    if (operation.role === 'remove' || !read) continue;
    await ask(looking, onSame(looking, operation, asked.thing) ?? asked);
    const found = await ask(looking, read);
    if (before === found.headers.get('ETag')) looking.object(read, found, 'the ETag is that of before');
  }
}

/** So often a thing is looked for that is in another state. */
const TRIES = 20;

/** What cannot be done to a thing in its state is refused, and does nothing. */
async function checkActions(looking: Looking, kind: KindDesign, of: Of): Promise<void> {
  const { store } = looking.service;
  for (const operation of kind.operations.filter(({ takes, takesBuried }) => takes && !takesBuried)) {
    const read = of('read');
    const isRefused = (each: WorldThing) => mayChange('ada', each) && operation.takes?.(each, store) === false;
    const asked = Array.from({ length: TRIES }, () => valid(looking, read)).find(
      (each) => each?.thing && isRefused(each.thing),
    );
    if (!read || !asked?.thing || operation.body) continue;
    const { thing } = asked;
    const path = asked.path + operation.path.slice(read.path.length);
    await shown(thing);
    const before = await ask(looking, asked);
    const refused = await ask(looking, { ...asked, operation, path, headers: {}, content: undefined });
    if (refused.status < 400)
      looking.object(asked, refused, `${operation.id} is done in a state in which it cannot be`);
    await shown(thing);
    const after = await ask(looking, asked);
    if (before.text !== after.text) looking.object(asked, after, `${operation.id} is refused, and has an effect`);
  }
}

/** What is of somebody else, the user does not see. */
async function checkPrivate(looking: Looking, kind: KindDesign, of: Of): Promise<void> {
  const read = of('read');
  const asked = valid(looking, read);
  if (!looking.design.isPrivate || kind.parent || !asked || !read) return;
  const other = looking.service.store.every(kind).find(({ owner }) => owner === 'bo');
  if (!other) return;
  const { isInQuery, parameter } = kind.naming;
  const found = isInQuery
    ? await ask(looking, { ...asked, query: { ...asked.query, [parameter]: other.key } })
    : await ask(looking, { ...asked, path: pathOfThing(other) });
  if (found.status !== 404) looking.object(asked, found, 'what is private is shown');
}
