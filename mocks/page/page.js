/* The page of the mock: the reference, what the mock is told to do, and the last requests. */

const MOST_SHOWN = 100;
const byId = (id) => document.getElementById(id);
const form = byId('behaviour');

let reference;

function showReference() {
  // What was entered stays, a token too: nothing of it is stored.
  if (reference) return void reference.specActions.download('openapi.json');
  reference = window.SwaggerUIBundle({
    url: 'openapi.json',
    domNode: byId('reference'),
    deepLinking: true,
    docExpansion: 'list',
    tryItOutEnabled: true,
    displayRequestDuration: true,
    validatorUrl: null,
  });
}

function showContract({ title, version, problem }) {
  byId('title').textContent = `${title} ${version}`;
  byId('problem').textContent = problem ?? '';
  byId('problem').hidden = problem === undefined;
}

function showBehaviour(behaviour) {
  const { elements } = form;
  elements.least.value = behaviour.delay[0];
  elements.most.value = behaviour.delay[1];
  elements.fail.value = Math.round(behaviour.fail * 1e6) / 1e4;
  elements.stateful.checked = behaviour.stateful;
}

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function showRequest({ method, target, status, durationMs, reasons }) {
  const item = document.createElement('li');
  const refused = status === undefined || status >= 400;
  item.append(element('span', status ?? 'dropped', refused ? 'status refused' : 'status'), ' ');
  item.append(element('code', `${method} ${target}`), ` ${durationMs.toFixed(1)} ms`);
  for (const reason of reasons) item.append(element('p', reason, 'why'));
  byId('none').hidden = true;
  const list = byId('requests');
  list.prepend(item);
  while (list.children.length > MOST_SHOWN) list.lastElementChild.remove();
}

async function tell(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  byId('said').textContent = response.ok ? 'Done.' : await response.text();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { least, most, fail, stateful } = form.elements;
  // Whoever fills in the first alone wants that.
  const delay = [Number(least.value), Math.max(Number(least.value), Number(most.value))];
  void tell('PUT', 'behaviour', { delay, fail: Number(fail.value) / 100, stateful: stateful.checked });
});
byId('reset').addEventListener('click', () => void tell('POST', 'reset', {}));

/** How often the mock is asked what there is to show, and how often while it does not answer, in milliseconds. */
const ASKED_MS = 500;
const ASKED_AWAY_MS = 2000;

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
  // Another run is of a mock that was started again, perhaps with another contract.
  const again = state.run !== shown.run;
  if (again) byId('requests').replaceChildren();
  const newest = again ? 0 : (shown.requests.at(-1)?.number ?? 0);
  for (const request of state.requests) if (request.number > newest) showRequest(request);
  if (again || state.loads !== shown.loads) showReference();
  showContract(state);
  if (JSON.stringify(state.behaviour) !== JSON.stringify(shown.behaviour)) showBehaviour(state.behaviour);
  shown = state;
}

async function follow() {
  let next = ASKED_MS;
  try {
    if (!document.hidden) await look();
  } catch {
    next = ASKED_AWAY_MS;
  }
  setTimeout(follow, next);
}
void follow();
