/** What the run makes in order to ask about it: a chain of requests, parents before children. */

import { type Media, type Operation, pathParameters } from '../../src/contract/contract';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import type { Case, Fill, Need, Touched } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { type JsonValue, toJson } from '../../src/json/value';
import type { Kind } from '../../src/resources/kinds';
import type { Values } from '../../src/routing/pathTemplate';
import { itemPath, namesIn } from '../../src/routing/pathTemplate';
import type { Input } from '../../src/serialization/input';
import { improbableValue } from '../values/pathValues';
import { referencesIn } from './bodyReferences';
import { inputsOf, plainInput } from './inputs';
import { freshKeys } from './madeUpBodies';
import { chainNamed, type Resource, right, toCase } from './toCase';
import { NAMES, unlikeOthers } from './uniqueTexts';

/** Whether the run may make things of a kind: the user consents, and what is not on a throw-away target can be removed again. */
export function mayMake({ maker, remover }: Kind, known: Known): boolean {
  const { everythingExists, writes } = known.wanted;
  if (everythingExists || writes === 'handed-over' || !canAsk(maker, known)) return false;
  return writes === 'any' || (remover !== undefined && canAsk(remover, known));
}

function canAsk(operation: Operation, known: Known): boolean {
  if (operation.unsupported !== undefined || known.wanted.leftOut(operation) !== undefined) return false;
  return right(operation, known) !== undefined && !!plainInput(operation, known);
}

/** A plain request for one thing. */
export function askPlainly(operation: Operation, known: Known, values: Values): Case | undefined {
  const letIn = right(operation, known);
  const input = plainInput(operation, known);
  if (!letIn || !input || operation.unsupported !== undefined) return undefined;
  const { authorisation, authorised } = letIn;
  const resource = { values, exists: true, handedOver: false };
  return toCase('state', 'what the run made', operation, resource, { input, authorisation, authorised });
}

/** Whether an operation makes what the run can remove again: then it may be asked whatever it takes. */
export function makesOwn(operation: Operation, known: Known): boolean {
  const kind = known.contract.kinds.madeBy(operation);
  return kind !== undefined && operation.method === 'POST' && mayMake(kind, known);
}

/**
 * Things that the run makes for an operation to be asked about: two where a request uses one up, so that the one on which no refused request was
 * tried tells what became of the other. Empty where it may not, or does not know how.
 */
export function makings(operation: Operation, known: Known): Resource[] {
  const count = operation.method === 'DELETE' ? 2 : 1;
  return Array.from({ length: count }, (_, at) => making(operation, known, `${operation.name} made ${at + 1}`)).flatMap(
    (each) => each ?? [],
  );
}

/** Whether all that an operation is asked about could be made, and removed again, were it allowed. */
export function couldMake({ path }: Operation, known: Known): boolean {
  const isUsable = (operation: Operation | undefined) =>
    operation !== undefined &&
    operation.unsupported === undefined &&
    !known.wanted.leftOut(operation)?.wanted &&
    right(operation, known) &&
    plainInput(operation, known);
  return (
    known.wanted.writes === 'handed-over' &&
    namesIn(path).every((_, index) => {
      const kind = known.contract.kinds.at(itemPath(path, index) ?? '');
      return isUsable(kind?.maker) && isUsable(kind?.remover);
    })
  );
}

/** One thing for an operation to be asked about, made by a chain of its own. */
export function making(operation: Operation, known: Known, name: string): Resource | undefined {
  const chain = chainNamed(name);
  const places = placesFor(operation, known, chain);
  return places?.some((place) => typeof place === 'object') ? resourceAt(operation, places, chain) : undefined;
}

/** What stands in a place of a path: what was handed over, or what is still to come. */
export type PathPlace = string | Need;

/** Of what is made, in how many ways one thing may need another. */
const MOST_WITHIN = 4;

interface Making {
  /** How many of the places are wanted. Default: all. */
  readonly most?: number;
  /** Things that are there already, by the path of their item. */
  readonly there?: ReadonlyMap<string, PathPlace>;
  /** What is being made, for which this is: it cannot need itself. */
  readonly within?: readonly Kind[];
}

/** What stands in the first places of a path, in its order: handed over, or made one below another; undefined where neither is possible. */
export function placesFor(
  operation: Operation,
  known: Known,
  name: Touched,
  { most, there, within = [] }: Making = {},
): PathPlace[] | undefined {
  const places: PathPlace[] = [];
  for (const [index, parameter] of namesIn(operation.path).slice(0, most).entries()) {
    const [handed] = known.handedOver.handed(operation, parameter);
    const item = itemPath(operation.path, index);
    const kind = item === undefined ? undefined : known.contract.kinds.at(item);
    const same = item === undefined ? undefined : there?.get(item);
    const maker =
      handed === undefined && same === undefined && kind && !within.includes(kind) && mayMake(kind, known)
        ? makerCase(kind, known, name, places, undefined, within)
        : undefined;
    const place = handed ?? same ?? (maker && { from: maker });
    if (place === undefined) return undefined;
    places.push(place);
  }
  return places;
}

/**
 * What goes into the body of a request of a chain: each thing that it refers to is made once for all that need it there.
 * @param name of the chain; undefined where nothing may be made for it.
 */
export function references(
  operation: Operation,
  known: Known,
  resource: Resource,
  input: Input,
  name = resource.made?.name,
  within: readonly Kind[] = [],
): { readonly fills?: readonly Fill[] } {
  const sequence = name && (name.within[0] ?? name.thing);
  const beside = sequence === undefined ? undefined : { thing: `what ${sequence} refers to`, within: [sequence] };
  const make = (kind: Kind): Case | undefined => {
    if (sequence === undefined || !beside || within.length >= MOST_WITHIN || within.includes(kind)) return undefined;
    const made = madeFor(known, sequence);
    const one = made.get(kind);
    if (one || !mayMake(kind, known)) return one;
    const there = new Map(
      namesIn(operation.path).flatMap((parameter, index) => {
        const place = resource.values[parameter] ?? resource.made?.needs[parameter];
        const item = itemPath(operation.path, index);
        return place === undefined || item === undefined ? [] : [[item, place] as const];
      }),
    );
    const most = kind.item.split('{}').length - 2;
    const above = placesFor(kind.maker, known, beside, { most, there, within: [...within, kind] });
    const maker = above && makerCase(kind, known, beside, above, undefined, [...within, kind]);
    if (maker) made.set(kind, maker);
    return maker;
  };
  const fills = referencesIn(operation, known, resource, input, make);
  return fills.length === 0 ? {} : { fills };
}

/**
 * The same for a request that is none of a chain: it becomes one with what it refers to, where that is made for it. What has a path is about one
 * thing, whose requests come one after another.
 */
export function referring(operation: Operation, known: Known, resource: Resource, input: Input) {
  if (resource.made) return { resource, ...references(operation, known, resource, input) };
  const mayChain = pathParameters(operation).length === 0 && operation.method !== 'DELETE';
  const name = mayChain ? { thing: operation.path, within: [operation.name] } : undefined;
  const found = references(operation, known, resource, input, name);
  const isChain = name !== undefined && found.fills?.some(({ place }) => typeof place === 'object');
  return { resource: isChain ? { ...resource, made: { needs: {}, name } } : resource, ...found };
}

const referred = new WeakMap<Known, Map<string, Map<Kind, Case>>>();

/** What is made in a chain to be referred to. */
function madeFor(known: Known, name: string): Map<Kind, Case> {
  const chains = referred.get(known) ?? new Map<string, Map<Kind, Case>>();
  referred.set(known, chains);
  const made = chains.get(name) ?? new Map<Kind, Case>();
  chains.set(name, made);
  const [oldest] = chains.keys();
  if (chains.size > MOST_CHAINS && oldest !== undefined) chains.delete(oldest);
  return made;
}

/** A chain is planned along with its operation, and needed no more: so many are remembered. */
const MOST_CHAINS = 100;

/** A thing in the chain of that name, by the names that the path of an operation has for its places. */
export function resourceAt({ path }: Operation, places: readonly PathPlace[], name: Touched): Resource {
  const named = namesIn(path).flatMap((parameter, at) => {
    const place = places[at];
    return place === undefined ? [] : [[parameter, place] as const];
  });
  const values = named.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string');
  const needs = named.filter((entry): entry is readonly [string, Need] => typeof entry[1] === 'object');
  return {
    values: Object.fromEntries(values),
    exists: true,
    handedOver: false,
    made: { needs: Object.fromEntries(needs), name },
  };
}

/**
 * The request that makes one thing.
 * @param above what it lies in.
 * @param input in place of the plainest.
 */
export function makerCase(
  kind: Kind,
  known: Known,
  name: Touched,
  above: readonly PathPlace[],
  input: Input | undefined = plainInput(kind.maker, known),
  within: readonly Kind[] = [kind],
): Case | undefined {
  const { maker, replacer, parameter } = kind;
  const letIn = right(maker, known);
  if (!letIn || !input) return undefined;
  const fresh = maker === replacer ? improbableValue(parameter, known.chance.random(maker)) : undefined;
  if (maker === replacer && fresh === undefined) return undefined;
  const places = fresh === undefined ? above : [...above, fresh];
  const { authorisation, authorised } = letIn;
  const resource = resourceAt(maker, places, name);
  const sent = tellable(maker, input, known);
  return toCase('valid', 'to have one to ask about', maker, resource, {
    input: sent,
    authorisation,
    authorised,
    ...references(maker, known, resource, sent, name, within.includes(kind) ? within : [...within, kind]),
    step: 'make',
  });
}

/** The same as {@link distinct}; where that has no text to be told by, another input that has: only what is told from all else is the run's own. */
function tellable(maker: Operation, input: Input, known: Known): Input {
  const plain = distinct(maker, input, known);
  if (plain.like && Object.keys(plain.like).length > 0) return plain;
  for (const { input: other } of inputsOf(maker, known).valid) {
    if (input.body && other.body?.contentType !== input.body.contentType) continue;
    const told = distinct(maker, other, known);
    if (told.like && Object.keys(told.like).length > 0) return told;
  }
  return plain;
}

/**
 * An input that names another thing than every one before: many services refuse a second one of the same name. What was handed over stays as it
 * is.
 */
export function distinct(maker: Operation, input: Input, known: Known): Input {
  const written = changeable(maker, input, known);
  if (!written) return input;
  const { media, body } = written;
  const texts = textsIn(body);
  const names = texts.filter((name) => NAMES.test(name));
  let changed = numbered(maker, body, media, known);
  const like = changedTexts(body, changed);
  const token = known.chance.random(maker).hex(8);
  for (const name of names.length > 0 ? names : texts) {
    const value = body[name] as string;
    const fits = (text: string) => satisfiesMedia(media, { ...changed, [name]: text });
    const fitting = unlikeOthers(value, fits, known.chance.random(maker), token);
    if (fitting === undefined) continue;
    changed = { ...changed, [name]: fitting };
    like[name] = fitting;
    if (names.length === 0) break;
  }
  return rewritten(input, changed, like);
}

/** The same as it is, but for one text that is another one of the same length: what it makes can be told from all else. */
export function marked(maker: Operation, input: Input, known: Known): Input {
  const written = changeable(maker, input, known);
  if (!written) return input;
  const { media } = written;
  const body = numbered(maker, written.body, media, known);
  const token = known.chance.random(maker).hex(8);
  for (const name of textsIn(body)) {
    const value = body[name] as string;
    // Of an address the host stays.
    const isAddress = value.indexOf('@') >= token.length;
    const text = isAddress ? token + value.slice(token.length) : value.slice(0, -token.length) + token;
    // Of other characters than ASCII nobody knows how they are counted.
    if (!/[ -~]{8}$/.test(value) || !satisfiesMedia(media, { ...body, [name]: text })) continue;
    return rewritten(input, { ...body, [name]: text }, { [name]: text });
  }
  return body === written.body ? input : rewritten(input, body, changedTexts(written.body, body));
}

/** The texts of a body that were others before. */
function changedTexts(before: Body, after: Body): Record<string, string> {
  const changed = textsIn(after).filter((name) => after[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, after[name] as string]));
}

/** Where a request to make something says its number or its key, that is another one each time. */
function numbered(maker: Operation, body: Body, media: Media, known: Known): Body {
  const fresh = media.schema && freshKeys(maker, media.schema, body, known);
  if (fresh) return fresh as Body;
  const name = Object.keys(body).find((each) => /^_?id$/i.test(each) && typeof body[each] === 'number');
  if (name === undefined || maker.method !== 'POST') return body;
  const changed = { ...body, [name]: known.chance.random(maker).int(100_000, 2 ** 31) };
  return satisfiesMedia(media, changed) ? changed : body;
}

type Body = Readonly<Record<string, JsonValue>>;

/** The JSON object of an input that was made up. */
function changeable(maker: Operation, { body: sent }: Input, known: Known) {
  const media = maker.requestBody?.media.find(({ declared }) => declared === sent?.contentType);
  if (!sent || !media?.type.endsWith('json') || known.handedOver.bodies(maker).length > 0) return undefined;
  const body = JSON.parse(sent.bytes.toString('utf8')) as JsonValue;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { media, body: body as Body } : undefined;
}

function textsIn(body: Body): string[] {
  return Object.keys(body).filter((name) => typeof body[name] === 'string');
}

function rewritten(input: Input, value: Body, like: Readonly<Record<string, string>>): Input {
  return input.body ? { ...input, body: { ...input.body, bytes: Buffer.from(toJson(value)) }, like } : input;
}

export function satisfiesMedia({ schema }: Media, value: JsonValue): boolean {
  return schema !== undefined && surelySatisfies(schema, value, 'request');
}
