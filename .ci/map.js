/**
 * `npm run map -- WORDS`: prints the files of the product by room, each with the first sentence that it says of itself. With words, only those
 * whose name or comments have all of them (where there are few: or whose code has), the ones that say it first before the others, and the sentence that
 * has the word if that is not the first. ARCHITECTURE.md tells the rooms and the way through them; this finds the file. With `--missing` it prints
 * the files that say nothing of themselves, and fails if there are any.
 */

const { readdirSync, readFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const ROOMS = ['src', 'conformance', 'mocks'];
/** Code is searched, too, where so many files or fewer speak of the words. */
const ENOUGH = 6;
/** At most so many characters of a further sentence are printed. */
const MOST = 160;
const COMMENT = String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*`;

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const files = ROOMS.flatMap(filesIn).map(read);

if (words.includes('--missing')) {
  const silent = files.filter(({ first }) => !first);
  for (const { file } of silent) console.error(`${file} does not say in a first comment what it is for.`);
  process.exitCode = silent.length > 0 ? 1 : 0;
} else {
  const [named, told, held] = ['named', 'told', 'held'].map((where) => files.filter((each) => each[where](words)));
  const found = [...new Set([...named, ...told, ...(told.length > ENOUGH ? [] : held)])];
  let room;
  for (const { file, first, all } of found) {
    if (dirname(file) !== room) console.log(`\n${dirname(file)}/`);
    room = dirname(file);
    console.log(`  ${file.slice(room.length + 1)}: ${first}${further(file, first, all)}`);
  }
}

/** The sentence that has a word which neither the name of the file nor its first sentence has. */
function further(file, first, all) {
  const missed = words.find((word) => !has(`${file} ${first}`, word));
  const sentence = missed && all.split(/(?<=[.!?])\s/).find((each) => has(each, missed));
  return sentence ? ` … ${sentence.length > MOST ? `${sentence.slice(0, MOST)} …` : sentence}` : '';
}

/** What a file says of itself, and whether its name and first sentence, its comments, or its whole text have all of some words. */
function read(file) {
  const text = readFileSync(file, 'utf8');
  const { first, all } = saidIn(file, text);
  const hasAll = (where) => (these) => these.every((word) => has(where, word));
  const [named, told, held] = [`${file} ${first}`, `${file} ${all}`, `${file} ${text}`].map(hasAll);
  return { file, first, all, named, told, held };
}

/** Tells whether a text has a word where one begins: `mend` in `mend`, `toMend` and `mendValue`, but not in `amend`. */
function has(text, word) {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const divided = text.replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return new RegExp(`(?<![a-z])${escaped}`, 'i').test(`${text}\n${divided}`);
}

/** The files of a room that are part of the product, those of a folder before those of the folders in it. */
function filesIn(room) {
  const entries = readdirSync(room, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  const own = entries.filter((entry) => entry.isFile() && /\.(ts|js|css)$/.test(entry.name) && !isTest(entry.name));
  const within = entries.filter((entry) => entry.isDirectory() && !/^(fixtures|tests)$/.test(entry.name));
  return [...own.map(({ name }) => join(room, name)), ...within.flatMap(({ name }) => filesIn(join(room, name)))];
}

function isTest(name) {
  return /\.(test|testing|spec)\.(ts|js)$/.test(name);
}

/**
 * The first sentence that a file says of itself, and all that its comments say. It stands at the very top, or at what has the file's name, or at
 * the first thing that the file exports.
 */
function saidIn(file, text) {
  const name = basename(file).replace(/\.\w+$/, '');
  const exported =
    '(?:export )(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\\*?|class|const|interface|type|enum)';
  const first =
    /^(?:#!.*\n)?\s*\/\*+([\s\S]*?)\*\//.exec(text)?.[1] ??
    /^(?:\/\/ (.*)\n)+/.exec(text)?.[0].replace(/^\/\/ /gm, '') ??
    new RegExp(`${COMMENT}${exported} ${name}\\b`, 'i').exec(text)?.[1] ??
    new RegExp(`${COMMENT}${exported} `).exec(text)?.[1] ??
    '';
  const all = [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, comment]) => plain(comment)).join(' ');
  return { first: /^.*?[.!?](?=\s[A-Z`"]|$)/.exec(plain(first))?.[0] ?? plain(first), all };
}

/** A comment without its stars and tags, in one line. */
function plain(comment) {
  return comment
    .replace(/^\s*\*/gm, ' ')
    .split(/\s@\w+/)[0]
    .replace(/\s+/g, ' ')
    .trim();
}
