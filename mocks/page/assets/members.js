/* Shows the members of a JSON body as fields. They and the text of the body are the same value: what changes in one changes in the other. */

import { element, exact, indented } from './elements.js';
import { fieldOf } from './fields.js';
import { followedSchema, membersOf } from './schema.js';

/** Members are shown down to this depth. What lies deeper is entered as JSON. */
const DEEPEST = 3;

/** How many fields are made at most. */
const MOST_FIELDS = 60;

/**
 * Makes the fields, once somebody opens them.
 * @param box the text area of the body.
 * @param changed called when a field changes the text.
 * @returns undefined if the body is no object with members.
 */
export function memberFieldsOf(schema, schemas, box, changed) {
  const rows = rowsOf(schema, schemas, [], []).slice(0, MOST_FIELDS);
  if (rows.length === 0) return undefined;
  const node = element('details', '', 'members');
  const required = rows.filter((row) => row.required).length;
  node.append(element('summary', `Fields (${rows.length}, ${required} required)`));
  const hint = element('p', 'The text below is no JSON object, so that there are no fields.', 'wrong');
  const place = document.createElement('div');
  let fields = [];
  let wrong = [];
  const refresh = () => {
    const value = valueIn(box.value);
    hint.hidden = value !== undefined;
    place.hidden = value === undefined;
    if (value === undefined) return;
    for (const { path, field } of fields)
      if (field.box !== document.activeElement) field.box.value = textAt(value, path);
  };
  const write = (row, field) => {
    const value = valueIn(box.value);
    if (value === undefined) return;
    const text = field.box.value;
    if (text === '') removeAt(value, row.path);
    else setAt(value, row.path, entered(text, row.facts));
    box.value = indented(JSON.stringify(value));
    changed();
  };
  const mark = () => {
    for (const { path, field } of fields)
      field.mark(wrong.filter((each) => isOf(each.path, path, rows)).map(({ text }) => text));
  };
  node.addEventListener('toggle', () => {
    if (!node.open || fields.length > 0) return;
    fields = rows.map((row) => {
      const made = { name: row.path.join('.'), required: row.required, entry: row.entry, schema: row.schema, text: '' };
      const field = fieldOf({ ...made, about: '' }, schemas, () => write(row, field));
      return { path: row.path, field };
    });
    place.append(...fields.map(({ field }) => field.row));
    node.append(hint, place);
    refresh();
    mark();
  });
  box.addEventListener('input', refresh);
  return {
    node,
    refresh,
    mark: (found) => {
      wrong = found;
      mark();
    },
  };
}

/** Lists the members that are entered as fields, with the names that lead to them. */
function rowsOf(schema, schemas, path, above) {
  const { schema: found, refs } = followedSchema(schema, schemas);
  const own = refs.some((ref) => above.includes(ref)) ? [] : membersOf(found, schemas);
  return own.flatMap(({ name, schema: member, required }) => {
    const { schema: facts } = followedSchema(member, schemas);
    if (typeof facts !== 'object' || facts === null || facts.readOnly === true) return [];
    const at = [...path, name];
    const nested = at.length < DEEPEST ? rowsOf(member, schemas, at, [...above, ...refs]) : [];
    if (nested.length > 0) return nested.map((row) => ({ ...row, required: row.required && required }));
    return [{ path: at, schema: member, facts, required, entry: entryOf(facts) }];
  });
}

function typesOf({ type }) {
  return [type ?? []].flat().filter((each) => each !== 'null');
}

function entryOf(facts) {
  const types = typesOf(facts);
  const isNested =
    types.some((type) => type === 'array' || type === 'object') || facts.oneOf || facts.anyOf || facts.items;
  return isNested ? 'json' : 'text';
}

/** Reads what was entered, by the types that the contract allows. A text that is none of them stays a text. */
function entered(text, facts) {
  const listed = Array.isArray(facts.enum) ? facts.enum.find((each) => String(each) === text) : undefined;
  if (listed !== undefined) return listed;
  const types = typesOf(facts);
  if (types.length === 1 && types[0] === 'string') return text;
  try {
    const value = JSON.parse(text, exact);
    const isNumber = typeof value === 'number' || value?.rawJSON !== undefined;
    if (types.includes('string') && !isNumber && typeof value !== 'object') return text;
    return value;
  } catch {
    return text;
  }
}

/** Reads the object that a text stands for; undefined if it stands for none. An empty text is an object without members. */
function valueIn(text) {
  if (text.trim() === '') return {};
  // Where the browser cannot keep such a number as it is written, the text is left alone.
  if (!JSON.rawJSON && /\d{16}/.test(text)) return undefined;
  try {
    const value = JSON.parse(text, exact);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function own(value, name) {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textAt(value, path) {
  const found = path.reduce(own, value);
  if (found === undefined) return '';
  return typeof found === 'string' ? found : JSON.stringify(found);
}

function setAt(value, path, member) {
  const [name, ...rest] = path;
  if (rest.length === 0) return void define(value, name, member);
  const inner = own(value, name);
  if (typeof inner !== 'object' || inner === null) define(value, name, {});
  setAt(value[name], rest, member);
}

/** Sets a member, also one that has a meaning of its own for JavaScript, such as `__proto__`. */
function define(value, name, member) {
  Object.defineProperty(value, name, { value: member, configurable: true, enumerable: true, writable: true });
}

/** Removes a member, and what has no member left because of that. */
function removeAt(value, path) {
  const [name, ...rest] = path;
  const inner = own(value, name);
  if (inner === undefined) return;
  if (rest.length > 0) removeAt(inner, rest);
  if (rest.length === 0 || Object.keys(inner).length === 0) delete value[name];
}

/** Tells whether a wrong place belongs to a field: it is the field's own, or lies in it, or is the object that lacks its members. */
function isOf(wrong, path, rows) {
  const begins = (long, short) => short.every((step, at) => long[at] === step);
  if (wrong.length >= path.length) return begins(wrong, path);
  // Where a whole object is missing, its first field says so.
  const first = rows.find((row) => begins(row.path, wrong));
  return wrong.length > 0 && begins(path, wrong) && first?.path === path;
}
