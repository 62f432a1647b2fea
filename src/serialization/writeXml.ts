/** Writes values as XML, as the contract says. */

import { itemSchema, memberSchemas, requiredMembers } from '../contract/schema/facets';
import type { Schema } from '../contract/schema/schema';
import { isList, isScalar, type JsonValue, toText } from '../json/value';
import { createXmlBuilder } from '../support/xmlBuilder';
import { xmlOf } from './xml';

/** An element as the builder takes it: attributes have names that begin with `@`, and the text has the name `#text`. */
type Element = string | { readonly [name: string]: Element | readonly Element[] };

const NAME = /^[A-Za-z_][\w.-]*(:[A-Za-z_][\w.-]*)?$/;

/**
 * Writes a value as an XML document.
 * @returns undefined if XML cannot express a name or a text of the value.
 */
export function writeXml(value: JsonValue, schema: Schema): string | undefined {
  // If the contract does not name the root, readers look only at its content.
  const name = elementName(schema, rootName(schema) ?? 'root');
  if (name === undefined) return undefined;
  const builder = createXmlBuilder({ suppressEmptyNode: true });
  try {
    const root = { [name]: element(value, schema) };
    return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}`;
  } catch (error) {
    if (error instanceof Unwritable) return undefined;
    throw error;
  }
}

/** The value contains something that XML cannot express. */
class Unwritable extends Error {}

/** Returns the name of the component that describes the root, which becomes the root's name. */
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
    return { ...namespace, [name]: value.map((listItem) => element(listItem, item)) };
  }
  const members = schema ? memberSchemas(schema) : new Map<string, Schema[]>();
  const children: Record<string, Element | readonly Element[]> = { ...namespace };
  const required = schema ? requiredMembers(schema) : [];
  for (const [name, member] of Object.entries(value)) {
    const declared = members.get(name)?.[0];
    // A member whose name XML cannot write is left out, unless it is required.
    if (elementName(declared, name) !== undefined || required.includes(name))
      addMember(children, name, member, declared);
  }
  return children;
}

function namespaceOf(schema: Schema | undefined): Record<string, string> {
  const { namespace, prefix } = xmlOf(schema);
  if (namespace === undefined) return {};
  return { [prefix === undefined ? '@xmlns' : `@xmlns:${prefix}`]: namespace };
}

function addMember(
  parent: Record<string, Element | readonly Element[]>,
  member: string,
  value: JsonValue,
  schema: Schema | undefined,
): void {
  const { attribute, wrapped, nodeType } = xmlOf(schema);
  const name = elementName(schema, member);
  if (name === undefined) throw new Unwritable();
  // Only a scalar can be an attribute, whatever the contract says.
  if ((attribute === true || nodeType === 'attribute') && isScalar(value)) {
    parent[`@${name}`] = toText(value);
  } else if (nodeType === 'text' || nodeType === 'cdata') {
    if (!isScalar(value)) throw new Unwritable();
    parent['#text'] = toText(value);
  } else if (isList(value) && schema) {
    const item = itemSchema(schema);
    const inner = elementName(item, member);
    if (inner === undefined) throw new Unwritable();
    const items = value.map((listItem) => element(listItem, item));
    if (wrapped === true || nodeType === 'element') parent[name] = { ...namespaceOf(schema), [inner]: items };
    else parent[inner] = items;
  } else parent[name] = element(value, schema);
}

/** Returns whether XML can express a text. XML 1.0 cannot express some control characters (§2.2). */
function isWritable(text: string): boolean {
  return /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u.test(text);
}
