/** JSON values as XML and back, by the `xml` keywords of their schemas (OpenAPI 3.1 §4.8.26). */

import XmlBuilder from 'fast-xml-builder';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { SchemaBreach } from '../contract/contract';
import { satisfies } from '../contract/schema/evaluate';
import {
  facets,
  itemSchema,
  memberSchemas,
  nearestKeyword,
  otherMemberSchemas,
  requiredMembers,
  typesOf,
} from '../contract/schema/facets';
import { clauseOf, endOf, type Schema } from '../contract/schema/schema';
import { isList, isScalar, type JsonValue, type Scalar, toText } from '../json/value';
import { scalars } from './readings';

interface XmlKeyword {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
  readonly nodeType?: 'element' | 'attribute' | 'text' | 'cdata' | 'none';
}

/** An element as the builder takes it: attributes under names that begin with `@`, its text under `#text`. */
type Element = string | { readonly [name: string]: Element | readonly Element[] };

const NAME = /^[A-Za-z_][\w.-]*(:[A-Za-z_][\w.-]*)?$/;

/** @returns undefined where a name is none that XML can write. */
export function writeXml(value: JsonValue, schema: Schema): string | undefined {
  // Where the contract gives the root no name, readers go by what is in it.
  const name = elementName(schema, rootName(schema) ?? 'root');
  if (name === undefined) return undefined;
  const builder = new XmlBuilder({ attributeNamePrefix: '@', ignoreAttributes: false, suppressEmptyNode: true });
  try {
    const root = { [name]: element(value, schema) };
    return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}`;
  } catch (error) {
    if (error instanceof Unwritable) return undefined;
    throw error;
  }
}

/** What XML has no way to write. */
class Unwritable extends Error {}

function xmlOf(schema: Schema | undefined): XmlKeyword {
  return (schema && (nearestKeyword(schema, 'xml') as XmlKeyword | undefined)) ?? {};
}

/** The root is called as the component is that describes it. */
function rootName(schema: Schema): string | undefined {
  const { keywords } = schema;
  const ref = typeof keywords === 'object' ? (keywords['$ref'] as Schema | undefined) : undefined;
  return /\/(?:schemas|definitions)\/([^/]+)$/.exec((ref ?? schema).place.pointer)?.[1];
}

function elementName(schema: Schema | undefined, otherwise: string | undefined): string | undefined {
  const { name = otherwise, prefix } = xmlOf(schema);
  if (name === undefined || !NAME.test(name)) return undefined;
  return prefix === undefined ? name : `${prefix}:${name}`;
}

function element(value: JsonValue, schema: Schema | undefined): Element {
  const namespace = namespaceOf(schema);
  if (isScalar(value)) {
    if (typeof value === 'string' && !isWritable(value)) throw new Unwritable();
    return Object.keys(namespace).length === 0 ? toText(value) : { ...namespace, '#text': toText(value) };
  }
  if (isList(value)) {
    const item = schema && itemSchema(schema);
    const name = elementName(item, 'item') ?? 'item';
    return { ...namespace, [name]: value.map((each) => element(each, item)) };
  }
  const members = schema ? memberSchemas(schema) : new Map<string, Schema[]>();
  const made: Record<string, Element | readonly Element[]> = { ...namespace };
  const required = schema ? requiredMembers(schema) : [];
  for (const [name, each] of Object.entries(value)) {
    const declared = members.get(name)?.[0];
    // What XML has no name for is left out where it may be.
    if (elementName(declared, name) !== undefined || required.includes(name)) addMember(made, name, each, declared);
  }
  return made;
}

function namespaceOf(schema: Schema | undefined): Record<string, string> {
  const { namespace, prefix } = xmlOf(schema);
  if (namespace === undefined) return {};
  return { [prefix === undefined ? '@xmlns' : `@xmlns:${prefix}`]: namespace };
}

function addMember(
  made: Record<string, Element | readonly Element[]>,
  member: string,
  value: JsonValue,
  schema: Schema | undefined,
): void {
  const { attribute, wrapped, nodeType } = xmlOf(schema);
  const name = elementName(schema, member);
  if (name === undefined) throw new Unwritable();
  // What is no text is no attribute, whatever the contract says.
  if ((attribute === true || nodeType === 'attribute') && isScalar(value)) {
    made[`@${name}`] = toText(value);
  } else if (nodeType === 'text' || nodeType === 'cdata') {
    if (!isScalar(value)) throw new Unwritable();
    made['#text'] = toText(value);
  } else if (isList(value) && schema) {
    const item = itemSchema(schema);
    const inner = elementName(item, member);
    if (inner === undefined) throw new Unwritable();
    const items = value.map((each) => element(each, item));
    if (wrapped === true || nodeType === 'element') made[name] = { ...namespaceOf(schema), [inner]: items };
    else made[inner] = items;
  } else made[name] = element(value, schema);
}

/** XML 1.0 has no way to write some characters (§2.2). */
function isWritable(text: string): boolean {
  return /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u.test(text);
}

/** How deep a document may be that is read, and how large, in characters: either may be made to wear somebody out. */
const DEEPEST = 200;
const LONGEST = 1024 * 1024;

/** Whether a document is not read for its length alone. */
export function isTooLong(text: string): boolean {
  return text.length > LONGEST;
}

/** Entities may stand for anything. */
const DECLARES = /<!(?:DOCTYPE|ENTITY)/i;

/** Why a text is no well-formed XML; undefined where it is, or where that is not looked at within the limits. */
export function whyNotXml(text: string): string | undefined {
  if (isTooLong(text) || /<!ENTITY/i.test(text)) return undefined;
  const found = XMLValidator.validate(text.trimStart(), { allowBooleanAttributes: false });
  return found === true ? undefined : `${found.err.msg} (line ${found.err.line})`;
}

/**
 * The JSON value that XML stands for by a schema.
 * @returns undefined where it cannot be read within the limits, or nobody can tell which member an element belongs to.
 */
export function readXml(text: string, schema: Schema): JsonValue | undefined {
  if (isTooLong(text) || DECLARES.test(text) || deeperThan(text, DEEPEST)) return undefined;
  const parser = new XMLParser({
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
  const [root] = Object.values(document);
  const [node] = Array.isArray(root) ? (root as unknown[]) : [];
  return node === undefined ? undefined : unlessAmbiguous(() => fromNode(node as Node | string, schema));
}

/** The parser reads no elements of some names, such as `constructor`, and no attributes of such names. */
function parsedBy(parser: XMLParser, text: string): Node | undefined {
  try {
    return parser.parse(text) as Node;
  } catch {
    return undefined;
  }
}

/**
 * What is wrong with the name of a document's root, where its schema itself has one for it; a list's is that of what it lies in
 * (OpenAPI 3.1 §4.8.26.2.1).
 */
export function misnamedRoot(text: string, schema: Schema): SchemaBreach | undefined {
  const own = endOf(schema);
  const { name } = (typeof own.keywords === 'object' && (own.keywords['xml'] as XmlKeyword | undefined)) || {};
  if (typeof name !== 'string' || typesOf(own)?.has('array') || /<!DOCTYPE[^>]*\[/i.test(text)) return undefined;
  const [root = '', local] = ROOT.exec(text.replace(PROLOGUE, '')) ?? [];
  if (local === undefined || local === name || root === `<${name}`) return undefined;
  const requirement = `must be an element <${name}>`;
  return { path: '', requirement, actual: `${root}>`, advisory: true, clause: clauseOf(own, 'xml') };
}

const PROLOGUE = /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>/gi;
const ROOT = /<(?:[^\s<>/:]+:)?([^\s<>/:]+)/;

/** Elements that may belong to several members. */
class Ambiguous extends Error {}

/** As the parser gives it: every child a list. */
type Node = { readonly [name: string]: readonly (Node | string)[] | string };

function deeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (const [tag] of text.matchAll(/<\/?[A-Za-z_][^<>]*>/g)) {
    if (tag.startsWith('</')) depth--;
    else if (!tag.endsWith('/>') && ++depth > limit) return true;
  }
  return false;
}

/** What may be several things is read as the one that it then is. */
function fromNode(node: Node | string, schema: Schema | undefined): JsonValue {
  const value = readNode(node, schema);
  const branches = schema ? alternativesOf(schema) : [];
  // Spaces are lost, and what is empty may be nothing at all.
  if (!schema || (branches.length === 0 && value !== '') || satisfies(schema, value, 'response')) return value;
  const others = branches.map((branch) => readNode(node, branch));
  const fitting = others.find((each) => satisfies(schema, each, 'response'));
  if (fitting === undefined) throw new Ambiguous();
  return fitting;
}

function alternativesOf(schema: Schema): readonly Schema[] {
  return facets(schema, false).flatMap(({ anyOf, oneOf }) =>
    [anyOf, oneOf].flatMap((each) => (each ?? []) as Schema[]),
  );
}

function readNode(node: Node | string, schema: Schema | undefined): JsonValue {
  const types = schema && typesOf(schema);
  const members = schema ? memberSchemas(schema) : new Map<string, readonly Schema[]>();
  const isText = typeof node === 'string' && node !== '' && types !== undefined && types.size > 1;
  if (types?.has('array') && !types.has('object') && !isText) {
    const item = schema && itemSchema(schema);
    const children = typeof node === 'string' ? [] : childrenOf(node);
    return children.flatMap(([, nodes]) => nodes.map((each) => fromNode(each, item)));
  }
  // A text that holds elements is the document itself.
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
  const [others] = whole ? otherMemberSchemas(whole) : [];
  const required = whole ? requiredMembers(whole) : [];
  const made = Object.create(null) as Record<string, JsonValue>;
  const left = new Map(childrenOf(node));
  const taken = new Set<string>();
  for (const [member, [schema]] of members) {
    const { name: written = member, attribute, wrapped, nodeType } = xmlOf(schema);
    // Prefixes are anybody's choice.
    const name = written.replace(/^[^:]*:/, '');
    const isAttribute = attribute === true || nodeType === 'attribute';
    if (isAttribute && !(schema && typesOf(schema)?.has('object'))) {
      const text = node[`@${name}`];
      if (typeof text === 'string') made[member] = scalar(text, schema);
      continue;
    }
    if (nodeType === 'text' || nodeType === 'cdata') {
      made[member] = scalar(textOf(node), schema);
      continue;
    }
    const isArray = schema !== undefined && typesOf(schema)?.has('array') === true;
    const isLoose = isArray && wrapped !== true;
    const item = isArray ? itemSchema(schema) : undefined;
    // The name of a list that is not wrapped is ignored, and taken by many for that of its items.
    const names = isLoose ? [xmlOf(item).name ?? member, name] : [name];
    const inner = names.find((each) => left.has(each)) ?? names[0] ?? name;
    const nodes = left.get(inner);
    if (taken.has(inner)) throw new Ambiguous();
    // An empty list is as none.
    if (!nodes && isLoose && required.includes(member)) made[member] = [];
    const [first] = nodes ?? [];
    if (!nodes || first === undefined) continue;
    left.delete(inner);
    taken.add(inner);
    made[member] = isLoose ? looseList(nodes, first, schema) : fromNode(first, schema);
  }
  for (const [name, [first]] of left) if (first !== undefined) made[name] = fromNode(first, others);
  return made;
}

/** The items of a list that is not wrapped; many wrap it all the same, or mean something that is no list. */
function looseList(nodes: readonly (Node | string)[], first: Node | string, schema: Schema): JsonValue {
  const item = itemSchema(schema);
  const items = () => nodes.map((each) => fromNode(each, item));
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

/** The reading of a text that has one of the types, or that an untyped schema takes; the text itself where none does. */
function scalar(text: string, schema: Schema | undefined): Scalar {
  const types = schema && typesOf(schema);
  if (!schema || types?.has('string')) return text;
  const isFitting = (value: JsonValue) =>
    types
      ? types.has(typeName(value)) || (types.has('number') && isNumber(value))
      : satisfies(schema, value, 'response');
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
