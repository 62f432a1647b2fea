/** Makes HTML. Every text in it is escaped, except for what {@link markup} itself has made. */

export class Markup {
  constructor(readonly text: string) {}
}

export type MarkupPart = string | number | Markup | readonly MarkupPart[];

/**
 * Makes HTML from a template: markup`<p title="${text}">${text}</p>`.
 * Values may stand in elements and in quoted attributes only.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(strings.map((string, at) => string + render(parts[at] ?? '')).join(''));
}

function render(part: MarkupPart): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return part.map(render).join('');
}

/** Shows a sentence in which code stands between backticks. */
export function prose(sentence: string): Markup {
  return markup`${sentence.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? markup`<code>${part}</code>` : part))}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
