/* The page of the mock: its operations, its behaviour, its state, and the last requests. */

import { showAbout } from './about.js';
import { byId, element, pathOf, placeOf, say } from './elements.js';
import { showOperation } from './reference.js';
import { forgetRequests, showRequest, showRequestsOf } from './requests.js';
import { lookAtState, withHeld } from './state.js';

const form = byId('behaviour');

let operations = [];
let open = '';

/** Lists the operations by their tags, as links. The fragment of the URL says which operation is shown. */
function listOperations() {
  const tags = Map.groupBy(operations, ({ tag }) => tag);
  byId('listed').replaceChildren(
    ...[...tags].map(([tag, tagged]) => {
      const group = document.createElement('section');
      if (tags.size > 1) group.append(element('h3', tag || 'Others'));
      const list = document.createElement('ul');
      list.append(...tagged.map(linkTo));
      group.append(list);
      return group;
    }),
  );
  find();
  markOpen();
}

/** Marks the link of the operation that is shown. */
function markOpen() {
  for (const link of document.querySelectorAll('#listed a')) {
    if (link.getAttribute('href') !== placeOf({ name: open })) link.removeAttribute('aria-current');
    else {
      link.setAttribute('aria-current', 'true');
      reveal(link);
    }
  }
}

function linkTo({ name, method, path, summary, deprecated }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = placeOf({ name });
  link.append(methodOf(method), ' ', pathOf(path, deprecated ? 'deprecated' : ''));
  if (summary) link.append(element('span', summary, 'quiet'));
  item.append(link);
  item.dataset.text = `${name} ${summary}`.toLowerCase();
  return item;
}

function methodOf(method) {
  return element('b', method, `method ${method.toLowerCase()}`);
}

function find() {
  const words = byId('find').value.toLowerCase().split(/\s+/);
  for (const group of byId('listed').children) {
    const items = [...group.querySelectorAll('li')];
    for (const item of items) item.hidden = !words.every((word) => item.dataset.text.includes(word));
    group.hidden = items.every(({ hidden }) => hidden);
  }
}

/** Returns the links of the operations that are found. */
function hits() {
  return [...document.querySelectorAll('#listed section:not([hidden]) li:not([hidden]) a')];
}

/**
 * Shows the operation that the URL names.
 * @param again whether to load it again, since the contract may have changed.
 * @param ahead what to wait for before it is shown.
 */
async function showOpen(again, ahead = () => undefined) {
  const { name } = operations.find((each) => placeOf(each) === location.hash) ?? operations[0] ?? {};
  if (name === undefined) byId('nothing').textContent = 'The contract has no operations.';
  if (name === undefined || (name === open && !again)) return;
  open = name;
  markOpen();
  showRequestsOf(name);
  const response = await fetch(`operation.json?name=${encodeURIComponent(name)}`);
  if (!response.ok) return say(await response.text());
  const operation = await response.json();
  await ahead();
  if (open !== name) return;
  const { method, path, summary, deprecated, place } = operation;
  const title = document.createElement('h3');
  title.append(methodOf(method), ' ', pathOf(path));
  const about = element('p', summary, 'about');
  about.append(element('span', `${deprecated ? 'deprecated, ' : ''}${place}`, 'quiet'));
  const { node, buttons } = showOperation(operation, withHeld);
  const bar = element('div', '', 'bar');
  bar.append(title, buttons);
  byId('operation').replaceChildren(bar, about, node);
}

/** Scrolls the list to a link. The page itself does not scroll. */
function reveal(link) {
  const list = byId('operations');
  const [at, within] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (at.top < within.top || at.bottom > within.bottom) list.scrollTop += at.top - within.top - within.height / 2;
}

function showContract({ title, version, file, problem, takesAnyToken }) {
  if (!takesAnyToken)
    byId('token-said').textContent = 'sent as each operation asks; log in, and enter the token that came';
  document.title = `Mock of ${title}`;
  byId('title').textContent = `${title} ${version}`;
  byId('file').textContent = file;
  byId('url').textContent = `at ${location.origin}`;
  byId('problem').textContent = problem ?? '';
  byId('problem').hidden = problem === undefined;
}

function showBehaviour({ delay, fail, stateful }) {
  const { elements } = form;
  const share = Math.round(fail * 1e6) / 1e4;
  [elements.least.value, elements.most.value] = delay;
  elements.fail.value = share;
  elements.stateful.checked = stateful;
  const [least, most] = delay;
  const waits = most === 0 ? 'answers at once' : `answers after ${least === most ? least : `${least} to ${most}`} ms`;
  const fails = share === 0 ? '' : `, ${share} % fail`;
  byId('told').textContent = `${waits}${fails}${stateful ? ', changes are kept' : ''}`;
}

/** Sends a setting to the mock. @param said the id of the element that shows the result. */
async function tell(method, path, body, said) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, body: JSON.stringify(body) });
  byId(said).textContent = response.ok ? 'Done.' : await response.text();
  await lookAtState(form.elements.stateful.checked);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { least, most, fail, stateful } = form.elements;
  // If only the first field is filled in, it is the least and the most.
  const delay = [Number(least.value), Math.max(Number(least.value), Number(most.value))];
  void tell('PUT', 'behaviour', { delay, fail: Number(fail.value) / 100, stateful: stateful.checked }, 'said');
});
byId('reset').addEventListener('click', () => void tell('POST', 'reset', {}, 'forgotten'));
byId('state').addEventListener('toggle', () => void lookAtState(shown.behaviour?.stateful));
byId('find').addEventListener('input', find);
byId('find').addEventListener('keydown', (event) => {
  const [first] = hits();
  if (!first || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  if (event.key === 'ArrowDown') return first.focus();
  first.click();
  // The key / leads here again.
  byId('find').blur();
});
byId('listed').addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = hits();
  const next = all.indexOf(document.activeElement) + step;
  if (next < 0) byId('find').focus();
  else all[next]?.focus();
});
byId('listed').addEventListener('click', () => {
  byId('view-operation').checked = true;
});
addEventListener('hashchange', () => void showOpen(false));
addEventListener('keydown', (event) => {
  const isTyped = event.target.closest?.('input, textarea, select, [contenteditable]');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyped) return;
  event.preventDefault();
  byId('view-operations').checked = true;
  byId('find').select();
});

/** How often the mock is asked for news, and how often while it does not answer, in milliseconds. */
const ASKED_MS = 500;
const ASKED_AWAY_MS = 2000;

/** How long an operation waits for the state before it is shown, in milliseconds. */
const STATE_MS = 700;

let shown = { requests: [] };
let tag = '';

async function look() {
  const response = await fetch('page.json', {
    headers: { 'if-none-match': tag },
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status === 304) return;
  const state = await response.json();
  tag = response.headers.get('etag');
  // If the run is another one, the mock was started again, perhaps with another contract.
  const again = state.run !== shown.run;
  if (again) forgetRequests();
  const newest = again ? 0 : (shown.requests.at(-1)?.number ?? 0);
  for (const request of state.requests) if (request.number > newest) showRequest(request);
  showContract(state);
  if (JSON.stringify(state.behaviour) !== JSON.stringify(shown.behaviour)) showBehaviour(state.behaviour);
  const changed = again || state.loads !== shown.loads;
  shown = state;
  const { stateful } = state.behaviour;
  if (changed) {
    const about = showAbout();
    operations = await (await fetch('operations.json')).json();
    // With a large contract, describing the state takes a while. Then the operation is shown without values from the state.
    const late = () => new Promise((resolve) => setTimeout(resolve, STATE_MS));
    const opened = showOpen(true, () => Promise.race([lookAtState(stateful), late()]));
    // The list is made while the operation is on its way.
    listOperations();
    await Promise.all([opened, about]);
  } else if (byId('state').open) await lookAtState(stateful);
}

async function follow() {
  let next = ASKED_MS;
  try {
    if (!document.hidden) await look();
    document.body.classList.remove('away');
  } catch {
    document.body.classList.add('away');
    next = ASKED_AWAY_MS;
  }
  setTimeout(follow, next);
}
void follow();
