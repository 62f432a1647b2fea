/* Makes the fields of a form: a label, what the value means, its bounds, a box for it, and what is wrong with it. */

import { element } from './elements.js';
import { markdownOf } from './markdown.js';
import { boundsOf, followedSchema, typeOf, valuesOf } from './schema.js';

let made = 0;

/**
 * Makes a field.
 * @param about says of which kind it is, such as `query`.
 * @param changed called when the value changes.
 * @returns its element, what its value is, and how it is marked as wrong.
 */
export function fieldOf({ name, required, deprecated, description, entry, schema, text, about }, schemas, changed) {
  made += 1;
  const id = `field-${made}`;
  const { schema: found } = followedSchema(schema, schemas);
  const facts = typeof found === 'object' && found !== null ? found : {};
  const row = element('div', '', 'field');
  const label = element('label', '', 'field-name');
  label.htmlFor = id;
  label.append(element('b', name, deprecated ? 'deprecated' : ''));
  if (required) label.append(' ', element('span', 'required', 'required'));
  const type = [typeOf(found, schemas), about, deprecated ? 'deprecated' : ''].filter(Boolean).join(', ');
  label.append(' ', element('span', type, 'quiet'));
  const content = document.createElement('div');
  const said = description || facts.description;
  if (typeof said === 'string' && said.trim() !== '') content.append(markdownOf(said, 'meaning'));
  const item = entry === 'list' ? followedSchema(facts.items, schemas).schema : undefined;
  const ofItem = item === undefined ? [] : [...boundsOf(item), ...valuesOf(item)];
  const bounds = [...boundsOf(found), ...valuesOf(facts), ...ofItem.map((each) => `each item ${each}`)];
  if (bounds.length > 0) content.append(element('p', bounds.join('; '), 'bounds'));
  const box = boxOf({ name, required, entry, text, facts });
  box.id = id;
  const wrong = element('p', '', 'wrong');
  wrong.id = `${id}-wrong`;
  box.setAttribute('aria-describedby', wrong.id);
  box.addEventListener('input', changed);
  content.append(box, ...(required || entry !== 'text' || text !== '' ? [] : offered(facts, box, changed)), wrong);
  row.append(label, content);
  return {
    row,
    name,
    box,
    entry,
    files: () => [...(box.files ?? [])],
    /** The texts of the value; undefined if nothing is entered. A list has one for each line. */
    texts: () => {
      if (box.value === '') return undefined;
      return entry === 'list' ? box.value.split('\n') : [box.value];
    },
    enter: (texts) => {
      box.value = texts.join('\n');
    },
    mark: (texts) => {
      wrong.textContent = texts.join('. ');
      if (texts.length > 0) box.setAttribute('aria-invalid', 'true');
      else box.removeAttribute('aria-invalid');
    },
  };
}

/** Offers to enter what the contract has as an example. */
function offered({ example, examples, default: usual }, box, changed) {
  const [value] = [example, Array.isArray(examples) ? examples[0] : undefined, usual].filter(
    (each) => each !== undefined,
  );
  if (!['string', 'number', 'boolean'].includes(typeof value) || String(value) === '') return [];
  const button = element('button', `use ${String(value).slice(0, MOST_OFFERED)}`, 'quiet-button');
  button.type = 'button';
  button.title = 'Enters the example of the contract';
  button.addEventListener('click', () => {
    box.value = String(value);
    changed();
  });
  return [' ', button];
}

/** So much of an example is shown, in characters. */
const MOST_OFFERED = 40;

function boxOf({ name, required, entry, text, facts }) {
  if (entry === 'file' || entry === 'files') {
    const box = document.createElement('input');
    box.type = 'file';
    box.multiple = entry === 'files';
    return box;
  }
  const choices = choicesOf(facts);
  if (entry === 'text' && choices) return choice(choices, required, text);
  const isLong = entry === 'list' || entry === 'json' || text.includes('\n');
  const box = document.createElement(isLong ? 'textarea' : 'input');
  if (isLong) box.rows = 2;
  box.spellcheck = false;
  box.autocomplete = 'off';
  box.placeholder = entry === 'list' ? `${name}, an item a line` : entry === 'json' ? `${name}, as JSON` : name;
  box.value = text;
  box.defaultValue = text;
  return box;
}

function choicesOf({ type, enum: listed }) {
  if (Array.isArray(listed)) return listed.filter((each) => each !== null).map(String);
  return type === 'boolean' ? ['true', 'false'] : undefined;
}

function choice(choices, required, text) {
  const box = document.createElement('select');
  const all = required && choices.includes(text) ? choices : ['', ...choices];
  for (const each of all) {
    const option = element('option', each === '' ? 'none' : each);
    option.value = each;
    box.append(option);
  }
  box.value = choices.includes(text) ? text : '';
  return box;
}
