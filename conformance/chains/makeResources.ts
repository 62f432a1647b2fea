/** Plans the things that the run makes in order to ask about them: chains of requests, parents before children. */

import { type Operation, type Parameter, pathParameters } from '../../src/contract/contract';
import type { Case, Fill, Need, Touched } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { wantedInPath } from '../../src/engine/plan/wanted';
import { aliasAt } from '../../src/resources/aliases';
import { joinedBy } from '../../src/resources/joined';
import { type Items, isNamedInPath, type Kind, pathKey, placesAbove } from '../../src/resources/kinds';
import { singular } from '../../src/resources/names';
import { nestAt } from '../../src/resources/nests';
import { placesIn } from '../../src/resources/things';
import { isShortName } from '../../src/resources/vocabulary/naming';
import { rankOfUsers } from '../../src/resources/vocabulary/people';
import { itemPath, namesIn, type Values } from '../../src/routing/pathTemplate';
import type { Input } from '../../src/serialization/input';
import { remembered } from '../../src/support/caching';
import { createRandom, type Random } from '../../src/support/random';
import { plainInput } from '../inputs/inputs';
import { chainNamed, NO_RIGHT, type Resource, right, rights, toCase } from '../inputs/toCase';
import { improbableValue, shortName, valueAlike } from '../values/pathValues';
import { listAsking, namedAt } from './askForList';
import { referencesIn } from './bodyReferences';
import { makesOwn, mayMake, secondMaker } from './mayMake';
import { tellable } from './tellableInputs';

/**
 * Makes a plain request with the plainest input.
 * @param isShown whether it is only shown to a person. Then no credential is needed.
 * @param way which of the credentials that were handed over it shows, from 0 on.
 */
export function askPlainly(
  operation: Operation,
  known: Known,
  values: Values,
  isShown = false,
  way = 0,
): Case | undefined {
  const letIn = rights(operation, known)[way] ?? (isShown ? NO_RIGHT : undefined);
  const input = plainInput(operation, known);
  if (!letIn || !input || operation.unsupported !== undefined) return undefined;
  const { authorisation, authorised } = letIn;
  const resource = { values, exists: true, handedOver: false };
  return toCase('state', 'what the run made', operation, resource, { input, authorisation, authorised });
}

/**
 * Returns the things that the run makes for an operation. A DELETE gets two, since it uses one up: refused requests are tried on only one of
 * them, and the other one shows whether they had an effect. Empty if the run may not make things, or does not know how.
 */
export function makings(operation: Operation, known: Known): Resource[] {
  const count = operation.method === 'DELETE' ? 2 : 1;
  return Array.from({ length: count }, (_, at) => making(operation, known, `${operation.name} made ${at + 1}`)).flatMap(
    (each) => each ?? [],
  );
}

/** Plans one thing for an operation, which a chain of its own makes. */
export function making(operation: Operation, known: Known, name: string): Resource | undefined {
  const chain = chainNamed(name);
  const places = placesFor(operation, known, chain);
  // What is fixed serves what is made in it alone.
  const isMade = places?.some((place) => typeof place === 'object' && (!place.isFixed || makesOwn(operation, known)));
  return places && isMade ? resourceAt(operation, places, chain) : undefined;
}

/** The value of a place in a path: one that was handed over, or one that an earlier answer will give. */
export type PathPlace = string | Need;

/** How many levels of things may need each other. */
const MOST_WITHIN = 4;

interface Making {
  /** How many of the places are wanted. Default: all. */
  readonly most?: number;
  /** Things that exist already, by the path of their item. */
  readonly there?: ReadonlyMap<string, PathPlace>;
  /** The kinds that are being made and need this thing. None of them can need itself. */
  readonly within?: readonly Kind[];
}

/** Returns the values of the first places of a path, in order. They were handed over, or are made one below another; undefined if neither works. */
export function placesFor(
  operation: Operation,
  known: Known,
  name: Touched,
  { most, there, within = [] }: Making = {},
): PathPlace[] | undefined {
  const places: PathPlace[] = [];
  // Twin paths need not lead to the same thing, so the run changes what it made below the path proper alone.
  const { kinds } = known.contract;
  const isUnsafeTwin = !operation.safe && kinds.isTwin(operation) && pathKey(operation.path).endsWith('}');
  for (const [index, parameter] of namesIn(operation.path).slice(0, most).entries()) {
    const [handed] = known.handedOver.handed(operation, parameter);
    const item = itemPath(operation.path, index);
    // What is set names nothing that could be made.
    if (handed === undefined && kinds.setsByPath(operation) && index === namesIn(operation.path).length - 1)
      return undefined;
    const alias = aliasAt(operation, index, kinds);
    const kind = alias?.kind ?? (item === undefined ? undefined : kinds.at(item));
    const same = item === undefined ? undefined : there?.get(item);
    const isMakeable =
      handed === undefined &&
      same === undefined &&
      !isUnsafeTwin &&
      kind &&
      !within.includes(kind) &&
      mayMake(kind, known);
    const around = isMakeable ? aroundFor(kind, known, name, places, within) : undefined;
    const maker = around && kind && makerCase(kind, known, name, around, undefined, within);
    const second = maker && around && !alias?.member ? secondCase(kind, maker, known, name, around, within) : undefined;
    const member = alias?.member ? { member: alias.member } : {};
    const made = handed ?? same ?? (maker && { from: maker, ...(second ? { second } : {}), ...member });
    const place = made ?? (kind ? undefined : fixedPlace(operation, index, known, name, places));
    if (place === undefined) return undefined;
    places.push(place);
  }
  return places;
}

/**
 * Returns the place of a fixed thing, which the list of its collection names, for what is made in it: the one server of `POST /servers/{id}/zones`.
 * What it lies in is fixed, too.
 */
function fixedPlace(
  operation: Operation,
  index: number,
  known: Known,
  name: Touched,
  above: readonly PathPlace[],
): PathPlace | undefined {
  const named = namedAt(operation, index);
  const { kinds } = known.contract;
  // On a throw-away target any item of the list will do, and what lies in it already shows more than what is new.
  if (!named || known.wanted.everythingExists || known.wanted.writes !== 'own') return undefined;
  const isWithinFixed = above.every((place) => typeof place === 'object' && place.isFixed);
  if (!isWithinFixed || !kinds.isFixed(named.item)) return undefined;
  const from = listOf({ ...named, lister: kinds.lister(named.item) }, known, name, above);
  return from && { from, isFixed: true, handOver: [wantedInPath(operation, named.parameter.name)] };
}

/** Returns what a new thing lies in: what comes before it in the path, or what is made for it where another path names it alone. */
export function aroundFor(
  kind: Kind,
  known: Known,
  name: Touched,
  before: readonly PathPlace[],
  within: readonly Kind[],
): readonly PathPlace[] | undefined {
  const most = placesAbove(kind);
  if (before.length === most) return before;
  const isElsewhere = nestAt(kind, kind.maker) !== undefined;
  const there = new Map(isElsewhere ? before.flatMap((place, at) => thereAt(kind.item, at, place)) : []);
  return placesFor(kind.maker, known, name, { most, there, within: [...within, kind] });
}

/** A thing that exists already, by the path of its item: that in one place of a path. */
export function thereAt(path: string, index: number, place: PathPlace): (readonly [string, PathPlace])[] {
  const item = itemPath(path, index);
  return item === undefined ? [] : [[item, place]];
}

/**
 * Returns the ids for the body of a request of a chain. Each thing that it refers to is made once for the whole chain.
 * @param name of the chain; undefined if nothing may be made for it.
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
        return place === undefined ? [] : thereAt(operation.path, index, place);
      }),
    );
    const above = placesFor(kind.maker, known, beside, { most: placesAbove(kind), there, within: [...within, kind] });
    const maker = above && makerCase(kind, known, beside, above, undefined, [...within, kind]);
    if (maker) made.set(kind, maker);
    return maker;
  };
  // Nobody else needs what a throw-away target has.
  const list = (items: Items): Case | undefined =>
    beside === undefined || known.wanted.writes !== 'any' ? undefined : listOf(items, known, beside);
  const fills = referencesIn(operation, known, resource, input, make, list);
  return fills.length === 0 ? {} : { fills };
}

/** Plans the request that lists the things of a kind, in the chain of that name. @param above what they lie in. */
function listOf(
  { item, parameter, lister }: Pick<Items, 'item' | 'parameter' | 'lister'>,
  known: Known,
  name: Touched,
  above: readonly PathPlace[] = [],
): Case | undefined {
  const isPlaced = lister && pathParameters(lister).length === above.length;
  const asking = isPlaced ? listAsking(lister, known) : undefined;
  if (!lister || !asking) return undefined;
  const listed = listsOf(known);
  const key = `${name.thing} ${item}`;
  const resource = { ...resourceAt(lister, above, name), exists: false };
  const from =
    listed.get(key) ??
    toCase('valid', 'to have one to refer to', lister, resource, { ...asking, lists: { item, parameter } });
  listed.set(key, from);
  return from;
}

/** The requests for lists by the names of their chains, and what they list. */
const listsOf = remembered((_: Known) => new Map<string, Case>());

/**
 * Does the same for a request outside of chains. If things are made for it, it becomes a chain with them. Requests about one thing are sent
 * one after another.
 */
export function referring(operation: Operation, known: Known, resource: Resource, input: Input) {
  if (resource.made) return { resource, ...references(operation, known, resource, input) };
  const mayChain = pathParameters(operation).length === 0 && operation.method !== 'DELETE';
  const name = mayChain ? { thing: operation.path, within: [operation.name] } : undefined;
  const found = references(operation, known, resource, input, name);
  const isChain = name !== undefined && found.fills?.some(({ place }) => typeof place === 'object');
  return { resource: isChain ? { ...resource, made: { needs: {}, name } } : resource, ...found };
}

/** The requests of chains that make things to refer to, by the names of the chains. */
const chainsOf = remembered((_: Known) => new Map<string, Map<Kind, Case>>());

/** Returns the requests of a chain that make things to refer to, by the kind of thing. */
function madeFor(known: Known, name: string): Map<Kind, Case> {
  const chains = chainsOf(known);
  const made = chains.get(name) ?? new Map<Kind, Case>();
  chains.set(name, made);
  const [oldest] = chains.keys();
  if (chains.size > MOST_CHAINS && oldest !== undefined) chains.delete(oldest);
  return made;
}

/** How many chains are remembered. A chain is planned together with its operation, and is not needed later. */
const MOST_CHAINS = 100;

/** Returns a thing in the chain of that name, with the names of the path's parameters. */
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
 * Returns a thing of a kind, or its collection, as an operation on it names them. What is made below something else need not be named with that: for
 * `GET /trips/{}` what `POST /vehicles/{}/trips` made is a trip, in no vehicle.
 * @param above the places of what it is made in.
 * @param made its own place.
 */
export function resourceOf(
  kind: Kind,
  operation: Operation,
  above: readonly PathPlace[],
  made: PathPlace,
  name: Touched,
): Resource {
  const { item, maker } = kind;
  if (!nestAt(kind, maker)) return resourceAt(operation, [...above, made], name);
  const around = namesIn(maker.path).map((_, index) => itemPath(maker.path, index));
  const places = namesIn(operation.path).flatMap((_, index) => {
    const named = itemPath(operation.path, index);
    return (named === item ? made : above[around.indexOf(named)]) ?? [];
  });
  return resourceAt(operation, places, name);
}

/**
 * Makes the request that makes one thing.
 * @param above the things that it lies in.
 * @param input replaces the plainest input.
 */
export function makerCase(
  kind: Kind,
  known: Known,
  name: Touched,
  above: readonly PathPlace[],
  input: Input | undefined = plainInput(kind.maker, known),
  within: readonly Kind[] = [kind],
): Case | undefined {
  const { maker } = kind;
  const letIn = right(maker, known);
  if (!letIn || !input) return undefined;
  const named = isNamedInPath(kind) ? nameFor(kind, known, name, above, within) : undefined;
  if (isNamedInPath(kind) && named === undefined) return undefined;
  const places = named === undefined ? above : [...above, named];
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

/** Makes the PUT that makes a thing under a new name. It is sent only where another request has made none whose name is known. */
function secondCase(
  kind: Kind,
  unless: Case,
  known: Known,
  name: Touched,
  above: readonly PathPlace[],
  within: readonly Kind[],
): Case | undefined {
  const maker = secondMaker(kind, known);
  const letIn = maker && right(maker, known);
  const input = maker && plainInput(maker, known);
  const random = createRandom(known.chance.own, `${name.thing} in place of ${kind.maker.name}`);
  const named = maker && newName(maker, kind.parameter, known, random);
  if (!maker || !letIn || !input || named === undefined) return undefined;
  const { authorisation, authorised } = letIn;
  const resource = resourceOf(kind, maker, above, named, name);
  const sent = tellable(maker, input, known);
  return toCase('valid', 'to have one to ask about', maker, resource, {
    input: sent,
    authorisation,
    authorised,
    ...references(maker, known, resource, sent, name, [...within, kind]),
    unless,
    step: 'make',
  });
}

/** Returns the last place in the path of a request that makes a thing: a new name, or a thing that is made to be put there. */
function nameFor(
  kind: Kind,
  known: Known,
  name: Touched,
  above: readonly PathPlace[],
  within: readonly Kind[],
): PathPlace | undefined {
  const { maker, parameter } = kind;
  const joined = joinedBy(kind, known.contract.kinds);
  if (joined && within.length < MOST_WITHIN && !within.includes(joined) && mayMake(joined, known)) {
    const around = above.slice(0, placesIn(joined.item) - 1);
    const from = makerCase(joined, known, name, around, undefined, [...within, joined]);
    if (from) return { from };
  }
  const random = known.chance.random(maker);
  return newName(maker, parameter, known, random) ?? (isOwn(kind, above) ? shortName(parameter, random) : undefined);
}

/**
 * Whether what a request names is made by it, in a thing of the run, into which nobody else puts anything: `PUT /patients/{}/allergies/{code}`. A
 * person, or what is only put there by its name, may be somebody else's: `PUT /groups/{}/members/{name}`.
 */
function isOwn({ item, maker, parameter }: Kind, above: readonly PathPlace[]): boolean {
  const last = above.at(-1);
  const isMade = typeof last === 'object' && !last.isFixed && last.from.chain?.step === 'make';
  const isItsOwn = isShortName(parameter.name) && rankOfUsers(singular(item)) === undefined;
  return isMade && isItsOwn && maker.requestBody?.required === true;
}

/** Returns a name that nothing has, of the form of those that were handed over for its place. */
function newName(maker: Operation, parameter: Parameter, known: Known, random: Random): string | undefined {
  const [handed] = known.handedOver.handed(maker, parameter.name);
  return (
    (handed === undefined ? undefined : valueAlike(parameter, handed, random)) ?? improbableValue(parameter, random)
  );
}

/**
 * Returns a resource under another name for a POST that makes things under the names in its path, since the one that is there may not be made
 * again, or would be there twice; undefined for any other operation.
 */
export function anew(operation: Operation, known: Known, { values, made }: Resource): Resource | undefined {
  const kind = known.contract.kinds.madeBy(operation);
  const names = namesIn(operation.path);
  const last = made?.needs[names.at(-1) ?? ''];
  if (!kind || !made || !last || operation.method !== 'POST' || !isNamedInPath(kind)) return undefined;
  const above = names.slice(0, -1).flatMap((name) => values[name] ?? made.needs[name] ?? []);
  const named = nameFor(kind, known, made.name, above, [kind]);
  return named === undefined ? undefined : resourceAt(operation, [...above, named], made.name);
}
