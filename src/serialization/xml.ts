/** Reads XML as JSON values, as the `xml` keywords of their schemas say (OpenAPI 3.1 §4.8.26). */

import type { XMLParser } from 'fast-xml-parser';
import type { SchemaBreach } from '../contract/contract';
import { APPLICATORS, branchesIn } from '../contract/schema/applicators';
import { evaluate, satisfies, stepsSoFar, surelySatisfies } from '../contract/schema/evaluate';
import {
  facets,
  itemSchema,
  memberSchemas,
  memberSchemasOf,
  nearestKeyword,
  requiredMembers,
  typesOf,
} from '../contract/schema/facets';
import { toldOf } from '../contract/schema/nearestBranch';
import { clauseOf, type Direction, endOf, PlainSchema, type Schema } from '../contract/schema/schema';
import type { JsonValue, Scalar } from '../json/value';
import { remembered } from '../support/caching';
import { scalars } from './readings';

/** They are loaded only when they are used: few contracts have XML. */
const parsers = () => require('fast-xml-parser') as typeof import('fast-xml-parser');

interface XmlKeyword {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
  readonly nodeType?: 'element' | 'attribute' | 'text' | 'cdata' | 'none';
}

export function xmlOf(schema: Schema | undefined): XmlKeyword {
  return (schema && (nearestKeyword(schema, 'xml') as XmlKeyword | undefined)) ?? {};
}

/**
 * The depth and the length, in characters, beyond which a document is not read: it may be made to exhaust its reader.
 */
const DEEPEST = 200;
const LONGEST = 1024 * 1024;

/** Returns whether a document is too long to be read. */
export function isTooLong(text: string): boolean {
  return text.length > LONGEST;
}

/** Matches a document type or entity declaration: entities may stand for anything. */
const DECLARES = /<!(?:DOCTYPE|ENTITY)/i;

/** Returns whether a document may be read: it keeps the limits, and declares nothing that stands for something else. */
export function isPlainXml(text: string): boolean {
  return !isTooLong(text) && !DECLARES.test(text) && !deeperThan(text, DEEPEST);
}

/** Returns why a text is not well-formed XML; undefined if it is, or if it is not checked because of the limits. */
export function whyNotXml(text: string): string | undefined {
  if (isTooLong(text) || /<!ENTITY/i.test(text)) return undefined;
  const outcome = parsers().XMLValidator.validate(text.trimStart(), { allowBooleanAttributes: false });
  return outcome === true ? undefined : `${outcome.err.msg} (line ${outcome.err.line})`;
}

/**
 * Returns the JSON value that XML stands for by a schema.
 * @returns undefined if the XML exceeds the limits, or nobody can tell to which member an element belongs.
 */
export function readXml(text: string, schema: Schema): JsonValue | undefined {
  if (!isPlainXml(text)) return undefined;
  const parser = new (parsers().XMLParser)({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    removeNSPrefix: true,
    trimValues: true,
    processEntities: true,
    alwaysCreateTextNode: false,
    isArray: (_name: string, _path: unknown, _leaf: boolean, isAttribute: boolean) => !isAttribute,
  } as ConstructorParameters<typeof XMLParser>[0]);
  const document = parsedBy(parser, text);
  if (document === undefined) return undefined;
  lastStep = stepsSoFar() + MOST_STEPS;
  const [root] = Object.values(document);
  const [node] = Array.isArray(root) ? (root as unknown[]) : [];
  return node === undefined ? undefined : unlessAmbiguous(() => fromNode(node as Node | string, schema));
}

/**
 * Parses a text; undefined if the parser refuses it. It refuses some names of elements and attributes, such as
 * `constructor`.
 */
function parsedBy(parser: XMLParser, text: string): Node | undefined {
  try {
    return parser.parse(text) as Node;
  } catch {
    return undefined;
  }
}

/**
 * Returns the breach if the root of a document does not have the name that its own schema gives it. The name of a list
 * is not compared: it is the name of the element that holds the list (OpenAPI 3.1 §4.8.26.2.1).
 */
export function misnamedRoot(text: string, schema: Schema): SchemaBreach | undefined {
  const described = endOf(schema);
  const { name } =
    (typeof described.keywords === 'object' && (described.keywords['xml'] as XmlKeyword | undefined)) || {};
  if (typeof name !== 'string' || typesOf(described)?.has('array') || /<!DOCTYPE[^>]*\[/i.test(text)) return undefined;
  const [root = '', local] = ROOT.exec(text.replace(PROLOGUE, '')) ?? [];
  if (local === undefined || local === name || root === `<${name}`) return undefined;
  const requirement = `must be an element <${name}>`;
  return { path: '', requirement, actual: `${root}>`, advisory: true, clause: clauseOf(described, 'xml') };
}

const PROLOGUE = /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>/gi;
const ROOT = /<(?:[^\s<>/:]+:)?([^\s<>/:]+)/;

/** An element may belong to several members. */
class Ambiguous extends Error {}

/** A node as the parser returns it: all children are lists. */
type Node = { readonly [name: string]: readonly (Node | string)[] | string };

function deeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (const [tag] of text.matchAll(/<\/?[A-Za-z_][^<>]*>/g)) {
    if (tag.startsWith('</')) depth--;
    else if (!tag.endsWith('/>') && ++depth > limit) return true;
  }
  return false;
}

/**
 * Reads a node. If its schema has alternatives, it is read by each, and the first reading that satisfies the schema is used; where none does, the
 * one that comes nearest, since the document breaks the schema however it is read.
 */
function fromNode(node: Node | string, schema: Schema | undefined, depth = 0): JsonValue {
  if (!schema || typeof node === 'string') return readByBranches(node, schema, depth);
  // Each way to read what is around an element would read it anew.
  const known = readings(node);
  const before = known.get(schema);
  if (before === AMBIGUOUS) throw new Ambiguous();
  if (before !== undefined) return before;
  const reading = unlessAmbiguous(() => readByBranches(node, schema, depth));
  known.set(schema, reading === undefined ? AMBIGUOUS : reading);
  if (reading === undefined) throw new Ambiguous();
  return reading;
}

/** How elements were read by schemas. */
const readings = remembered((_: Node) => new Map<Schema, JsonValue | typeof AMBIGUOUS>());
const AMBIGUOUS = Symbol('ambiguous');

function readByBranches(node: Node | string, schema: Schema | undefined, depth: number): JsonValue {
  const narrowed = schema ? withEachBranch(schema) : [];
  if (!schema || narrowed.length === 0) {
    const value = readNode(node, schema);
    // The parser loses spaces, and an empty element may mean that there is no value, so such a text is judged, too.
    if (!schema || value !== '' || fits(schema, value)) return value;
    throw new Ambiguous();
  }
  if (narrowed.length > MOST_WAYS || depth > DEEPEST_BRANCH || stepsSoFar() > lastStep) throw new Ambiguous();
  const byAll = unlessAmbiguous(() => readNode(node, schema));
  if (byAll !== undefined && fits(schema, byAll)) return byAll;
  const byBranch = narrowed.map((each) => unlessAmbiguous(() => fromNode(node, each, depth + 1)));
  const fitting = byBranch.find((reading) => reading !== undefined && fits(schema, reading));
  if (fitting !== undefined) return fitting;
  if (byBranch.includes(undefined)) throw new Ambiguous();
  return nearest(byBranch as JsonValue[], schema);
}

/** A document is read before it is said whether it is sent or received. */
function fits(schema: Schema, value: JsonValue): boolean {
  return surelySatisfies(schema, value, 'response') || surelySatisfies(schema, value, 'request');
}

/** How many steps the readings of one document may take to be judged, and the step at which those of the one that is read now end. */
const MOST_STEPS = 1_000_000;
let lastStep = 0;

/** At most this many ways to choose branches are tried, and branches within branches to this depth. */
const MOST_WAYS = 40;
const DEEPEST_BRANCH = 2;

/** Returns the schema once for each way to choose one branch of each `anyOf` and `oneOf` in it; none if it has no branches. */
const withEachBranch = remembered((schema: Schema): readonly Schema[] => {
  const parts = facets(schema, false);
  const choices = parts.flatMap(branchesIn);
  if (choices.length === 0) return [];
  const { place } = schema;
  const rest = parts.map((keywords) => {
    const own = Object.entries(keywords).filter(([keyword]) => APPLICATORS.get(keyword)?.of !== 'value');
    return new PlainSchema(place, Object.fromEntries(own));
  });
  let ways: (readonly Schema[])[] = [[]];
  for (const branches of choices)
    ways = ways.flatMap((way) => branches.map((branch) => [...way, branch])).slice(0, MOST_WAYS + 1);
  return ways.map((way) => new PlainSchema(place, { allOf: [...rest, ...way] }));
});

/**
 * Returns the reading that breaks the fewest clauses. A reading is judged by the branch that was meant (`nearestBranch.ts`).
 * @throws Ambiguous if that is too much to be judged.
 */
function nearest(all: readonly JsonValue[], schema: Schema): JsonValue {
  const breaches = (reading: JsonValue, direction: Direction) =>
    toldOf(evaluate(schema, reading, { direction })).length;
  try {
    const counts = all.map((reading) => Math.min(breaches(reading, 'request'), breaches(reading, 'response')));
    return all[counts.indexOf(Math.min(...counts))] as JsonValue;
  } catch (error) {
    if (error instanceof RangeError) throw new Ambiguous();
    throw error;
  }
}

function readNode(node: Node | string, schema: Schema | undefined): JsonValue {
  const types = schema && typesOf(schema);
  const members = schema ? memberSchemas(schema) : new Map<string, readonly Schema[]>();
  const isText = typeof node === 'string' && node !== '' && types !== undefined && types.size > 1;
  if (types?.has('array') && !types.has('object') && !isText) {
    const item = schema && itemSchema(schema);
    const children = typeof node === 'string' ? [] : childrenOf(node);
    return children.flatMap(([, nodes]) => nodes.map((child) => fromNode(child, item)));
  }
  // If a text was expected but there are child elements, the text is itself a document.
  if (types && !types.has('object') && typeof node !== 'string' && childrenOf(node).length > 0) throw new Ambiguous();
  if (types && members.size > 0 && !types.has('object'))
    return scalar(typeof node === 'string' ? node : textOf(node), schema);
  const plain =
    typeof node === 'string' ? node : childrenOf(node).length === 0 && !hasAttributes(node) ? textOf(node) : undefined;
  if (plain !== undefined && !(members.size > 0 || (types?.has('object') && plain === '')))
    return scalar(plain, schema);
  return objectOf(typeof node === 'string' ? {} : node, schema);
}

function objectOf(node: Node, whole: Schema | undefined): JsonValue {
  const members = whole ? memberSchemas(whole) : new Map<string, readonly Schema[]>();
  const required = whole ? requiredMembers(whole) : [];
  const object = Object.create(null) as Record<string, JsonValue>;
  const left = new Map(childrenOf(node));
  const taken = new Set<string>();
  for (const [member, schemas] of members) {
    const schema = together(schemas);
    const { name: written = member, attribute, wrapped, nodeType } = xmlOf(schema);
    // The writer of a document may choose any prefix.
    const name = written.replace(/^[^:]*:/, '');
    const isAttribute = attribute === true || nodeType === 'attribute';
    if (isAttribute && !(schema && typesOf(schema)?.has('object'))) {
      const text = node[`@${name}`];
      if (typeof text === 'string') object[member] = scalar(text, schema);
      continue;
    }
    if (nodeType === 'text' || nodeType === 'cdata') {
      object[member] = scalar(textOf(node), schema);
      continue;
    }
    const isArray = schema !== undefined && typesOf(schema)?.has('array') === true;
    const isLoose = isArray && wrapped !== true;
    const item = isArray ? itemSchema(schema) : undefined;
    // The standard ignores the name of a list that is not wrapped, but many writers use it as the name of the items.
    const names = isLoose ? [xmlOf(item).name ?? member, name] : [name];
    const inner = names.find((candidate) => left.has(candidate)) ?? names[0] ?? name;
    const nodes = left.get(inner);
    if (taken.has(inner)) throw new Ambiguous();
    // An empty list is written as nothing.
    if (!nodes && isLoose && required.includes(member)) object[member] = [];
    const [first] = nodes ?? [];
    if (!nodes || first === undefined) continue;
    left.delete(inner);
    taken.add(inner);
    object[member] = isLoose ? looseList(nodes, first, schema) : fromNode(first, schema);
  }
  for (const [name, [first]] of left) {
    const [schema] = whole ? memberSchemasOf(whole, name) : [];
    if (first !== undefined) object[name] = fromNode(first, schema);
  }
  return object;
}

/** Returns a schema of what several schemas together describe; the nearest one comes first. */
const together = remembered((schemas: readonly Schema[]): Schema | undefined => {
  const [first, ...more] = schemas;
  return first && more.length > 0 ? new PlainSchema(first.place, { allOf: schemas }) : first;
});

/**
 * Reads the items of a list that is not wrapped. Many writers wrap it nevertheless, or mean something that is not a
 * list.
 */
function looseList(nodes: readonly (Node | string)[], first: Node | string, schema: Schema): JsonValue {
  const item = itemSchema(schema);
  const items = () => nodes.map((itemNode) => fromNode(itemNode, item));
  if (nodes.length > 1) return items();
  const [asItems, asWhole] = [items, () => fromNode(first, schema)].map(unlessAmbiguous);
  const isFitting = (value: JsonValue | undefined) => value !== undefined && satisfies(schema, value, 'response');
  return [asItems, asWhole].find(isFitting) ?? items();
}

function unlessAmbiguous<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Ambiguous) return undefined;
    throw error;
  }
}

function childrenOf(node: Node): [string, readonly (Node | string)[]][] {
  return Object.entries(node).flatMap(([name, nodes]) =>
    Array.isArray(nodes) && name !== '#text'
      ? [[name, nodes as readonly (Node | string)[]] as [string, readonly (Node | string)[]]]
      : [],
  );
}

function hasAttributes(node: Node): boolean {
  return Object.keys(node).some((name) => name.startsWith('@') && !/^@(xmlns|schemaLocation|type|nil)/.test(name));
}

function textOf(node: Node): string {
  const text = node['#text'];
  return typeof text === 'string' ? text : Array.isArray(text) ? text.join('') : '';
}

/**
 * Reads a text as a value of one of the schema's types, or, without types, as one that the schema accepts. If there is
 * none, it returns the text.
 */
export function scalar(text: string, schema: Schema | undefined): Scalar {
  const types = schema && typesOf(schema);
  if (!schema || (types?.has('string') && (types.size === 1 || fits(schema, text)))) return text;
  const isFitting = (value: JsonValue) =>
    types && !types.has('string')
      ? types.has(typeName(value)) || (types.has('number') && isNumber(value))
      : fits(schema, value);
  return (scalars(text).find(isFitting) as Scalar | undefined) ?? text;
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function isNumber(value: JsonValue): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}
