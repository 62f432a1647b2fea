/**
 * Finds the things of other kinds that the body of a request refers to, by the names of its members: `customerId` → /customers/{id}. This
 * inference only chooses inputs; no verdict depends on it.
 */

import { type Operation, pathParameters } from '../../src/contract/contract';
import { allItemSchemas, facets, memberSchemas, requiredMembers, schemasUnder } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Case, Fill, Need } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { escapePointer, pointerTokens } from '../../src/json/pointer';
import type { JsonValue } from '../../src/json/value';
import { joinedBy } from '../../src/resources/joined';
import { type Items, isKind, type Kind } from '../../src/resources/kinds';
import type { Named } from '../../src/resources/names';
import { namesFor, singular } from '../../src/resources/names';
import { type NameForm, nameForm } from '../../src/resources/resourceNames';
import { plain } from '../../src/resources/vocabulary/words';
import { itemPath, namesIn } from '../../src/routing/pathTemplate';
import { type ChangeableBody, changeableBody } from '../../src/serialization/changeableBody';
import type { Input } from '../../src/serialization/input';
import { remembered } from '../../src/support/caching';
import { groupBy } from '../../src/support/collections';
import type { Resource } from '../inputs/toCase';
import { referredKind } from '../sparing/madeUpBodies';
import { handedOverOf } from '../sparing/namedPlaces';

/** A scalar in a body, and its name: `customerId`, also for an item of `customerIds` and for the id in `customer: { id }`. */
interface Member {
  readonly pointer: string;
  readonly names: readonly string[];
}

/** How many levels of a body are searched, and how many members. */
const DEEPEST = 3;
const MOST_MEMBERS = 50;

function membersIn(value: JsonValue, pointer = '', names: readonly string[] = [], depth = 0): Member[] {
  if (typeof value === 'string' || typeof value === 'number') return names.length === 0 ? [] : [{ pointer, names }];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  const isList = Array.isArray(value);
  return Object.entries(value)
    .slice(0, MOST_MEMBERS)
    .flatMap(([name, each]) => {
      const [outer = ''] = names;
      const inner = isList ? [outer.replace(/s$/, '')] : [name, ...(outer === '' ? [] : [outer + name])];
      return membersIn(each as JsonValue, `${pointer}/${escapePointer(name)}`, inner, depth + 1);
    });
}

/** Returns a body that was made up, if it is JSON or a form; undefined for any other body. */
function bodyOf(operation: Operation, input: Input, known: Known): ChangeableBody | undefined {
  if (known.handedOver.bodies(operation).length > 0) return undefined;
  return changeableBody(operation, input);
}

/**
 * Returns the ids to put into the body of a request that changes something: ids in its own path, ids that were handed over, and ids of
 * things that the run makes for it.
 * @param make plans the request that makes a thing of a kind. It returns undefined if none is to be made.
 * @param list plans the request that lists the things of a kind. It returns undefined if none may be used, or there is no list.
 */
export function referencesIn(
  operation: Operation,
  known: Known,
  resource: Resource,
  input: Input,
  make: (kind: Kind) => Case | undefined,
  list: (items: Items) => Case | undefined,
): Fill[] {
  if (operation.safe || known.wanted.everythingExists) return [];
  const sent = bodyOf(operation, input, known);
  if (sent === undefined) return [];
  const own = placesOf(operation, resource);
  const body = sent.json.value as JsonValue;
  return membersIn(body).flatMap(({ pointer, names }): Fill[] => {
    const fillBy = (kind: Items): Fill[] => {
      const handed = handedOverOf(kind, known);
      const makeable = known.contract.kinds.at(kind.item);
      const maker = handed === undefined && makeable ? make(makeable) : undefined;
      const lister = handed === undefined && !maker ? list(kind) : undefined;
      const place = handed ?? (maker ? { from: maker } : lister && { from: lister, mayBeOthers: true as const });
      return place === undefined ? [] : [{ pointer, place }];
    };
    const form = formAt(sent.media.schema, pointer);
    if (form) return inForm(pointer, form, own, known, fillBy);
    for (const name of names) {
      const named =
        own.find((each) => each.names.includes(plain(name))) ?? itself(operation, own.at(-1), name, pointer);
      if (named) return named.place === undefined ? [] : [{ pointer, place: named.place }];
      const [kind, ...others] = meantBy(name, sent.media.schema, pointer, known);
      // A name that could mean several kinds is ignored. A new thing may choose its own id.
      if (!kind || others.length > 0 || kind.maker === operation) continue;
      return fillBy(kind);
    }
    // If a thing could stand here, its id is put here.
    const meant = known.contract.kinds.at(
      referredKind(operation, input.body?.contentType ?? '', pointer, known)?.item ?? '',
    );
    return meant && meant.maker !== operation ? fillBy(meant) : [];
  });
}

/** Returns what the contract says of the form of the name that a place must have; undefined for a place that may be left out. */
function formAt(whole: Schema | undefined, pointer: string): NameForm | undefined {
  let around: readonly Schema[] = whole ? [whole] : [];
  let said: readonly Schema[] = [];
  for (const token of pointerTokens(pointer)) {
    const items = around.flatMap(allItemSchemas);
    if (items.length > 0) {
      around = items;
      continue;
    }
    if (!around.some((schema) => requiredMembers(schema).includes(token))) return undefined;
    around = around.flatMap((schema) => memberSchemas(schema).get(token) ?? []);
    said = around;
  }
  const descriptions = said.flatMap((schema) => facets(schema, false).map(({ description }) => description));
  return descriptions.flatMap((each) => (typeof each === 'string' ? (nameForm(each) ?? []) : []))[0];
}

/** Puts a resource name into a body: that of a thing in the path, or of one that is made for it. `Format: memos/{memo}` → `memos/7`. */
function inForm(
  pointer: string,
  { before, item }: NameForm,
  own: ReturnType<typeof placesOf>,
  { contract: { kinds } }: Known,
  fillBy: (kind: Items) => Fill[],
): Fill[] {
  const as = (text: string) => before + text;
  const named = own.find((each) => each.item.endsWith(item));
  const [kind, ...others] = kinds.all.filter((each) => each.item.endsWith(item));
  const fills =
    named?.place !== undefined ? [{ pointer, place: named.place }] : kind && others.length === 0 ? fillBy(kind) : [];
  return fills.map(({ place, ...fill }) => ({
    ...fill,
    place: typeof place === 'string' ? as(place) : { ...place, as },
  }));
}

/**
 * Returns the kinds that a member may refer to. Those that can be made come before those that can only be read, and what is put together with
 * other things is meant where it is made: `invoiceId` names one of `/invoices/{}`, also where `PUT /ships/{}/invoices/{}` puts it into a ship.
 */
function meantBy(
  name: string,
  whole: Schema | undefined,
  pointer: string,
  { contract: { kinds } }: Known,
): readonly Items[] {
  const makeable = kinds.meantBy(name);
  const said: readonly Items[] = makeable.length > 0 ? makeable : kinds.itemsMeantBy(name);
  const isOfAnother = (kind: Items) => said.some((other) => isKind(kind) && other === joinedBy(kind, kinds));
  const meant = said.filter((kind) => !isOfAnother(kind));
  if (meant.length > 0) return meant;
  const called = bySingular(kinds.all).get(plain(name)) ?? [];
  return called.filter((kind) => hasFormOf(kind, whole, pointer));
}

/** A contract may have hundreds of kinds, and each member of each body asks for those of its name. */
const bySingular = remembered((all: readonly Kind[]) => groupBy(all, ({ item }) => singular(item)));

/**
 * Whether a member, which is called as a thing, also has the form that the contract gives to the name of such a thing: `player` with the pattern of
 * `{handle}` names one of `/players/{handle}`. A member `colour` without a form may be any text.
 */
function hasFormOf({ parameter }: Kind, whole: Schema | undefined, pointer: string): boolean {
  const there = schemasUnder(whole ? [whole] : [], pointerTokens(pointer));
  const [own, other] = [parameter.schema ? [parameter.schema] : [], there].map(formsOf);
  return own !== '' && own === other;
}

/** Returns the patterns and the formats of a value, as a text. */
function formsOf(schemas: readonly Schema[]): string {
  const forms = schemas
    .flatMap((schema) => facets(schema, true))
    .flatMap(({ pattern, format }) => [pattern, format].filter((each) => each !== undefined));
  return [...new Set(forms.map(String))].sort().join('\n');
}

/** Returns the id of the thing itself, which a body may repeat under the name in the path or as `id`. Many services refuse another id there. */
function itself<T extends Named>(
  { method, path }: Operation,
  last: T | undefined,
  name: string,
  pointer: string,
): T | undefined {
  const isItem = method !== 'POST' && path.replace(/\/$/, '').endsWith('}');
  const isCalledSo = plain(name) === 'id' && pointer.lastIndexOf('/') === 0;
  return isItem && last && (isCalledSo || plain(last.parameter.name) === plain(name)) ? last : undefined;
}

/** Returns the things that the path of an operation names. */
function placesOf(operation: Operation, { values, made }: Resource) {
  return namesIn(operation.path).flatMap((name, index) => {
    const item = itemPath(operation.path, index);
    const parameter = pathParameters(operation).find((each) => each.name === name);
    const need: Need | undefined = made?.needs[name];
    if (item === undefined || !parameter) return [];
    return [{ item, parameter, names: namesFor({ item, parameter }), place: values[name] ?? need }];
  });
}
