/* What the parts of the page are made with. */

export const byId = (id) => document.getElementById(id);

export function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** A path that is broken, where it must be, after a slash. */
export function pathOf(text, className) {
  const made = element('code', '', className);
  for (const part of text.split(/(?<=\/)/)) made.append(part, document.createElement('wbr'));
  return made;
}

/** Where on the page an operation is, as a link has it. */
export function placeOf({ name }) {
  return new URL(`#${encodeURIComponent(name)}`, location.href).hash;
}

/** To the eye of nobody: a screen reader tells it. Emptied first, since it is silent about a text that does not change. */
export function say(text) {
  byId('status').textContent = '';
  byId('status').textContent = text;
}

/** JSON with a line for each member, its numbers as they are written; other text as it is. */
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
