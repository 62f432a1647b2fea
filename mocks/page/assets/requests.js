/* Lists the last requests. Each has one line, which opens and then shows everything about the request. */

import { byId, codeOf, element, pathOf, placeOf, say } from './elements.js';

const MOST_SHOWN = 100;

const list = byId('list');
let operation = '';
let told = 0;

export function forgetRequests() {
  list.replaceChildren();
  told = 0;
  count();
}

/** @param name the name of the operation that the filter `This operation` means. */
export function showRequestsOf(name) {
  operation = name;
  filter();
}

export function showRequest(request) {
  told += 1;
  const isCallback = request.callback !== undefined;
  if (!isCallback && repeats(request)) return count();
  const item = document.createElement('li');
  const before = list.firstElementChild;
  const times = isAlike(before?.request, request) ? (before.times ?? 1) + 1 : 1;
  if (times > 1) before.remove();
  item.times = times;
  item.request = isCallback ? { ...request, target: request.url } : request;
  item.append(isCallback ? callbackLine(request) : foldedLine(request, times));
  if (isCallback) item.className = 'callback';
  else if (request.preflightOf === undefined) fold(item);
  else item.className = 'preflight';
  list.prepend(item);
  while (list.children.length > MOST_SHOWN) list.lastElementChild.remove();
  count();
  filter();
}

/** Within how many milliseconds a browser repeats a request that was dropped. */
const REPEATED_MS = 3000;

/** Tells whether a browser repeated a dropped request. It does so once for each connection that it had used before. */
function repeats({ method, target, status, at }) {
  const newest = list.firstElementChild;
  const { request } = newest ?? {};
  const isSame =
    request?.callback === undefined && request?.method === method && request.target === target && status === undefined;
  if (!isSame || request.status !== undefined || at - request.at > REPEATED_MS) return false;
  newest.times = (newest.times ?? 1) + 1;
  newest.querySelector('.why').textContent = `as asked for; the browser tried it ${newest.times} times`;
  return true;
}

/** Tells whether a refused request is the one before once more: an application that asks in a circle fills no list. */
function isAlike(before, { method, target, status, reasons, callback, preflightOf }) {
  if (!before || status === undefined || status < 400 || callback !== undefined || preflightOf !== undefined)
    return false;
  const isSame = before.callback === undefined && before.preflightOf === undefined && before.method === method;
  return isSame && before.target === target && before.status === status && before.reasons.join() === reasons.join();
}

function count() {
  byId('count').textContent = String(told);
  byId('none').hidden = told > 0;
}

/** Moves the preflight of a request into the line of the request. */
function fold(item) {
  const { method, target } = item.request;
  const ahead = [...list.children].find(
    ({ request: each }) => each.preflightOf === method && each.target === target && each.number < item.request.number,
  );
  if (!ahead) return;
  ahead.remove();
  item.preflight = ahead;
}

/** The line of a request that the mock sent to a client, or did not send. It has no details. */
function callbackLine({ at, method, url, status, durationMs, reasons, callback, operation }) {
  const line = document.createElement('div');
  const tone = status === undefined ? 'dropped' : status >= 300 ? 'warn' : 'pass';
  const isUnsent = reasons.some((reason) => reason.startsWith('not sent: '));
  line.append(
    element('time', `${new Date(at).toTimeString().slice(0, 8)}, ${durationMs.toFixed(1)} ms`, 'quiet'),
    element('b', status ?? (isUnsent ? 'not sent' : 'no answer'), `status ${tone}`),
    ' ',
    pathOf(`callback ${method} ${url}`),
    element('span', operation === undefined ? callback : `${callback} of ${operation}`, 'why'),
  );
  for (const reason of reasons) line.append(element('span', reason, 'why'));
  return line;
}

function foldedLine(request, times) {
  const { number, at, method, target, status, durationMs, reasons, preflightOf } = request;
  const details = document.createElement('details');
  const line = document.createElement('summary');
  const dropped = status === undefined;
  const tone = dropped ? 'dropped' : status >= 500 ? 'fail' : status >= 400 ? 'warn' : 'pass';
  line.append(
    element('time', `${new Date(at).toTimeString().slice(0, 8)}, ${durationMs.toFixed(1)} ms`, 'quiet'),
    element('b', dropped ? 'dropped' : status, `status ${tone}`),
    ' ',
    pathOf(shortened(`${preflightOf === undefined ? method : `preflight ${preflightOf}`} ${target}`)),
    times > 1 ? element('b', ` ×${times}`, 'quiet') : '',
  );
  if (preflightOf === undefined)
    for (const reason of dropped ? ['as asked for'] : reasons) line.append(element('span', reason, 'why'));
  details.append(line);
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) void showAll(details, number, request);
  });
  return details;
}

/** A longer request line is cut in the list, in characters. What opens has all of it. */
const LONGEST_LINE = 100;

function shortened(text) {
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE - 1)}…` : text;
}

async function showAll(details, number, { method, target, status, operation: of }) {
  const all = document.createElement('div');
  details.append(all);
  const response = await fetch(`request.json?number=${number}`);
  if (!response.ok) return void all.append(element('p', await response.text(), 'quiet'));
  const { reasons, asked, answered, copies } = await response.json();
  if (of !== undefined) {
    const link = element('a', of);
    link.href = placeOf({ name: of });
    const about = element('p', '', 'quiet');
    about.append('of ', link);
    all.append(about);
  }
  if (answered && reasons.length > 0) {
    const why = document.createElement('ul');
    for (const { text, place } of reasons) {
      const item = element('li', text);
      if (place !== undefined) item.append(' ', element('code', place, 'quiet'));
      why.append(item);
    }
    all.append(why);
  }
  const { preflight } = details.parentElement;
  if (preflight) {
    preflight.className = 'preflight';
    const folded = document.createElement('ol');
    folded.append(preflight);
    all.append(folded);
  }
  for (const { name, text } of copies) all.append(copyable(name, text));
  all.append(...message('Request', `${method} ${target}`, asked));
  if (answered) all.append(...message('Response', String(status), answered));
}

function message(label, first, { headers, body }) {
  const head = [first, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  const text = element('pre', '', 'message');
  text.tabIndex = 0;
  text.append(body === '' ? element('code', head) : codeOf(body, `${head}\n\n`));
  return [element('p', label, 'label'), text];
}

function copyable(name, text) {
  const box = element('div', '', 'again');
  const line = document.createElement('pre');
  const code = element('code', text);
  line.append(code);
  const button = element('button', 'Copy');
  button.type = 'button';
  button.setAttribute('aria-label', `Copy ${name}`);
  button.addEventListener('click', async () => {
    const copied = await copy(code);
    button.textContent = copied ? 'Copied' : 'Selected';
    say(copied ? 'It is copied.' : 'It is selected; copy it with the keyboard.');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  box.append(element('p', name, 'label'), line, button);
  return box;
}

function filter() {
  const show = document.querySelector('[name=show]:checked').value;
  const text = byId('seek').value.toLowerCase();
  for (const item of list.children) {
    const { method, target, status, operation: of, reasons } = item.request;
    const isOfKind =
      show === 'all' ||
      (show === 'success' && status < 400) ||
      (show === 'refused' && !(status < 400)) ||
      (show === 'operation' && of === operation);
    const said = `${status} ${method} ${target} ${reasons.join(' ')}`.toLowerCase();
    item.hidden = !isOfKind || !said.includes(text);
  }
}

byId('seek').addEventListener('input', filter);
for (const choice of document.querySelectorAll('[name=show]')) choice.addEventListener('change', filter);
list.addEventListener('click', ({ target }) => {
  if (target.closest('a')) byId('view-operation').checked = true;
});
