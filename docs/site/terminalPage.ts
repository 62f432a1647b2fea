/** Shows the output of a command as a terminal does: its colours become elements. */

/** What the codes for colours of the terminal reporter stand for (ECMA-48 §8.3.117). */
const CLASSES: Readonly<Record<string, string>> = {
  '1': 'bold',
  '2': 'dim',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '34': 'blue',
  '35': 'magenta',
  '36': 'cyan',
};

const STYLE = `
:root { color-scheme: light dark; --paper: #fbfbf9; --ink: #1b211d; --dim: #6b746e; --red: #b3261e; --green: #1d6b3c; --yellow: #855300; --blue: #1f5f8f; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #111513; --ink: #e5eae6; --dim: #8b968f; --red: #ff9a8f; --green: #7bcf98; --yellow: #efbf66; --blue: #8cc5ef; }
}
body { margin: 0; padding: 1.25rem 1.75rem; background: var(--paper); color: var(--ink); }
pre { margin: 0; font: 14px/1.45 "DejaVu Sans Mono", ui-monospace, monospace; white-space: pre-wrap; }
.bold { font-weight: 700; } .dim { color: var(--dim); } .red { color: var(--red); } .green { color: var(--green); }
.yellow { color: var(--yellow); } .blue, .cyan, .magenta { color: var(--blue); }
`;

export function terminalPage(command: string, output: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(command)}</title><style>${STYLE}</style><pre><span class="dim">$ </span><span class="bold">${escaped(command)}</span>\n${coloured(output)}</pre></html>\n`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with an escape character.
const CODE = /\u001b\[(\d+)m/;

/** Turns the codes of colours into elements. Each code ends the one that it contradicts. */
function coloured(text: string): string {
  const on = new Set<string>();
  return text
    .split(CODE)
    .map((part, at) => {
      if (at % 2 === 0)
        return on.size === 0 ? escaped(part) : `<span class="${[...on].join(' ')}">${escaped(part)}</span>`;
      change(on, part);
      return '';
    })
    .join('');
}

function change(on: Set<string>, code: string): void {
  const begun = CLASSES[code];
  if (begun !== undefined) on.add(begun);
  else if (code === '22') for (const name of ['bold', 'dim']) on.delete(name);
  else if (code === '39' || code === '0')
    for (const name of [...on]) if (code === '0' || (name !== 'bold' && name !== 'dim')) on.delete(name);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
