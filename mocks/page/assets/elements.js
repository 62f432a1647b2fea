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
