/**
 * Proposes what to change of a valid request that was made up and refused: what the refusal names, values that answers have shown, parts that
 * may be left out, and plain numbers. It chooses inputs; no verdict depends on it.
 */

import type { Exchange } from '../../src/engine/model/exchange';
import type { Known } from '../../src/engine/model/probe';
import type { Edit, ShownValues, Try } from '../../src/engine/model/tries';
import { escapePointer } from '../../src/json/pointer';
import { isObject, type JsonValue, type Scalar, toText } from '../../src/json/value';
import { singularOf } from '../../src/resources/names';
import { isBareId } from '../../src/resources/vocabulary/ids';
import { mayNameInPath } from '../../src/resources/vocabulary/naming';
import { isRefusedWhenSent } from '../../src/resources/vocabulary/setByService';
import { plain } from '../../src/resources/vocabulary/words';
import { lastName, namesItem } from '../../src/routing/pathTemplate';
import { escapeRegExp } from '../../src/support/words';
import { isFree } from '../chains/mayMake';
import { editsAsked, reasonsQuoted } from './askedEdits';
import { asRegistered } from './asRegistered';
import { optionalIn, scalarsIn } from './bodyPlaces';
import { changesOf, listed, shortened } from './editNames';
import { foundFor, furtherValues, MOST_VALUES, valuesAsSaid, valuesInForm } from './placeValues';
import { isPlainNumber, isUnbounded, PLAIN_NUMBERS, pairsOfNumbers } from './plainNumbers';
import { idAlone, plainReferences } from './plainReferences';
import { remediesOfQuoted } from './quotedValues';
import { type Reason, reasonsOf } from './refusal';
import { lastOf, RefusedRequest } from './refusedRequest';
import { textsOfRefusal } from './saidForms';
import { saidOutright } from './saidOutright';
import { takenAnew } from './takenValues';
import { contents } from './wholeBodies';

/** Statuses that say that something is wrong with what was sent, or that it names nothing. Others have other reasons. */
const OF_INPUT: ReadonlySet<number> = new Set([400, 404, 406, 409, 410, 412, 416, 417, 422, 428]);
const LOST: ReadonlySet<number> = new Set([404, 410]);

/** So often the same is asked again, and what such a refusal says. */
const MOST_REPEATS = 2;
const OF_A_KEY = /unique|primary key|duplicate (key|entry)|\b23505\b/i;

/** Some services say of what is not there that it may not be seen. */
const HIDING = 403;

/** So a login answers a name or a password that it does not know. */
const UNKNOWN_USER = 401;

/** Returns what may be tried, the likeliest first; nothing where another request could not tell more. */
export function triesOf(refused: Exchange, known: Known, found: ShownValues): Try[] {
  const { case: each, response } = refused;
  const { claim, request } = each;
  if (!response || claim.probe !== 'valid' || claim.violation || claim.handedOver || claim.expect !== undefined)
    return [];
  if (request.isFurther || known.wanted.everythingExists) return [];
  const asked = new RefusedRequest(refused, known, found);
  if (response.status >= 500)
    return [
      ...named(asked),
      ...again(asked),
      ...pairs(asked),
      ...contents(asked),
      ...foundBeside(asked),
      ...fewer(asked),
    ];
  if (response.status === UNKNOWN_USER) return asRegistered(asked);
  if (!OF_INPUT.has(response.status) && response.status !== HIDING) return [];
  const taken = takenAnew(asked);
  if (response.status === 409) return [...taken, ...named(asked), ...again(asked)];
  if (taken.length > 0) return [...taken, ...named(asked), ...otherParts(asked)];
  return [...asRegistered(asked), ...ofInput(asked, response.status)];
}

/** The same where something that was sent is wrong, or names nothing. */
function ofInput(asked: RefusedRequest, status: number): Try[] {
  if (status === HIDING)
    return [
      ...(asked.isMadeUpInPath ? elsewhere(asked) : []),
      ...listedElsewhere(asked),
      ...fewer(asked),
      ...(asked.isQuoted ? foundBeside(asked) : []),
    ];
  if (LOST.has(status) && asked.isMadeUpInPath) return [...inForm(asked), ...elsewhere(asked)];
  if (LOST.has(status))
    return [...byOtherName(asked), ...(asked.operation.safe ? foundBeside(asked) : otherParts(asked))];
  const inPath = asked.isMadeUpInPath ? elsewhere(asked) : [];
  // Of several names in a path, those of one thing are likelier than each made up for itself.
  const first = asked.hasSeveralPlaces ? [...inPath, ...inForm(asked)] : inForm(asked);
  const beside = [...pairs(asked), ...mentioned(asked)];
  return [
    ...saidOutright(asked),
    ...first,
    ...named(asked),
    ...inPath,
    ...contents(asked),
    ...beside,
    ...otherParts(asked),
    ...numbers(asked),
  ];
}

/**
 * Takes one of the changes of each place: in the first turn the first one of each, then the second ones, and so on. A place that has no more
 * keeps its first.
 */
function oneOfEach(places: readonly (readonly Edit[])[]): Edit[][] {
  const turns = Math.min(MOST_VALUES, Math.max(0, ...places.map((edits) => edits.length)));
  return Array.from({ length: turns }, (_, turn) => places.flatMap((edits) => edits[turn] ?? edits[0] ?? []));
}

/** Puts other values into the path: those that answers have shown, plain numbers, and further examples of the contract. */
function elsewhere(asked: RefusedRequest): Try[] {
  const { values } = asked.refused.case.request;
  const together = asked.places.length > 1 ? asked.found.together(asked.operation, asked.places) : [];
  const candidates = asked.places.map((parameter, place) => {
    const now = values[parameter.name] ?? '';
    const shown = asked.found.inPath(asked.operation, parameter).map(toText);
    const numbers = isPlainNumber(parameter) ? [String(PLAIN_NUMBERS[0])] : [];
    const examples = parameter.examples.flatMap((value) => (isText(value) ? [toText(value)] : []));
    const further = [...new Set([...shown, ...numbers, ...examples])].filter((text) => text !== now);
    // Several names of one thing stay together.
    const ofOne = together.flatMap((each) => each.slice(place, place + 1).map(toText));
    const { name } = parameter;
    const others = [...ofOne, ...further].filter(parameter.accepts);
    return others.map((value): Edit => ({ place: 'path', name, value, instead: now }));
  });
  return inPlaceOf(candidates);
}

/** Returns the tries that put other values into a path: one of each place at a time. */
function inPlaceOf(places: readonly (readonly Edit[])[]): Try[] {
  return oneOfEach(places).map((edits): Try => {
    return { why: `for ${edits.map(({ name, value }) => `${name} ${shortened(value)}`).join(', ')}`, edits };
  });
}

/**
 * Asks by its name for what the run has made, where it is not found by the id that was shown. For example: `POST /shelves` with
 * `{ "name": "oak-1a2b3c4d" }` → `{ "id": 7 }`, and only `GET /shelves/oak-1a2b3c4d` finds it.
 */
function byOtherName({ refused: { case: each }, known, operation }: RefusedRequest): Try[] {
  const name = lastName(operation.path);
  const made = each.waitsFor?.needs?.[name]?.from;
  const parameter = operation.parameters.find((other) => other.in === 'path' && other.name === name);
  if (!made || !parameter || !namesItem(operation.path) || !isFree(operation, known)) return [];
  return Object.entries(made.request.input.like ?? {}).flatMap(([member, text]): Try[] => {
    if (!mayNameInPath(member) || !parameter.accepts(text) || text === each.request.values[name]) return [];
    const edit: Edit = { place: 'path', name, value: text, instead: each.request.values[name], byMember: member };
    return [{ why: `by its ${member}`, edits: [edit] }];
  });
}

/**
 * Asks about what lists show, where the right to what the run has made was refused: some services keep what lies in a thing for its owner, and
 * the credential is that of another one. For example: `POST /users/{user}/webhooks`, where the run has made a user.
 */
function listedElsewhere({ placesMade, refused, found, operation }: RefusedRequest): Try[] {
  const { values } = refused.case.request;
  // What is asked about one item, and follows it through its steps, is asked about no other.
  const forAll = namesItem(operation.path) ? {} : { isForAll: true as const };
  const candidates = placesMade.map((parameter) => {
    const { name } = parameter;
    const now = values[name];
    const others = found.inPath(operation, parameter, true).map(toText);
    const usable = others.filter((text) => text !== now && parameter.accepts(text));
    return usable.slice(0, MOST_LISTED).map((value): Edit => ({ place: 'path', name, value, instead: now, ...forAll }));
  });
  return candidates.some(({ length }) => length === 0) ? [] : inPlaceOf(candidates);
}

/** So many of the things that a list shows are tried. */
const MOST_LISTED = 2;

/**
 * Puts in values of the form that the contract or the refusal asks for: dates as their patterns have them, and what else the refusal wants in
 * place of a value that it quotes.
 */
function inForm(asked: RefusedRequest): Try[] {
  const { response } = asked.refused;
  if (!response) return [];
  const said = textsOfRefusal(response);
  const path = asked.places.map(({ name }) => ({ place: 'path' as const, name }));
  const members = scalarsIn(asked.body, '', 0).map((name) => ({ place: 'body' as const, name }));
  const wanted = [...path, ...asked.parametersSent(), ...members].map((at) => {
    const instead = at.place === 'path' ? { instead: asked.refused.case.request.values[at.name] } : {};
    return valuesInForm(asked, at, said).map((value): Edit => ({ ...at, value, ...instead }));
  });
  return oneOfEach(wanted).map((edits): Try => {
    return { why: `${changesOf(edits)}, which is of the form that is wanted`, edits, isNamed: true };
  });
}

/** Puts in, leaves out or replaces what the refusal names. */
function named(asked: RefusedRequest): Try[] {
  const { response } = asked.refused;
  if (!response) return [];
  const read = reasonsOf(asked.operation, asked.input.body?.contentType, response, asked.membersBeyond);
  const reasons = read.length > 0 ? read : reasonsQuoted(asked);
  const remedies = reasons.map((reason) => remediesOf(asked, reason));
  const said = reasons.map((each) => each.said).join(' ');
  return oneOfEach(remedies.length > 0 ? remedies : remediesOfQuoted(asked)).map((edits): Try => {
    return { why: `${changesOf(edits)}, as the refusal says`, edits, isNamed: true, said };
  });
}

/**
 * Leaves out what may be left out and the refusal mentions, whatever it says of it: `You cannot give rrsets AND zone data as text`. Of several that
 * exclude each other one is enough.
 */
function mentioned(asked: RefusedRequest): Try[] {
  const { response } = asked.refused;
  const said = response ? textsOfRefusal(response) : [];
  return optionalParts(asked)
    .filter(({ name }) => said.some((text) => hasName(text, lastOf(name))))
    .slice(0, MOST_MENTIONED)
    .map((edit) => ({ why: `without ${edit.name}, which the refusal mentions`, edits: [edit], isNamed: true }));
}

/** So many parts that a refusal mentions are left out, one at a time; shorter names stand in many texts. */
const MOST_MENTIONED = 2;
const SHORTEST_NAME = 3;

/** Tells whether a text has a name as a word of its own. */
function hasName(said: string, name: string): boolean {
  if (name.length < SHORTEST_NAME) return false;
  const literal = escapeRegExp(name);
  return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`).test(said);
}

/**
 * Asks the same once more, where the refusal names a unique key: a service that gives numbers itself may count from among those that are there
 * already, and comes past them.
 */
function again({ refused: { response } }: RefusedRequest): Try[] {
  if (!response || !textsOfRefusal(response).some((said) => OF_A_KEY.test(said))) return [];
  return Array.from({ length: MOST_REPEATS }, (_, repeats) => ({
    why: 'as it was, since the refusal names a unique key',
    edits: [],
    repeats,
  }));
}

/** Returns what may help against one reason that the refusal says, the likeliest first. */
function remediesOf(asked: RefusedRequest, reason: Reason): Edit[] {
  const { place, name, says, said } = reason;
  const at = { place, name };
  const current = asked.valueAt(at);
  if (place === 'path') return [];
  const edit = (value: JsonValue | undefined): Edit => ({ ...at, value });
  const wanted = editsAsked(asked, reason);
  // The contract knows nothing else of such a member.
  if (place === 'body' && !asked.isDeclared(at)) return wanted;
  const alone = place === 'body' ? idAlone(asked, name) : undefined;
  const values = [...valuesAsSaid(asked, at, said), ...(alone === undefined ? [] : [alone])];
  const further = [...new Set([...values, ...furtherValues(asked, at)])].map(edit);
  const others = [...wanted, ...further].slice(0, MOST_VALUES);
  if (current === undefined) return says === 'missing' ? others : [];
  if (says === 'unknown') return [edit(undefined)];
  return asked.isRequired({ place, name }) ? others : [...others.slice(0, 1), edit(undefined), ...others.slice(1)];
}

/** Leaves out parts, puts in what answers have shown, and does both at once. */
function otherParts(asked: RefusedRequest): Try[] {
  const own = serversOwn(asked);
  const ids = own.filter(({ value }) => value !== undefined);
  const [shown, ...more] = foundBeside(asked);
  const both = (one: Try): Try => ({ why: changesOf([...own, ...one.edits]), edits: [...own, ...one.edits] });
  const references = plainReferences(asked)
    .map((edits) => [...edits, ...own])
    .map((edits): Try => ({ why: changesOf(edits), edits }));
  return [
    ...references,
    ...(shown && own.length > 0 ? [both(shown)] : []),
    ...(own.length > 0 ? [{ why: changesOf(own), edits: own }] : []),
    ...(ids.length > 0 && ids.length < own.length ? [{ why: changesOf(ids), edits: ids }] : []),
    ...fewer(asked),
    ...(shown ? [shown] : []),
    ...more.map((each) => (own.length > 0 ? both(each) : each)),
  ];
}

/**
 * Leaves out what many services set themselves, and refuse where it is sent: the id of a new thing, the time when it was made. The body of a
 * thing that the path names repeats its id, if it has one.
 */
function serversOwn(asked: RefusedRequest): Edit[] {
  const { operation, body } = asked;
  if (operation.safe || !isObject(body)) return [];
  const segment = plain(operation.path.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? '');
  const ids = new Set([`${segment}id`, `${singularOf(segment)}id`]);
  const id = namesItem(operation.path) ? asked.refused.case.request.values[lastName(operation.path)] : undefined;
  return Object.entries(body).flatMap(([name, value]): Edit[] => {
    const edit: Edit = { place: 'body', name: `/${escapePointer(name)}`, value: undefined };
    const isId = isBareId(name) || ids.has(plain(name));
    if (isId && id !== undefined)
      return String(value) === id ? [] : [{ ...edit, value: id, fromPath: lastName(operation.path) }];
    return (isId || isRefusedWhenSent(name)) && !asked.isRequired(edit) ? [edit] : [];
  });
}

/** Returns edits that each leave out one part that may be left out, parameters first; what the thing is recognised by stays. */
function optionalParts(asked: RefusedRequest): Edit[] {
  const all = asked.body !== undefined && asked.schema ? optionalIn(asked.body, asked.schema, '', 0) : [];
  const telling = tellingPlace(asked);
  return [...optionalParameters(asked), ...all.filter(({ name }) => name !== telling)];
}

function optionalParameters(asked: RefusedRequest): Edit[] {
  return asked.operation.parameters.flatMap(({ name, in: where, required }): Edit[] => {
    if (required || where === 'path' || where === 'querystring') return [];
    return asked.valueAt({ place: where, name }) === undefined ? [] : [{ place: where, name, value: undefined }];
  });
}

/** Leaves out all that may be left out, and the whole body where that is optional. */
function fewer(asked: RefusedRequest): Try[] {
  const parameters = optionalParameters(asked);
  const edits = optionalParts(asked);
  const isBodyOptional = asked.input.body !== undefined && asked.operation.requestBody?.required === false;
  const bare: Edit[] = [...parameters, { place: 'body', name: '', value: undefined }];
  return [
    ...(edits.length > 0 ? [{ why: `without ${listed(edits)}`, edits }] : []),
    ...(isBodyOptional ? [{ why: 'without a body', edits: bare }] : []),
  ];
}

/**
 * Returns the optional member by whose text the thing that is made is recognised, so that it can be removed again. Undefined if a required
 * member has such a text, or if nothing is removed.
 */
function tellingPlace(asked: RefusedRequest): string | undefined {
  if (asked.known.wanted.writes !== 'own') return undefined;
  const places = Object.keys(asked.input.like ?? {}).map((name) => `/${escapePointer(name)}`);
  return places.some((name) => asked.isRequired({ place: 'body', name })) ? undefined : places[0];
}

/** Puts values that answers have shown into the query and the body. */
function foundBeside(asked: RefusedRequest): Try[] {
  const places = [...asked.parametersSent(), ...asked.membersSent()];
  const found = places.map((at) => foundFor(asked, at).map((value): Edit => ({ ...at, value })));
  return oneOfEach(found).map((edits) => ({ why: changesOf(edits), edits }));
}

/** Gives lists of one number a second one. */
function pairs({ body }: RefusedRequest): Try[] {
  const edits = pairsOfNumbers(body);
  return edits.length === 0 ? [] : [{ why: `with two items of ${listed(edits)}`, edits }];
}

/** Puts in plain numbers where the contract sets no bound. */
function numbers(asked: RefusedRequest): Try[] {
  const inPath = asked.places.filter(isPlainNumber).map(({ name }): Edit => {
    return { place: 'path', name, value: 0, instead: asked.refused.case.request.values[name] };
  });
  const beside = [...asked.parametersSent(), ...asked.membersSent()].filter(
    (at) => isUnbounded(asked.schemasOf(at)) && isNumber(asked.valueAt(at)) && !asked.mayActOn(at),
  );
  const places: Edit[] = [...inPath, ...beside.map((at) => ({ ...at, value: 0 }))];
  if (places.length === 0) return [];
  return PLAIN_NUMBERS.map((number) => {
    const edits = places.map((edit) => ({ ...edit, value: edit.place === 'path' ? String(number) : number }));
    return { why: changesOf(edits), edits };
  });
}

function isNumber(value: JsonValue | undefined): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
}

function isText(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number';
}
