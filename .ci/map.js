/**
 * `npm run map -- WORDS`: finds the file for a change. It prints the rows of the tables in ARCHITECTURE.md that have the words, or most of them, and then
 * the files that have all of them, each with the first sentence that it says of itself: first those whose name or first sentence has the words, then
 * those whose other comments have them, with the sentence that does, or whose code. A word stands for its plural and its other forms, too.
 * Without words it prints all files by room. With `--missing` it prints the files that say nothing of themselves, and fails if there are any.
 */

const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const ROOMS = ['src', 'conformance', 'mocks', 'proof', 'docs', '.ci', 'templates', '.github'];
/** Beside the rooms: what others call by its name at the top of the repository. */
const AT_TOP = ['action.yml', '.pre-commit-hooks.yaml', 'Containerfile', 'jest.config.ts', '.dependency-cruiser.cjs'];
/** Where fewer files than these speak of the words, those whose code has them are found, too. */
const ENOUGH = 6;
/** At most so many files, and rows of the table, are printed. */
const MOST_FILES = 25;
const MOST_ROWS = 4;
/** At most so many characters of a further sentence are printed. */
const MOST = 200;
/** Rows that have so much of the words are printed, too, and files where none has all of them. */
const MOST_OF_WORDS = 0.5;
/** How much less a file counts that is no part of the product. */
const BESIDE = 0.6;
/** What a word counts in the name of a file, in its first sentence, in its folder, in its comments, in its code. */
const [IN_NAME, IN_FIRST, IN_FOLDER, IN_COMMENTS, IN_CODE] = [5, 3, 2, 1, 0.3];

const COMMENT = String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*`;
const DECLARES =
  '(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\\*?|class|const|interface|type|enum)';

/** What faults, and the ways in which worlds differ, say of themselves as values; and the description in a file of YAML. */
const DESCRIBED = /\b(?:about|summary):\s*(['"`])((?:(?!\1).)*)\1|^[- ]*description: (.*)$/gm;

/** The files, which are read once however often they are searched. */
let known;

if (require.main === module) {
  const asked = process.argv.slice(2);
  if (asked.includes('--missing')) tellMissing();
  else for (const line of tell(asked)) console.log(line);
}

module.exports = { tell };

function tellMissing() {
  const silent = allFiles().filter(({ first }) => !first);
  for (const { file } of silent) console.error(`${file} does not say in a first comment what it is for.`);
  process.exitCode = silent.length > 0 ? 1 : 0;
}

/** Returns what is printed for the words, line by line. */
function* tell(asked) {
  known ??= allFiles();
  const files = known;
  const words = asked.flatMap((text) => text.toLowerCase().split(/\s+/)).filter(Boolean);
  if (words.length === 0) return yield* byRoom(files);
  const patterns = words.map(patternOf);
  const rows = rankedRows(rowsOfTable(), patterns).slice(0, MOST_ROWS);
  for (const row of rows) yield `ARCHITECTURE.md: ${row}`;
  if (rows.length > 0) yield '';
  const all = rankedFiles(files, patterns);
  const found = all.length > 0 ? all : nearlyAll(files, patterns);
  if (found !== all && found.length > 0) yield 'No file has all of these words. These have most of them:';
  if (found.length === 0 && rows.length === 0) yield 'No file has all of these words. Ask with fewer of them.';
  for (const each of found.slice(0, MOST_FILES)) yield `${each.file}: ${each.first}${further(each, patterns)}`;
  if (found.length > MOST_FILES)
    yield `… and ${found.length - MOST_FILES} more, which say less of it. Ask with a further word.`;
}

function* byRoom(files) {
  let room;
  for (const { file, first } of files) {
    if (dirname(file) !== room) yield `\n${dirname(file)}/`;
    room = dirname(file);
    yield `  ${basename(file)}: ${first}`;
  }
}

/**
 * The files that have all words: those whose names or first sentences have them before all others, and else by where the words stand, rare words before
 * common ones. Where a word stands in the code alone, a file counts if its name or first sentence has another one, or if there are few.
 */
function rankedFiles(files, patterns) {
  const weights = weightsOf(
    files.map(({ wordsOf }) => wordsOf.told),
    patterns,
  );
  const having = files.filter(({ wordsOf }) => patterns.every((pattern) => pattern.test(wordsOf.whole)));
  const scored = having.map((each) => {
    const counts = patterns.map((pattern) => countOf(each, pattern));
    const isNamed = counts.every((count) => count >= IN_FOLDER);
    const isTold = counts.every((count) => count > IN_CODE) || counts.some((count) => count >= IN_FIRST);
    return { each, isNamed, isTold, score: scoreOf(each, counts, weights) };
  });
  const told = scored.filter(({ isTold }) => isTold);
  return (told.length < ENOUGH ? scored : told)
    .sort((one, other) => Number(other.isNamed) - Number(one.isNamed) || other.score - one.score)
    .map(({ each }) => each);
}

/** The files that have most of the words, in their comments or before. */
function nearlyAll(files, patterns) {
  const weights = weightsOf(
    files.map(({ wordsOf }) => wordsOf.told),
    patterns,
  );
  const scored = files.map((each) => {
    const counts = patterns.map((pattern) => countOf(each, pattern));
    const share = sum(weights.map((weight, at) => (counts[at] > IN_CODE ? weight : 0))) / sum(weights);
    return { each, share, score: share * scoreOf(each, counts, weights) };
  });
  return scored
    .filter(({ share }) => share >= MOST_OF_WORDS)
    .sort((one, other) => other.score - one.score)
    .map(({ each }) => each);
}

/** What proves and explains the product comes behind the product itself. */
function scoreOf({ file }, counts, weights) {
  return (/^(proof|docs)\//.test(file) ? BESIDE : 1) * sum(counts.map((count, at) => count * weights[at]));
}

/** The rows of the tables that have all words, or most of them, rare words before common ones. */
function rankedRows(rows, patterns) {
  const texts = rows.map(withWords);
  const weights = weightsOf(texts, patterns);
  const scored = rows.map((row, number) => ({
    row,
    score: sum(weights.map((weight, at) => (patterns[at].test(texts[number]) ? weight : 0))),
  }));
  return scored
    .filter(({ score }) => score > 0 && score >= sum(weights) * MOST_OF_WORDS)
    .sort((one, other) => other.score - one.score)
    .map(({ row }) => row);
}

/** The fewer texts have a word, the more it says. @param texts with their words apart. */
function weightsOf(texts, patterns) {
  return patterns.map((pattern) =>
    Math.log(1 + texts.length / (1 + texts.filter((text) => pattern.test(text)).length)),
  );
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function countOf({ wordsOf }, pattern) {
  if (pattern.test(wordsOf.name)) return IN_NAME;
  if (pattern.test(wordsOf.first)) return IN_FIRST;
  if (pattern.test(wordsOf.folder)) return IN_FOLDER;
  return pattern.test(wordsOf.comments) ? IN_COMMENTS : IN_CODE;
}

/** The sentence that has most of the words which neither the name of the file nor its first sentence has, with the name of what it is said of. */
function further({ file, first, said }, patterns) {
  const missed = patterns.filter((pattern) => !has(`${file} ${first}`, pattern));
  if (missed.length === 0) return '';
  const sentences = said.flatMap(({ of, comment }) =>
    comment.split(/(?<=[.!?])\s/).map((sentence) => ({ of, sentence })),
  );
  const most = sentences
    .map((each) => ({ ...each, count: missed.filter((pattern) => has(`${each.of} ${each.sentence}`, pattern)).length }))
    .reduce((one, other) => (other.count > one.count ? other : one), { of: '', sentence: '', count: 0 });
  if (most.count === 0) return '';
  const { of, sentence } = most;
  const shown = sentence.length > MOST ? `${sentence.slice(0, MOST)} …` : sentence;
  return `\n    ${of ? `${of}: ` : ''}${shown}`;
}

function allFiles() {
  return [
    ...AT_TOP.filter((file) => existsSync(file)),
    ...ROOMS.filter((room) => existsSync(room)).flatMap(filesIn),
  ].map(read);
}

/** A file with what it says of itself first, and all that its comments say. */
function read(file) {
  const text = readFileSync(file, 'utf8');
  const { first, said } = saidIn(file, text);
  const all = said.map(({ of, comment }) => `${of} ${comment}`).join(' ');
  // They are made once: to take the words of all files apart takes longer than to search them.
  const wordsOf = {
    name: withWords(basename(file)),
    folder: withWords(dirname(file)),
    first: withWords(first),
    comments: withWords(all),
    told: withWords(`${file} ${all}`),
    whole: withWords(`${file} ${text}`),
  };
  return { file, first, said, wordsOf };
}

/** The rows that say where a change goes, without the marks of a table. */
function rowsOfTable() {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const table = text.slice(text.indexOf('## Where does my change go?'));
  return [...table.matchAll(/^\| (?!-|the change \|)(.*) \| (.*) \|$/gm)].map(
    ([, change, place]) => `${change} → ${place}`,
  );
}

/** Tells whether a text has a word where one begins: `mend` in `mend`, `toMend` and `mendValue`, but not in `amend`. */
function has(text, pattern) {
  return pattern.test(withWords(text));
}

/** A text with itself, of which the words that stand in one name are taken apart. */
function withWords(text) {
  return `${text}\n${text.replace(/([a-z\d])([A-Z])/g, '$1 $2')}`;
}

/**
 * What a word looks like where one begins, with other endings: `removing` is found in `removes`, `bodies` in `body`, `planned` in `plan`. An option
 * is found by its whole name: `--state` is not `--stateful`.
 */
function patternOf(word) {
  const [stem, rest] = word.startsWith('--') ? [word, '(?![a-z-])'] : stemOf(word);
  return new RegExp(`(?<![a-z])${stem.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${rest}`, 'i');
}

function stemOf(word) {
  const hasVowel = (text) => text.length > 2 && /[aeiouy]/.test(text);
  const without = (ending, text) => text.replace(ending, '');
  if (/ies$|[^aeiou]y$/.test(word) && word.length > 3) return [without(/(?:ies|y)$/, word), '(?:y|i)'];
  let stem = word;
  if (/[^sui]s$/.test(stem) && stem.length > 3) stem = without(/(?<=(?:x|z|ch|sh|ss))es$|s$/, stem);
  const bare = without(/(?:ing|(?<!e)ed)$/, stem);
  if (bare !== stem && hasVowel(bare)) stem = without(/(?<=([bdgklmnprt]))\1$/, bare);
  if (/e$|ion$/.test(stem) && without(/e$|ion$/, stem).length > 3) stem = without(/e$|ion$/, stem);
  return [stem, ''];
}

/** The files of a room that people change, those of a folder before those of the folders in it. */
function filesIn(room) {
  const entries = readdirSync(room, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  const own = entries.filter((entry) => entry.isFile() && isCode(entry.name) && !isTest(room, entry.name));
  const within = entries.filter((entry) => entry.isDirectory() && entry.name !== 'fixtures');
  return [...own.map(({ name }) => join(room, name)), ...within.flatMap(({ name }) => filesIn(join(room, name)))];
}

/** Contracts and other documents are not. */
function isCode(name) {
  return /\.(ts|js|jsx|css|py|sh|yml)$/.test(name) || !name.includes('.');
}

/** Tests stand beside what they test; in `docs/` they are the code. */
function isTest(room, name) {
  return /\.(test|testing|spec|cy)\.(ts|js)$/.test(name) && (!/^docs\b/.test(room) || /\.(slow|wide)\./.test(name));
}

/**
 * The first sentence that a file says of itself, and all that its comments say, each with the name that is declared after it. The first one stands at
 * the very top, or at what has the file's name, or at the first thing that the file exports; else it is what the file describes itself by as a value.
 */
function saidIn(file, text) {
  const name = basename(file).replace(/\.\w+$/, '');
  const described = [...text.matchAll(DESCRIBED)].map(([, , inQuotes, line]) => inQuotes ?? line);
  const first =
    /^(?:#!.*\n)?\s*\/\*+([\s\S]*?)\*\//.exec(text)?.[1] ??
    /^(?:#!.*\n)?(?:(?:\/\/|#) (.*)\n)+/
      .exec(text)?.[0]
      .replace(/^#!.*\n/, '')
      .replace(/^(?:\/\/|#) /gm, '') ??
    /^"""([\s\S]*?)"""/m.exec(text)?.[1] ??
    new RegExp(`${COMMENT}${DECLARES} ${name}\\b`, 'i').exec(text)?.[1] ??
    new RegExp(`${COMMENT}export ${DECLARES} `).exec(text)?.[1] ??
    described[0] ??
    '';
  const said = [
    ...text.matchAll(new RegExp(`${COMMENT}(?:${DECLARES} (\\w+)|(?:readonly |async |\\*)?(\\w+)(?=[?(:<]))?`, 'g')),
  ].map(([, comment, declared, member]) => ({ of: declared ?? member ?? '', comment: plain(comment) }));
  const lines = [...text.matchAll(/^ *(?:\/\/|#) (.*)$/gm)].map(([, comment]) => ({ of: '', comment }));
  const others = described.map((comment) => ({ of: '', comment }));
  const sentence = /^.*?[.!?](?=\s[A-Z`"]|$)/.exec(plain(first))?.[0] ?? plain(first);
  return { first: sentence, said: [...said, ...lines, ...others] };
}

/** A comment without its stars and tags, in one line. */
function plain(comment) {
  return comment
    .replace(/^\s*\*/gm, ' ')
    .split(/\s@\w+/)[0]
    .replace(/\s+/g, ' ')
    .trim();
}
