/** Writes texts into Markdown so that none of them is taken for Markdown, HTML or a mention of somebody: of a report, and of a comparison of contracts. */

/** Writes a text on one line, with everything escaped that has a meaning. */
export function plainMarkdown(text: string): string {
  return inHtml(text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]#|~]/g, '\\$&'));
}

/** Writes a text into an element of HTML. */
export function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '&#64;');
}

/** Writes a code block. Its fence is longer than any in the text, so that the text cannot end the block. */
export function fencedMarkdown(text: string): string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, text, fence];
}

/** Writes the name of something as code, in which a backtick cannot stand. */
export function codeMarkdown(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}
