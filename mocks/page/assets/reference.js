/* Shows one operation of the contract: what it means, what it needs, a form from which it is sent, and what it answers. */

import { callbacksOf } from './callbacks.js';
import { codePartOf } from './code.js';
import { chosenOf, credentialsOf, enteredCredentials } from './credentials.js';
import { element } from './elements.js';
import { formOf } from './form.js';
import { takeFollowed } from './links.js';
import { link, markdownOf } from './markdown.js';
import { responsesOf } from './responses.js';
import { sendingOf } from './sending.js';

/** For how many operations the entered values are kept. */
const MOST_KEPT = 20;

/** How long after the last key what was entered is judged, in milliseconds. */
const QUIET_MS = 300;

const kept = new Map();

/**
 * Shows an operation.
 * @param filled returns the operation with the ids of things in the state.
 * @returns its element, and the buttons that send it. Unless the contract has changed, they are the same as before, with the values that were
 * entered.
 */
export function showOperation(operation, filled) {
  const { name, place: _place, ...declared } = operation;
  const text = JSON.stringify(declared);
  const before = kept.get(name);
  const shown = before?.text === text ? before.shown : make(filled(operation));
  kept.delete(name);
  kept.set(name, { shown, text });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  const followed = takeFollowed(name);
  if (followed) shown.fill(followed);
  return shown;
}

/** Offers the media types of the responses, if there are several. @returns the chosen one by `type`; undefined for any. */
function acceptedOf({ responses }, changed) {
  const types = [...new Set(responses.flatMap(({ media }) => media.map(({ type }) => type)))];
  if (types.length < 2) return { nodes: [], type: () => undefined };
  const label = element('label', 'Answer as ', 'labelled');
  const choice = element('select', '');
  choice.append(element('option', 'any type'), ...types.map((type) => element('option', type)));
  choice.addEventListener('change', changed);
  label.append(choice);
  return { nodes: [label], type: () => types[choice.selectedIndex - 1] };
}

function make(operation) {
  const node = element('div', '', 'reference');
  let waiting;
  const { name, description, externalDocs, callbacks } = operation;
  const form = formOf(operation, changed);
  const code = codePartOf(look);
  const sending = sendingOf(operation, compose, form.reveal, fill);
  // As in a chat, Ctrl+Enter sends from wherever somebody writes.
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    sending.send();
  });
  const accepted = acceptedOf(operation, changed);
  if (description.trim() !== '') node.append(markdownOf(description, 'description'));
  if (externalDocs) {
    const more = element('p', '');
    more.append(...link(externalDocs.url, [externalDocs.description || externalDocs.url]));
    node.append(more);
  }
  node.prepend(sending.answered);
  node.append(credentialsOf(operation, changed), form.node, ...accepted.nodes, code.node, responsesOf(operation));
  if (callbacks.length > 0) {
    const section = element('section', '', 'callbacks');
    section.append(element('h4', 'Callbacks'), ...callbacksOf(callbacks, name));
    node.append(section);
  }
  return { node, buttons: sending.node, fill };

  /** Enters what a link has for it. */
  function fill(entered) {
    form.fill(entered);
    void look();
  }

  /** Makes the request of the form, and shows what is wrong with it. */
  async function compose(prefer) {
    const { content, contentType, ...entered } = await form.entered();
    const asked = {
      operation: name,
      ...entered,
      alternative: chosenOf(operation),
      credentials: enteredCredentials(operation),
      accept: accepted.type(),
      prefer,
    };
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('compose', { method: 'POST', headers, body: JSON.stringify(asked) }).catch(
      () => undefined,
    );
    if (!response?.ok) return undefined;
    const composed = await response.json();
    form.mark(composed.wrong);
    code.update(composed);
    return { ...composed, content, contentType, parameters: entered.parameters };
  }

  function look() {
    return compose(undefined);
  }

  function changed() {
    clearTimeout(waiting);
    waiting = setTimeout(look, QUIET_MS);
  }
}
