/* Sends the callbacks and the webhooks that the contract declares by hand. */

import { element } from './elements.js';

/** Where the last one was sent. */
let last = '';

/**
 * Shows callbacks, with a button for each that sends it.
 * @param operation the name of the operation that declares them; undefined for webhooks.
 */
export function callbacksOf(callbacks, operation) {
  return callbacks.map((callback) => rowOf(callback, operation));
}

function rowOf({ name, method, expression }, operation) {
  const form = element('form', '', 'callback');
  const title = element('p', '');
  title.append(element('b', method, `method ${method.toLowerCase()}`), ' ', element('b', name));
  if (expression !== undefined) title.append(' ', element('span', `to ${expression}`, 'quiet'));
  const box = document.createElement('input');
  box.type = 'url';
  box.required = true;
  box.placeholder = 'http://localhost:9000/hook';
  box.value = last;
  box.setAttribute('aria-label', `Where to send ${name}`);
  const button = element('button', 'Send by hand');
  const said = element('output', '');
  form.append(title, box, ' ', button, ' ', said);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    last = box.value;
    said.textContent = 'It is being sent.';
    said.textContent = await send({ name, url: box.value, ...(operation === undefined ? {} : { operation }) });
  });
  return form;
}

/** @returns what came of it, in words. */
async function send(wanted) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('callbacks', { method: 'POST', headers, body: JSON.stringify(wanted) });
  const { error, status, reasons = [] } = await response.json();
  if (error !== undefined) return error;
  const answer = status === undefined ? [] : [`It was answered with ${status}.`];
  return [...answer, ...reasons].join(' ');
}
