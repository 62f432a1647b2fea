/** Requests that are valid, or wrong in one way, by the world's own knowledge: it looks into the store. */

import { SAFE_METHODS } from '../../../src/http/methods';
import { type JsonObject, type JsonValue, toJson, toText } from '../../../src/json/value';
import type { Random } from '../../../src/support/random';
import type { CredentialDesign, Design, KindDesign, OperationDesign, WorldStore, WorldThing } from '../design/design';
import { collectionPath, idValue, itemTemplate, pathOfThing, putRight } from '../design/showing';
import { mayChange, secretOf, sees } from '../service/steps';
import { breaks, readShapeText, validObject, validValue, type WrongValue, wrongObjects, wrongValues } from '../shapes';

/** A request, in parts that can be changed one by one. */
export interface OracleRequest {
  readonly operation: OperationDesign;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: JsonValue | undefined;
  /** The credentials that are shown. */
  readonly shown: readonly ShownCredential[];
  readonly thing: WorldThing | undefined;
}

interface ShownCredential {
  readonly credential: CredentialDesign;
  readonly secret: string;
}

const USER = 'ada';

/** @returns undefined where there is nothing that the operation could act on. */
export function validRequest(operation: OperationDesign, store: WorldStore, chance: Random): OracleRequest | undefined {
  const { kind, isOnItem } = operation;
  const things = store.every(kind).filter((thing) => isUsable(operation, thing, store));
  const isMine = (thing: WorldThing) => SAFE_METHODS.has(operation.method) || mayChange(USER, thing);
  const parents = kind.parent
    ? store.every(kind.parent).filter((thing) => isThere(thing) && isMine(thing))
    : [undefined];
  const thing = isOnItem ? things[chance.below(things.length)] : undefined;
  const parent = isOnItem ? thing?.parent : parents[chance.below(parents.length)];
  if (isOnItem ? !thing : kind.parent && !parent) return undefined;
  const place = isOnItem ? itemTemplate(kind) : collectionPath(kind);
  if (!operation.path.startsWith(place)) return atPath(operation, chance);
  const collection = `${parent ? pathOfThing(parent) : ''}/${kind.plural}`;
  const path = (thing ? pathOfThing(thing).replace(/\?.*/, '') : collection) + operation.path.slice(place.length);
  const { query, header } = parametersOf(operation, thing, chance);
  const whole = operation.body?.whole;
  const content = whole ? whole.valid(thing, chance) : operation.body && validContent(operation, store, chance);
  if (operation.body && content === undefined) return undefined;
  return { operation, path, query, headers: header, content, shown: ownCredentials(kind.design), thing };
}

/** A request for what there is one of. */
function atPath(operation: OperationDesign, chance: Random): OracleRequest {
  const { path, body, kind } = operation;
  const content = body && validObject(body.members, chance);
  return { operation, path, query: {}, headers: {}, content, shown: ownCredentials(kind.design), thing: undefined };
}

const isThere = (thing: WorldThing) => isKept(thing) && thing.goneFrom === Number.POSITIVE_INFINITY;

/** Whether it is there, or is remembered. */
const isKept = (thing: WorldThing) => thing.since <= performance.now() && sees(USER, thing) && !thing.parent?.isBuried;

function isUsable(operation: OperationDesign, thing: WorldThing, store: WorldStore): boolean {
  const { role, kind, method, takes, takesBuried } = operation;
  const isFree = role !== 'remove' || !kind.keepsChildren || store.childrenOf(thing).every(({ isBuried }) => isBuried);
  const isMine =
    SAFE_METHODS.has(method) ||
    (mayChange(USER, thing) && (kind.isAlone || !thing.parent || mayChange(USER, thing.parent)));
  return (takesBuried ? isKept : isThere)(thing) && (takes?.(thing, store) ?? true) && isFree && isMine;
}

function parametersOf({ parameters }: OperationDesign, thing: WorldThing | undefined, chance: Random) {
  const values = { query: {} as Record<string, string>, header: {} as Record<string, string> };
  for (const { in: place, name, shape, required, valueFor } of parameters)
    if (required || chance.below(2) === 0)
      values[place][name] = valueFor && thing ? valueFor(thing) : toText(validValue(shape, chance) as string);
  return values;
}

/** @returns undefined where something that it must refer to is not there. */
function validContent({ body, kind }: OperationDesign, store: WorldStore, chance: Random): JsonObject | undefined {
  const content: Record<string, JsonValue> = { ...putRight(kind, validObject(body?.members ?? [], chance, 'all')) };
  // What is not required is left out by chance, after it was put right.
  for (const { name, required } of body?.members ?? [])
    if (!required && !isMended(kind, name) && chance.below(3) === 0) delete content[name];
  if (body?.members.some(({ name }) => name === kind.naming.member) && kind.naming.isChosen) {
    const free = freeKey(kind, store, chance);
    if (free === undefined) return undefined;
    content[kind.naming.member] = free;
  }
  for (const [name, other] of [...kind.references, ...(body?.refers ?? [])]) {
    if (!(name in content)) continue;
    const referred = store
      .every(other)
      .find((each) => isThere(each) && (!body?.refers?.has(name) || mayChange(USER, each)));
    if (referred) content[name] = Array.isArray(content[name]) ? [idValue(referred)] : idValue(referred);
    else if (body?.members.some((member) => member.name === name && member.required)) return undefined;
    else delete content[name];
  }
  return content;
}

/** An id that nothing has; undefined where all seem to be taken. */
function freeKey({ naming, ...kind }: KindDesign, store: WorldStore, chance: Random): JsonValue | undefined {
  const taken = store.every(kind.design.kinds[kind.index] as KindDesign).map(({ key }) => key);
  for (let tries = 0; tries < 100; tries++) {
    const value = validValue(naming.shape, chance);
    if (!taken.includes(String(value))) return value;
  }
  return undefined;
}

/** Whether a rule that no schema says is about a member: it is not left out alone, since what is there counts, too. */
const isMended = ({ mending, members }: KindDesign, name: string) =>
  mending.length > 0 && members.some((member) => member.name === name && member.required);

/** What the user shows: all where they are needed together, else the first. */
function ownCredentials(design: Design): ShownCredential[] {
  const all = design.credentials.map((credential) => ({ credential, secret: secretOf(credential, USER) }));
  return design.allTogether ? all : all.slice(0, 1);
}

/** The wrong values of a body, with what they refer to put right. */
export function wrongBodies(asked: OracleRequest, chance: Random): (WrongValue & { readonly content: JsonValue })[] {
  const { operation, content } = asked;
  const { body } = operation;
  if (!body) return [];
  if (body.whole) {
    const { shape } = body.whole;
    return shape ? wrongValues(shape, chance).map((wrong) => ({ ...wrong, content: wrong.value })) : [];
  }
  const kept = [...operation.kind.references.keys(), ...(body.refers?.keys() ?? [])].flatMap((name) =>
    Object.hasOwn(content as JsonObject, name) ? [[name, (content as JsonObject)[name]] as const] : [],
  );
  return wrongObjects(body.members, chance, body.closed).map((wrong) => ({
    ...wrong,
    content: otherwiseRight(operation.kind, wrong, withReferences(wrong, kept, operation.kind) as JsonObject),
  }));
}

/** Puts right what no schema says, and leaves wrong what is to be wrong. */
function otherwiseRight(kind: KindDesign, { at }: WrongValue, content: JsonObject): JsonObject {
  const name = at.split('/')[1] ?? '';
  const { [name]: _, ...right } = putRight(kind, content);
  return name in content ? { ...right, [name]: content[name] ?? null } : right;
}

const isAt = (at: string, name: string) => at.split('/')[1] === name;

/** Puts the references of a valid request into a wrong one, where they are not what is wrong. */
function withReferences(
  { value, at }: WrongValue,
  kept: readonly (readonly [string, JsonValue | undefined])[],
  { references }: KindDesign,
): JsonValue {
  const content = { ...(value as JsonObject) } as Record<string, JsonValue>;
  for (const name of [...references.keys(), ...kept.map(([each]) => each)]) if (!isAt(at, name)) delete content[name];
  for (const [name, own] of kept) if (!isAt(at, name) && own !== undefined) content[name] = own;
  return content;
}

/** Values of parameters that break one clause, as texts that no reading makes valid. */
export function wrongParameters(
  asked: OracleRequest,
  chance: Random,
): { name: string; clause: string; changed: OracleRequest }[] {
  return asked.operation.parameters
    .filter(({ in: place, valueFor }) => place === 'query' && !valueFor)
    .flatMap(({ name, shape }) =>
      wrongValues(shape, chance)
        .map(({ clause, value }) => ({ clause, text: toText(value as string) }))
        .filter(({ text }) => breaks(shape, readShapeText(shape, text)))
        .map(({ clause, text }) => ({ name, clause, changed: { ...asked, query: { ...asked.query, [name]: text } } })),
    );
}

/** The parts of a request as they are sent. */
export function asSent({ operation, path, query, headers, content, shown }: OracleRequest, base: string) {
  const search = new URLSearchParams(query);
  const fields: Record<string, string> = { ...headers };
  for (const { credential, secret } of shown) {
    if (credential.kind === 'query') search.set(credential.field, secret);
    else if (credential.kind === 'cookie') fields['Cookie'] = `${credential.field}=${secret}`;
    else if (credential.kind === 'header') fields[credential.field] = secret;
    else if (credential.kind === 'bearer') fields['Authorization'] = `Bearer ${secret}`;
    else fields['Authorization'] = `Basic ${Buffer.from(secret).toString('base64')}`;
  }
  if (content !== undefined) fields['Content-Type'] = operation.body?.mediaType ?? '';
  const { form = 'json' } = operation.body?.whole ?? {};
  if (form === 'multipart') {
    delete fields['Content-Type'];
    const parts = new FormData();
    parts.set('file', new Blob([String(content)]), 'file.txt');
    return { url: urlOf(base, path, search), method: operation.method, headers: fields, body: parts };
  }
  const body = content === undefined ? undefined : form === 'bytes' ? String(content) : toJson(content);
  return { url: urlOf(base, path, search), method: operation.method, headers: fields, body };
}

const urlOf = (base: string, path: string, search: URLSearchParams) =>
  `${base}${path}${search.size > 0 ? `?${search}` : ''}`;
