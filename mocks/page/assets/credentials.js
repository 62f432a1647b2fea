/* Says which credentials an operation needs, in all its alternatives, with a box for each of them. */

import { byId, element } from './elements.js';

/** What was entered, by the names of the schemes. It holds for all operations, and is not kept beyond the tab. */
const entered = new Map();

/** Which alternative was chosen, by the operation. */
const chosen = new Map();

/**
 * Shows what an operation needs.
 * @param changed called when something is entered.
 */
export function credentialsOf(operation, changed) {
  const { name, security } = operation;
  const { optional, alternatives } = security;
  const node = element('fieldset', '', 'needs');
  if (alternatives.length === 0) {
    node.append(element('legend', 'It needs no credential.'));
    return node;
  }
  node.append(element('legend', alternatives.length === 1 && !optional ? 'It needs' : 'It needs one of these'));
  const rows = alternatives.map((schemes, at) => row(schemes, at));
  if (optional) {
    const line = element('p', '');
    line.append(choice(-1, 'no credential'));
    rows.push(line);
  }
  node.append(...rows);
  return node;

  function row(schemes, at) {
    const line = document.createElement('div');
    const isOnly = alternatives.length === 1 && !optional;
    const said = schemes.map(sentenceOf).join(' and ');
    line.append(isOnly ? element('p', said) : choice(at, said));
    for (const scheme of schemes)
      if (scheme.in !== 'connection' && scheme.in !== 'nowhere') line.append(boxOf(scheme, changed));
    return line;
  }

  function choice(at, said) {
    const label = element('label', '');
    const box = document.createElement('input');
    box.type = 'radio';
    box.name = `alternative of ${name}`;
    box.checked = at === chosenOf(operation);
    box.addEventListener('change', () => {
      chosen.set(name, at);
      changed();
    });
    label.append(box, ` ${said}`);
    return label;
  }
}

/** Returns the alternative that was chosen for an operation; -1 for a request without a credential. */
export function chosenOf({ name, security: { alternatives } }) {
  const at = chosen.get(name) ?? 0;
  // A contract that was loaded again may have fewer.
  return at < alternatives.length ? at : 0;
}

/** Returns the credentials by the names of their schemes. For one that was not entered, it is the token at the head of the page. */
export function enteredCredentials({ security: { alternatives } }) {
  const names = alternatives.flat().map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, entered.get(name) || byId('token').value]));
}

function sentenceOf({ name, type, in: place, field, http }) {
  if (place === 'connection') return `a certificate of the client (${name}), which a page cannot send`;
  if (place === 'nowhere') return `a credential that the contract does not describe (${name})`;
  const where = { header: 'header field', query: 'query parameter', cookie: 'cookie' }[place] ?? place;
  if (http === undefined) return `a key in the ${where} ${field} (${name})`;
  const kind = http === 'basic' ? 'a name and a password, written name:password,' : 'a token';
  const word = http.charAt(0).toUpperCase() + http.slice(1);
  return `${kind} in Authorization: ${word} (${name}${type === 'http' ? '' : `, ${type}`})`;
}

function boxOf({ name }, changed) {
  const label = element('label', '', 'credential');
  const box = document.createElement('input');
  box.autocomplete = 'off';
  box.spellcheck = false;
  box.placeholder = 'uses the token above';
  box.value = entered.get(name) ?? '';
  box.addEventListener('input', () => {
    entered.set(name, box.value);
    changed();
  });
  label.append(element('code', name), ' ', box);
  return label;
}
