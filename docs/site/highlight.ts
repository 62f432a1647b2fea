/** Colours code as HTML: comments, texts, numbers, keywords, and the names that a language sets before a colon. */

/** What a part of a code is, by the name of its class on the page. */
type Kind = 'comment' | 'string' | 'number' | 'keyword' | 'name' | 'option' | 'bad' | 'good' | 'doubt';

/** The parts of a language, each with how it is found. The first that matches at a place counts. */
type Language = readonly (readonly [Kind, string])[];

const STRING = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'`;
const NUMBER = '(?<![\\w.#-])-?\\d+(?:\\.\\d+)?(?![\\w-])';
const SLASHES = '\\/\\/.*|\\/\\*[^]*?\\*\\/';
const HASH = '(?<=^|\\s)#.*';

function words(text: string): string {
  return `(?<![\\w.$@-])(?:${text.split(' ').join('|')})(?![\\w-])`;
}

const SCRIPT: Language = [
  ['comment', SLASHES],
  ['string', `${STRING}|\`(?:[^\`\\\\]|\\\\.)*\``],
  ['number', NUMBER],
  ['name', '@\\w+'],
  [
    'keyword',
    words(
      'import from export default const let function return async await new class extends if else for of in try catch throw type interface true false null undefined',
    ),
  ],
];

const LANGUAGES: Readonly<Record<string, Language>> = {
  sh: [
    ['comment', HASH],
    ['string', STRING],
    ['option', '(?<=\\s)--?[A-Za-z][\\w-]*'],
    ['name', '\\$\\w+|\\b[A-Z][A-Z_]+(?==)'],
    ['keyword', '(?<=^|[|&;] *)(?:npx|npm|curl|export|python3|pip|mvn|go|node|java|git)(?= )'],
  ],
  yaml: [
    ['comment', HASH],
    [
      'name',
      '(?<=^[ \\t]*(?:- )*|[{,] *)[\\w./$*{}-]+(?=:(?:\\s|$))|(?<=^ *)(?:GET|POST|PUT|PATCH|DELETE) [^:\\s]+(?=:)',
    ],
    ['string', STRING],
    // A text without quotes may end with digits: `http://localhost:8080`.
    ['number', '(?<=[\\s[,])-?\\d+(?:\\.\\d+)?(?=\\s*(?:[,\\]}#]|$))'],
    ['keyword', words('true false null')],
  ],
  json: [
    ['comment', SLASHES],
    ['name', '"(?:[^"\\\\\\n]|\\\\.)*"(?= *:)'],
    ['string', STRING],
    ['number', NUMBER],
    ['keyword', words('true false null')],
  ],
  js: SCRIPT,
  ts: SCRIPT,
  python: [
    ['comment', HASH],
    ['string', `"""[^]*?"""|${STRING}`],
    ['number', NUMBER],
    ['name', '@[\\w.]+'],
    [
      'keyword',
      words(
        'import from as def class return if else elif for in with not and or is raise try except lambda None True False',
      ),
    ],
  ],
  java: [
    ['comment', SLASHES],
    ['string', STRING],
    ['number', NUMBER],
    ['name', '@\\w+'],
    [
      'keyword',
      words(
        'import package public private static final class record void new return throw if else for true false null',
      ),
    ],
  ],
  go: [
    ['comment', SLASHES],
    ['string', `${STRING}|\`[^\`]*\``],
    ['number', NUMBER],
    ['keyword', words('package import func return var const type struct map if else for range defer nil true false')],
  ],
  properties: [
    ['comment', HASH],
    ['name', '(?<=^)[\\w.-]+(?==)'],
  ],
  // What a command prints.
  text: [
    ['bad', words('FAIL fail failed violates')],
    ['doubt', words('WARN warn incomplete')],
    ['good', words('pass conforms')],
  ],
};

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Colours code.
 * @param language as it stands after a fence; what is not known stays as it is.
 * @returns HTML: the code itself, with a `span` around each part that has a colour.
 */
export function highlight(code: string, language: string): string {
  const parts = LANGUAGES[language];
  if (!parts) return escapeHtml(code);
  const pattern = new RegExp(parts.map(([, source]) => `(${source})`).join('|'), 'gm');
  let html = '';
  let at = 0;
  for (const match of code.matchAll(pattern)) {
    const [kind] = parts[match.slice(1).findIndex((group) => group !== undefined)] ?? [];
    html += `${escapeHtml(code.slice(at, match.index))}<span class="code-${kind}">${escapeHtml(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(at));
}
