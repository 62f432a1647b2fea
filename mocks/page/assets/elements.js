/* Makes the elements of the page. */

export const byId = (id) => document.getElementById(id);

export function element(name, text, className) {
  const node = document.createElement(name);
  node.textContent = text;
  if (className) node.className = className;
  return node;
}

/** Shows a path. If it is too long for a line, it is broken after a slash. */
export function pathOf(text, className) {
  const node = element('code', '', className);
  for (const part of text.split(/(?<=\/)/)) node.append(part, document.createElement('wbr'));
  return node;
}

/** Returns the fragment of the URL at which the page shows an operation. */
export function placeOf({ name }) {
  return new URL(`#${encodeURIComponent(name)}`, location.href).hash;
}

/** Says a text through a screen reader only. The element is emptied first, since a screen reader ignores a text that does not change. */
export function say(text) {
  byId('status').textContent = '';
  byId('status').textContent = text;
}

/** Writes JSON with a line for each member, and with its numbers as they are written. Other text stays as it is. */
export function indented(text) {
  if (!/^\s*[[{]/.test(text)) return text;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g) ?? [];
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return tokens
    .map((token, at) => {
      if (token === ':') return ': ';
      if (token === ',') return `,${line()}`;
      if (token === '{' || token === '[') {
        depth += 1;
        return /^[\]}]$/.test(tokens[at + 1] ?? '') ? token : token + line();
      }
      if (token !== '}' && token !== ']') return token;
      depth = Math.max(0, depth - 1);
      return /^[[{]$/.test(tokens[at - 1] ?? '') ? token : line() + token;
    })
    .join('');
}

/** A longer JSON text has no colours, since each token becomes an element of its own. */
const LONGEST_COLOURED = 50_000;

/** Makes a code element with a text. JSON is indented and has colours for names, texts, and other values. */
export function codeOf(text, head = '') {
  const code = element('code', head);
  const json = indented(text);
  if (json.length > LONGEST_COLOURED || !/^[[{]/.test(json)) {
    code.append(json);
    return code;
  }
  for (const [token, quoted, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(:?)|[^\s"[\]{},:]+|[\s[\]{},:]+|"/g)) {
    const kind = quoted === undefined ? (/^[\w-]/.test(token) ? 'json-value' : '') : colon ? 'json-name' : 'json-text';
    code.append(kind === '' ? token : element('span', token, kind));
  }
  return code;
}

/** Keeps numbers that a double cannot hold as they are written, if the browser supports that. */
export function exact(_name, value, context) {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && context?.source !== undefined;
  return isRounded && JSON.rawJSON ? JSON.rawJSON(context.source) : value;
}
