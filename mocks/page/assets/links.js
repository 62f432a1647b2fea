/* Offers the operations to which the links of an answer lead, with their forms filled in from it. */

import { element, pathOf, placeOf } from './elements.js';

/** What a link enters into the form of an operation that is shown next, by the name of the operation. */
const waiting = new Map();

/** Returns what a link that was followed enters into the form of an operation, once. */
export function takeFollowed(name) {
  const entered = waiting.get(name);
  waiting.delete(name);
  return entered;
}

/**
 * Asks the mock for the links of an answer.
 * @param answer what was asked, and what came.
 * @param fill enters something into the form of the operation itself, to which a link may lead, too.
 * @returns the elements that show them; none if the answer declares no link.
 */
export async function linksOf(answer, fill) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('links', { method: 'POST', headers, body: JSON.stringify(answer) }).catch(
    () => undefined,
  );
  const links = response?.ok ? await response.json() : [];
  if (links.length === 0) return [];
  const list = element('ul', '', 'links');
  list.append(...links.map((each) => itemOf(each, answer.operation, fill)));
  return [element('h4', 'Where this answer leads'), list];
}

function itemOf({ operation, parameters, body }, own, fill) {
  const item = document.createElement('li');
  const [method, path] = operation.split(' ');
  const link = document.createElement('a');
  link.href = placeOf({ name: operation });
  link.append(element('b', method, `method ${method.toLowerCase()}`), ' ', pathOf(path));
  link.addEventListener('click', (event) => {
    if (operation === own) {
      event.preventDefault();
      fill({ parameters, body });
    } else waiting.set(operation, { parameters, body });
  });
  const told = parameters.map(({ name, texts }) => `${name} = ${texts.join(', ')}`);
  const all = [...told, ...(body === undefined ? [] : ['a body'])];
  item.append(link, ' ', element('span', all.length === 0 ? '' : `with ${all.join('; ')}`, 'quiet'));
  return item;
}
