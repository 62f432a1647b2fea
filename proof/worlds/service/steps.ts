/** What each operation checks before it acts: who asks, what the path names, and the input. */

import { SAFE_METHODS } from '../../../src/http/methods';
import { isObject, type JsonObject, type JsonValue } from '../../../src/json/value';
import type {
  CheckStep,
  CredentialDesign,
  Design,
  KindDesign,
  OperationDesign,
  ServiceCall,
  ServiceReply,
  WorldStore,
  WorldThing,
} from '../design/design';
import { breaks, breaksObject, readShapeText } from '../shapes';
import { refuse } from './refusals';

/** The secrets of the people of a world, by their names. `ada` is who runs Espalier. */
export const PEOPLE: Readonly<Record<string, string>> = {
  ada: 'k7Qw2mZx9LbT4vRn',
  bo: 'p3Hs8cYd6FgJ1uXe',
};

/** The text that a person shows for a credential. */
export function secretOf({ kind }: CredentialDesign, person: string): string {
  return kind === 'basic' ? `${person}:${PEOPLE[person]}` : `${PEOPLE[person]}`;
}

/** Who shows a credential; undefined if it is missing or wrong. */
function whoShows(credential: CredentialDesign, { headers, query }: ServiceCall): string | undefined {
  const shown = shownText(credential, headers, query);
  return Object.keys(PEOPLE).find((person) => secretOf(credential, person) === shown);
}

function shownText({ kind, field }: CredentialDesign, headers: ServiceCall['headers'], query: URLSearchParams) {
  if (kind === 'query') return query.get(field);
  if (kind === 'header') return headers[field.toLowerCase()];
  if (kind === 'cookie') {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
    return pairs.find(([name]) => name === field)?.[1];
  }
  // The scheme is compared without regard to letter case (RFC 9110 §11.1).
  const [scheme = '', shown = ''] = (headers.authorization ?? '').trim().split(/ +/, 2);
  if (scheme.toLowerCase() !== kind) return undefined;
  return kind === 'bearer' ? shown : Buffer.from(shown, 'base64').toString();
}

const CHALLENGES = { bearer: 'Bearer', basic: 'Basic', header: 'ApiKey', query: 'ApiKey', cookie: 'Cookie' } as const;

const challenge = ({ kind }: CredentialDesign) => `${CHALLENGES[kind]} realm="things"`;

const challenges = ({ credentials }: Design) => ({ 'WWW-Authenticate': credentials.map(challenge).join(', ') });

/** Who is let in no more. */
const left = new WeakMap<WorldStore, Set<string>>();

/** From now on, who asks is let in no more. */
export function endSession({ store, person }: ServiceCall): void {
  left.set(store, new Set([...(left.get(store) ?? []), person]));
}

export function isPublic(design: Design, { method }: Pick<OperationDesign, 'method'>): boolean {
  return design.credentials.length === 0 || (design.publicReads && SAFE_METHODS.has(method));
}

export const credentialStep: CheckStep = {
  phase: 'credential',
  name: 'credential',
  refuses: ({ kind, ...operation }) => (isPublic(kind.design, operation) ? [] : [401]),
  run(call) {
    const { design } = call.operation.kind;
    const shown = design.credentials.map((credential) => whoShows(credential, call));
    const [who] = shown.filter((person) => person !== undefined);
    if (who !== undefined) call.person = who;
    if (who !== undefined && left.get(call.store)?.has(who))
      return refuse(design, 401, 'You have left.', challenges(design));
    if (isPublic(design, call.operation)) return undefined;
    const isLetIn = design.allTogether
      ? shown.every((person) => person !== undefined && person === who)
      : who !== undefined;
    if (isLetIn) return undefined;
    // Several challenges may stand in one field (RFC 9110 §11.6.1).
    return refuse(design, 401, 'Say who you are.', challenges(design));
  },
};

/** The kinds in which a kind lies, the outermost first, and the kind itself: of the lines of orders the orders and the lines. */
export function lineage(kind: KindDesign): KindDesign[] {
  return kind.parent ? [...lineage(kind.parent), kind] : [kind];
}

/** The kinds of a path, from its beginning to its end: of `/orders/{id}/lines` the orders and the lines, of `/lines/{id}` the lines alone. */
export function kindsNamed({ kind, isOnItem }: Pick<OperationDesign, 'kind' | 'isOnItem'>): KindDesign[] {
  const { parent, isAlone } = kind;
  return parent && !(isOnItem && isAlone) ? [...kindsNamed({ kind: parent, isOnItem: true }), kind] : [kind];
}

/** The thing that a text names, where it is there and who asks sees it. @param parent what it lies in. */
export function thingSeenBy(
  kind: KindDesign,
  text: string,
  { store, person }: Pick<ServiceCall, 'store' | 'person'>,
  parent?: WorldThing,
): WorldThing | undefined {
  const key = kind.naming.read(text);
  const thing = key === undefined ? undefined : store.find(kind, parent, key);
  return thing && !thing.isBuried && sees(person, thing) ? thing : undefined;
}

/** Whether somebody may change a thing, or what is below it. */
export function mayChange(person: string, thing: WorldThing): boolean {
  return !thing.kind.design.isGuarded || thing.owner === person;
}

/** Whether somebody sees a thing. */
export function sees(person: string, thing: WorldThing): boolean {
  return !thing.kind.design.isPrivate || thing.owner === person;
}

export const findStep: CheckStep = {
  phase: 'find',
  name: 'find',
  refuses({ kind, isOnItem, method }) {
    if (!kind.parent && !isOnItem) return [];
    const { invalid } = kind.design.manners;
    const refusesOddIds = kind.design.manners.refusesOddIds || kind.naming.isInQuery;
    const guards = kind.design.isGuarded && !SAFE_METHODS.has(method) ? [403] : [];
    return [404, ...(refusesOddIds ? [invalid] : []), ...guards];
  },
  run(call) {
    const { kind, isOnItem, role } = call.operation;
    const { manners } = kind.design;
    const kinds = kindsNamed(call.operation);
    let found: WorldThing | undefined;
    for (const [at, each] of kinds.entries()) {
      const isLast = at === kinds.length - 1;
      if (isLast && !isOnItem) break;
      const text = call.keys[at] ?? '';
      const key = each.naming.read(text);
      // What is missing in a query is no name of anything.
      if (key === undefined && (manners.refusesOddIds || each.naming.isInQuery))
        return refuse(kind.design, manners.invalid, `"${text}" is no ${each.naming.parameter}.`);
      const thing = key === undefined ? undefined : call.store.find(each, found, key);
      if (!thing || thing.since > performance.now() || !sees(call.person, thing) || (thing.isBuried && !isLast))
        return isLast && role === 'replace' && key !== undefined && !thing
          ? absent(call, found, isLast, text)
          : refuse(kind.design, 404, `There is no ${each.singular} "${text}".`);
      if (!SAFE_METHODS.has(call.operation.method) && !mayChange(call.person, thing))
        return refuse(kind.design, 403, `The ${each.singular} is not yours.`);
      if (!isLast) found = thing;
      else call.thing = thing;
    }
    call.parent = found ?? call.thing?.parent;
    return undefined;
  },
};

/** What is not there, and may be made by PUT: `rules` decide it. */
function absent(
  call: ServiceCall,
  parent: WorldThing | undefined,
  _isLast: boolean,
  text: string,
): ServiceReply | undefined {
  call.parent = parent;
  const { kind, answers } = call.operation;
  if (answers.some(({ status }) => status === 201)) return undefined;
  return refuse(kind.design, 404, `There is no ${kind.singular} "${text}".`);
}

export const typeStep: CheckStep = {
  phase: 'type',
  name: 'type',
  refuses: ({ body, kind }) => (body ? [kind.design.manners.invalid, 415] : []),
  run(call) {
    const { body, kind } = call.operation;
    if (!body) return undefined;
    const { design } = kind;
    const type = (call.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    // A file may be empty.
    const { form = 'json' } = body.whole ?? {};
    if (call.body.length === 0 && form !== 'bytes')
      return refuse(design, design.manners.invalid, 'The body is missing.');
    if (type !== body.mediaType || (call.headers['content-encoding'] ?? 'identity') !== 'identity')
      return refuse(design, 415, `The body must be ${body.mediaType}.`);
    if (form !== 'json') return undefined;
    const content = readContent(call.body);
    if (content === undefined) return refuse(design, design.manners.invalid, 'The body is no JSON.');
    if (body.whole) call.whole = content;
    else call.content = content as JsonObject;
    return undefined;
  },
};

/** Reads a JSON text of UTF-8, whole numbers with all their digits; undefined for anything else. */
function readContent(body: Buffer): JsonValue | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    const value = JSON.parse(text) as JsonValue;
    return /\d{16}/.test(text) ? withLongNumbers(text) : value;
  } catch {
    return undefined;
  }
}

const LONG = '\u0000long';

/** Reads a JSON text in which each whole number of sixteen digits or more becomes a bigint. */
function withLongNumbers(text: string): JsonValue {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) ? JSON.stringify(LONG + token) : token,
  );
  return JSON.parse(marked, (_, value: JsonValue) =>
    typeof value === 'string' && value.startsWith(LONG) ? BigInt(value.slice(LONG.length)) : value,
  ) as JsonValue;
}

export const inputStep: CheckStep = {
  phase: 'input',
  name: 'input',
  refuses: ({ body, parameters, kind }) => (body || parameters.length > 0 ? [kind.design.manners.invalid] : []),
  run(call) {
    const { operation } = call;
    const { design } = operation.kind;
    for (const { in: place, name, shape, required, default: usual } of operation.parameters) {
      const text = place === 'query' ? call.query.get(name) : call.headers[name.toLowerCase()];
      if (typeof text !== 'string') {
        if (required) return refuse(design, design.manners.invalid, `${name} is required.`);
        if (usual !== undefined) call.values[name] = usual;
        continue;
      }
      const value = readShapeText(shape, text);
      const broken = breaks(shape, value);
      if (broken && !isBlind(call, `${place}.${name}`, broken.clause))
        return refuse(design, design.manners.invalid, `${name} breaks its ${broken.clause}.`);
      call.values[name] = broken ? (usual ?? value) : value;
    }
    return operation.body ? refuseContent(call) : undefined;
  },
};

const isBlind = (call: ServiceCall, place: string, clause: string) =>
  call.fault?.isBlindTo?.(call.operation, place, clause) ?? false;

function refuseContent(call: ServiceCall): ServiceReply | undefined {
  const { body, kind } = call.operation;
  if (!body) return undefined;
  if (body.whole && !body.whole.shape) return undefined;
  const broken = body.whole?.shape
    ? breaks(body.whole.shape, call.whole)
    : breaksObject(body.members, call.content, body.closed);
  if (broken && !isBlind(call, `body${broken.at}`, broken.clause))
    return refuse(kind.design, kind.design.manners.invalid, `${broken.at || 'The body'} breaks its ${broken.clause}.`);
  if (body.whole) return undefined;
  const content: Readonly<Record<string, unknown>> = isObject(call.content) ? call.content : {};
  const known = body.members.filter(({ name }) => Object.hasOwn(content, name));
  call.content = Object.fromEntries(known.map(({ name }) => [name, content[name] as JsonValue]));
  return undefined;
}
