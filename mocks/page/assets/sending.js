/* Sends the request of a form, with a button for each answer that the contract declares, and shows what came. */

import { codeOf, element } from './elements.js';
import { linksOf } from './links.js';

/** The buttons that every operation has in addition to those of its declared answers. */
const OTHERS = [
  { label: 'made up', prefer: 'dynamic=true', says: 'Answers with made-up values in place of the examples' },
  { label: 'after 2 s', prefer: 'wait=2', says: 'Answers two seconds later' },
  { label: 'dropped', prefer: 'drop', says: 'Closes the connection without an answer' },
];

/** To how many wrong places a refused request leads. */
const MOST_WAYS = 8;

/** How many characters of a body are shown. */
const MOST_SHOWN = 200_000;

/**
 * Makes the buttons.
 * @param compose makes the request of the form, with what is wrong with it. Its argument is the value of `Prefer`.
 * @param reveal leads to the field that is wrong.
 * @param fill enters what a link has for the operation itself.
 */
export function sendingOf({ name, answers, responses }, compose, reveal, fill) {
  const node = element('div', '', 'answers');
  const group = element('div', '');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Send, and be answered');
  const refused = element('p', '', 'refused');
  refused.setAttribute('role', 'alert');
  const answered = element('div', '', 'answered');
  answered.hidden = true;
  const hasLinks = responses.some(({ links }) => links > 0);
  const ask = async (prefer, anyway) => {
    refused.replaceChildren();
    const composed = await compose(prefer);
    if (!composed) return;
    if (composed.wrong.length > 0 && !anyway) {
      const anywayButton = element('button', 'Send it anyway');
      anywayButton.type = 'button';
      anywayButton.addEventListener('click', () => void ask(prefer, true));
      const ways = composed.wrong.slice(0, MOST_WAYS).flatMap((each) => [wayTo(each, reveal), ' ']);
      refused.append('The contract refuses what is marked. ', ...ways, anywayButton);
      return;
    }
    answered.hidden = false;
    const { nodes, status, headers, body } = await send(composed, prefer);
    answered.replaceChildren(...nodes);
    if (status !== undefined && hasLinks) {
      const { parameters, method, target, headers: sent, text } = composed;
      const answer = { operation: name, parameters, method, target, sent, text, status, headers, body };
      answered.append(...(await linksOf(answer, fill)));
    }
    answered.scrollIntoView({ block: 'nearest' });
  };
  const button = ({ label, prefer, says }, className) => {
    const made = element('button', label, className);
    made.type = 'button';
    made.title = says;
    made.addEventListener('click', () => void ask(prefer, false));
    return made;
  };
  group.append(
    button({ label: 'Send', says: 'Answers as the mock does for every client (Ctrl+Enter)' }, 'send'),
    ...answers.map((each) => button({ ...each, says: saidOf(each.label, responses) }, toneOf(each.label))),
    ...OTHERS.map((each) => button(each, 'other')),
  );
  node.append(group, refused);
  return { node, answered, send: () => void ask(undefined, false) };
}

/** Says what a button draws, whatever is sent: "Answers 400, The id is malformed". */
function saidOf(label, responses) {
  const [status] = label.split(' ');
  const means = responses.find((each) => each.status === status)?.description?.split('\n', 1)[0];
  return `Answers ${label}, whatever is sent${means ? `: ${means}` : ''}`;
}

/** Makes a button that leads to what is wrong. */
function wayTo(wrong, reveal) {
  const name = [wrong.name || wrong.in, ...wrong.path].join('.');
  const button = element('button', name, 'quiet-button');
  button.type = 'button';
  button.title = wrong.text;
  button.addEventListener('click', () => reveal(wrong));
  return button;
}

/** Sends a request. @returns the elements that show what came, and what came, if it is an answer. */
async function send({ method, target, headers, cookies, text, content, contentType }, prefer) {
  for (const [name, value] of cookies) lend(name, value);
  const start = performance.now();
  try {
    const body = content ?? text;
    // The type of a Blob is in lower case, which a boundary is not.
    const fields = contentType === undefined ? headers : [...headers, ['Content-Type', contentType]];
    const response = await fetch(target, { method, headers: fields, body, cache: 'no-store' });
    const took = Math.round(performance.now() - start);
    const bytes = await response.arrayBuffer();
    const { status, headers: came } = response;
    const type = came.get('content-type') ?? '';
    return { nodes: shown(response, bytes, took), status, headers: [...came], body: textIn(bytes, type) ?? '' };
  } catch (error) {
    if (prefer === 'drop') return { nodes: [element('p', 'The connection was dropped, as asked for.', 'quiet')] };
    return { nodes: [element('p', whyNothing(error.message), 'wire-error')] };
  }
}

/** Sets a cookie for a short time, since a script may not set the Cookie field itself. */
function lend(name, value) {
  const set = (rest) => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
    document.cookie = `${name}=${value}; Path=/; SameSite=Strict${rest}`;
  };
  set('; Max-Age=30');
  setTimeout(() => set('; Max-Age=0'), 1000);
}

function shown({ status, headers }, bytes, took) {
  const line = element('p', '');
  line.append(element('b', status, `status ${toneOf(String(status))}`), ` in ${took} ms`);
  const details = document.createElement('details');
  const fields = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const head = document.createElement('pre');
  head.append(element('code', fields));
  details.append(element('summary', 'Headers'), head);
  return [line, bodyShown(bytes, headers.get('content-type') ?? ''), details];
}

function bodyShown(bytes, type) {
  if (bytes.byteLength === 0) return element('p', 'without content', 'quiet');
  const text = textIn(bytes, type);
  if (text === undefined) return element('p', `${bytes.byteLength} bytes of ${type || 'no type'}`, 'quiet');
  const rest = text.length > MOST_SHOWN ? `\n… (${text.length} characters in all)` : '';
  const box = document.createElement('pre');
  box.tabIndex = 0;
  box.append(codeOf(text.slice(0, MOST_SHOWN)), rest);
  return box;
}

/** Returns the text of a content; undefined if it is none. */
function textIn(bytes, type) {
  const isText = type === '' || /^text\/|[/+](?:json|xml|yaml|javascript|csv)|json|x-www-form-urlencoded/i.test(type);
  try {
    return new TextDecoder('utf-8', { fatal: !isText }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Says why no answer came. The browser tells a page only that the request failed. */
function whyNothing(message) {
  return /failed to fetch|networkerror|load failed/i.test(message)
    ? 'The browser shows no answer: the connection ended, or the answer leads to another origin. The list has what was answered.'
    : `Nothing was sent: ${message}`;
}

export function toneOf(label) {
  return label.startsWith('5') || label === 'default' ? 'fail' : label.startsWith('4') ? 'warn' : 'pass';
}
