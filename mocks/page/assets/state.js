/* Shows the state of the mock. */

import { byId, codeOf, element, exact } from './elements.js';

let held;

/** Loads the state and shows it. @param stateful whether the mock keeps changes. If not, nothing is loaded, since that takes a while. */
export async function lookAtState(stateful) {
  const response = stateful ? await fetch('state', { cache: 'no-store' }).catch(() => undefined) : undefined;
  held = response?.ok ? JSON.parse(await response.text(), exact) : undefined;
  const { held: number, most, things = {}, notToldApart = [] } = held ?? {};
  byId('held').textContent = held ? `${number} of at most ${most.toLocaleString('en')} things` : 'nothing is kept';
  const shown = Object.entries(things).map(([path, value]) => folded(path, countOf(value), json(value)));
  if (notToldApart.length > 0) {
    const why = notToldApart.map((each) => `${each.operation}: ${each.why}`).join('\n');
    shown.push(folded('Answered as without state', notToldApart.length, why));
  }
  byId('things').replaceChildren(...shown);
}

function countOf(value) {
  if (value === null) return 'gone';
  return Array.isArray(value) ? value.length : '';
}

function json(value) {
  return JSON.stringify(value);
}

const open = new Set();

/** Makes a part that can be folded. If the user has opened it, it stays open when it is shown again. */
function folded(path, count, text) {
  const details = document.createElement('details');
  const line = document.createElement('summary');
  line.append(element('code', path), ' ', element('span', count, 'quiet'));
  const content = element('pre', '', 'message');
  content.tabIndex = 0;
  content.append(codeOf(text));
  details.append(line, content);
  details.open = open.has(path);
  details.addEventListener('toggle', () => (details.open ? open.add(path) : open.delete(path)));
  return details;
}

/** Fills in the ids of things in the state, since other ids may be answered with 404. */
export function withHeld(operation) {
  if (!held) return operation;
  const texts = new Map();
  for (const { path, id } of held.collections) {
    const things = held.things[path];
    const isBelow = id && things && `${operation.path}/`.startsWith(`${path}/{${id.parameter}}/`);
    const [name] = !isBelow ? [] : Array.isArray(things) ? things.map((each) => each[id.member]) : Object.keys(things);
    if (name !== undefined) texts.set(id.parameter, String(name.rawJSON ?? name));
  }
  const parameters = operation.parameters.map((each) =>
    each.in === 'path' && texts.has(each.name) ? { ...each, text: texts.get(each.name) } : each,
  );
  return { ...operation, parameters };
}
