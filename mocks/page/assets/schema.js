/* Shows a schema as a person reads it: a line for each member, with its type, bounds, default, example and meaning. */

import { element } from './elements.js';
import { markdownOf } from './markdown.js';

/** How many characters of a value are shown. */
const LONGEST_VALUE = 80;

/** How many listed values are shown. */
const MOST_LISTED = 30;

/** A chain of more references than this counts as a circle. */
const LONGEST_CHAIN = 50;

/**
 * Shows a schema. What is nested is made only when somebody opens it.
 * @param schemas the document that references lead into.
 */
export function showSchema(schema, schemas) {
  const box = element('div', '', 'schema');
  const found = followedSchema(schema, schemas);
  const line = element('div', '');
  fill(line, found, schemas, false);
  box.append(line, ...below(found, schemas, found.refs, true));
  return box;
}

function own(value, key) {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Follows the references of a schema. @returns it, the references, and the name that the last of them has in the contract. */
export function followedSchema(schema, schemas) {
  const refs = [];
  let found = schema;
  while (typeof own(found, '$ref') === 'string' && refs.length < LONGEST_CHAIN) {
    const { $ref: ref, ...beside } = found;
    refs.push(ref);
    const target = ref.startsWith('#') ? pointed(ref, schemas) : undefined;
    // What stands beside a reference counts as well, since OpenAPI 3.1.
    found = typeof target === 'object' ? { ...target, ...beside } : target;
  }
  return { schema: found, refs, name: refs.at(-1)?.split('/').at(-1) };
}

function pointed(ref, schemas) {
  const keys = ref.split('/').slice(1);
  return keys.reduce((value, key) => own(value, unescaped(key)), schemas);
}

function unescaped(key) {
  try {
    return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return key;
  }
}

/** Names the type of a schema: `array of Plant`, `string or null, date`. */
export function typeOf(schema, schemas) {
  if (schema === false) return 'nothing';
  if (typeof schema !== 'object' || schema === null) return 'anything';
  const named = [schema.type ?? guessed(schema)].flat().map((type) => {
    if (type !== 'array') return type;
    const { schema: item, name } = followedSchema(schema.items, schemas);
    return item === undefined ? 'array' : `array of ${name ?? typeOf(item, schemas)}`;
  });
  const types = [...named, ...(schema.nullable === true ? ['null'] : [])].join(' or ');
  return schema.format === undefined ? types : `${types}, ${schema.format}`;
}

function guessed(schema) {
  if (schema.properties ?? schema.allOf) return 'object';
  if (schema.items) return 'array';
  if (schema.oneOf) return 'one of these';
  if (schema.anyOf) return 'any of these';
  return Object.hasOwn(schema, 'const') ? 'always the same' : 'anything';
}

/** Says within which bounds a value is. @returns a list of short texts. */
export function boundsOf(schema) {
  if (typeof schema !== 'object' || schema === null) return [];
  const { multipleOf, pattern, uniqueItems, additionalProperties } = schema;
  return [
    ...numberBounds(schema),
    ...countBounds(schema.minLength, schema.maxLength, 'character'),
    ...countBounds(schema.minItems, schema.maxItems, 'item'),
    ...countBounds(schema.minProperties, schema.maxProperties, 'member'),
    ...(multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`]),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
    ...(uniqueItems === true ? ['no item twice'] : []),
    ...(additionalProperties === false ? ['no other members'] : []),
  ];
}

/** In OpenAPI 3.0, `exclusiveMinimum: true` makes `minimum` itself forbidden; since 3.1, it is a number. */
function numberBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) {
  const above =
    typeof exclusiveMinimum === 'number' ? exclusiveMinimum : exclusiveMinimum === true ? minimum : undefined;
  const below =
    typeof exclusiveMaximum === 'number' ? exclusiveMaximum : exclusiveMaximum === true ? maximum : undefined;
  const least = exclusiveMinimum === true ? undefined : minimum;
  const most = exclusiveMaximum === true ? undefined : maximum;
  const both = least !== undefined && most !== undefined;
  return [
    ...(both ? [`${least} to ${most}`] : []),
    ...(!both && least !== undefined ? [`${least} or more`] : []),
    ...(!both && most !== undefined ? [`${most} or less`] : []),
    ...(above === undefined ? [] : [`more than ${above}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
  ];
}

function countBounds(least, most, what) {
  const some = (count) => `${count} ${what}${count === 1 ? '' : 's'}`;
  if (least === undefined && most === undefined) return [];
  if (least === most) return [`exactly ${some(most)}`];
  if (most === undefined) return [`at least ${some(least)}`];
  return [least ? `${least} to ${some(most)}` : `at most ${some(most)}`];
}

/** Returns the members of an object with the schemas of its `allOf`: each has a name, a schema, and whether it is required. */
export function membersOf(schema, schemas, seen = []) {
  const { properties = {}, required = [], allOf = [] } = typeof schema === 'object' && schema !== null ? schema : {};
  const inherited = allOf.flatMap((part) => {
    const { schema: found, refs } = followedSchema(part, schemas);
    return refs.some((ref) => seen.includes(ref)) ? [] : membersOf(found, schemas, [...seen, ...refs]);
  });
  const declared = Object.entries(properties).map(([name, member]) => ({ name, schema: member, required: false }));
  const all = new Map([...inherited, ...declared].map((each) => [each.name, each]));
  const demanded = new Set([...(Array.isArray(required) ? required : []), ...requiredIn(inherited)]);
  return [...all.values()].map((each) => ({ ...each, required: demanded.has(each.name) }));
}

function requiredIn(members) {
  return members.filter(({ required }) => required).map(({ name }) => name);
}

/** Fills a line: the type, what is demanded, and the meaning. */
function fill(line, { schema, name }, schemas, required) {
  const facts = typeof schema === 'object' && schema !== null ? schema : {};
  line.append(
    element('span', name === undefined ? typeOf(schema, schemas) : `${name}, ${typeOf(schema, schemas)}`, 'type'),
  );
  if (required) line.append(' ', element('b', 'required', 'required'));
  const notes = [
    ...(facts.readOnly === true ? ['only in answers'] : []),
    ...(facts.writeOnly === true ? ['only in requests'] : []),
    ...(facts.deprecated === true ? ['deprecated'] : []),
    ...boundsOf(schema),
    ...valuesOf(facts),
  ];
  if (notes.length > 0) line.append(' ', element('span', notes.join('; '), 'bounds'));
  if (typeof facts.description === 'string') line.append(markdownOf(facts.description, 'meaning'));
}

/** Says which values there are, and which one is usual. @returns a list of short texts. */
export function valuesOf(schema) {
  const { enum: listed, default: usual, example, examples } = schema;
  const [first] = Array.isArray(examples) ? examples : [];
  const shown = example ?? first;
  const more = Array.isArray(listed) && listed.length > MOST_LISTED ? `, … (${listed.length} in all)` : '';
  return [
    ...(Array.isArray(listed) ? [`one of ${listed.slice(0, MOST_LISTED).map(valueText).join(', ')}${more}`] : []),
    ...(Object.hasOwn(schema, 'const') ? [`always ${valueText(schema.const)}`] : []),
    ...(usual === undefined ? [] : [`${valueText(usual)} by default`]),
    ...(shown === undefined ? [] : [`such as ${valueText(shown)}`]),
  ];
}

function valueText(value) {
  const text = JSON.stringify(value) ?? '';
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/**
 * Makes what stands below a schema: its members, its items, its branches.
 * @param above the references that led here. A schema that is below itself is not shown again.
 */
function below({ schema }, schemas, above, isOpen) {
  const parts = partsOf(schema, schemas);
  if (parts.length === 0) return [];
  if (isOpen) return [listOf(parts, schemas, above)];
  const details = document.createElement('details');
  details.append(element('summary', parts.length === 1 ? '1 part' : `${parts.length} parts`));
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(listOf(parts, schemas, above));
  });
  return [details];
}

function listOf(parts, schemas, above) {
  const list = document.createElement('ul');
  list.append(
    ...parts.map(({ name, as, schema, required }) => {
      const item = document.createElement('li');
      const found = followedSchema(schema, schemas);
      item.append(name === undefined ? element('span', as, 'quiet') : element('code', name), ' ');
      fill(item, found, schemas, required);
      if (found.refs.some((ref) => above.includes(ref))) item.append(element('span', 'the same as above', 'quiet'));
      else item.append(...below(found, schemas, [...above, ...found.refs], false));
      return item;
    }),
  );
  return list;
}

/** Lists what a schema is made of. What has no name in the value says what it is, in `as`. */
function partsOf(schema, schemas) {
  if (typeof schema !== 'object' || schema === null) return [];
  const { additionalProperties, patternProperties = {}, prefixItems = [], allOf = [], items } = schema;
  const others = (as, each) => ({ as, schema: each, required: false });
  return [
    ...membersOf(schema, schemas),
    ...allOf.filter((each) => membersOf({ allOf: [each] }, schemas).length === 0).map((each) => others('and', each)),
    ...Object.entries(patternProperties).map(([name, each]) => others(`members like ${name}`, each)),
    ...(saysMuch(additionalProperties, schemas) ? [others('every other member', additionalProperties)] : []),
    ...prefixItems.map((each, at) => others(`item ${at + 1}`, each)),
    ...(saysMuch(items, schemas) ? [others('each item', items)] : []),
    ...[schema.oneOf ?? [], schema.anyOf ?? []].flat().map((each) => others('either', each)),
  ];
}

/** Tells whether a schema says more than its type, which the line above has. */
function saysMuch(schema, schemas) {
  const { schema: found } = followedSchema(schema, schemas);
  if (typeof found !== 'object' || found === null) return false;
  return Object.keys(found).some((key) => !['type', 'nullable', 'title', 'format'].includes(key));
}
