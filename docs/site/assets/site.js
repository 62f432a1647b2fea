// The search box, the buttons that copy code, and the theme. MiniSearch and `searchData` are scripts beside this one.

const query = document.getElementById('query');
const found = document.getElementById('found');
const MOST = 12;
let loading;

function loadScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = name;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${name} is not beside this page.`));
    document.head.append(script);
  });
}

/** The search, which is loaded once somebody wants it. */
function loadSearch() {
  loading ??= Promise.all([loadScript('minisearch.js'), loadScript('index.js')]).then(() =>
    MiniSearch.loadJSON(searchData.index, searchData.options),
  );
  return loading;
}

/** So many characters of a text are shown, so many of them before what was found. */
const EXCERPT = 150;
const BEFORE = 50;

/** The part of a text that has a found word, with these words marked; nothing where only the heading has them. */
function excerptOf(text, words) {
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})`, 'giu');
  const first = text.search(pattern);
  if (first < 0) return [];
  const from = Math.max(0, first - BEFORE);
  const begin = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const cut = text.slice(begin, begin + EXCERPT);
  const shown = begin + EXCERPT < text.length ? `${cut.slice(0, cut.lastIndexOf(' '))} …` : cut;
  const parts = [begin > 0 ? '… ' : ''];
  let at = 0;
  for (const match of shown.matchAll(pattern)) {
    const mark = document.createElement('mark');
    mark.textContent = match[0];
    parts.push(shown.slice(at, match.index), mark);
    at = match.index + match[0].length;
  }
  return [...parts, shown.slice(at)];
}

/** A link to one section that was found. */
function linkTo({ id, title, page, body, terms }) {
  const link = document.createElement('a');
  link.href = id;
  const heading = document.createElement('b');
  heading.textContent = title;
  link.append(heading);
  if (page !== title) {
    const place = document.createElement('small');
    place.textContent = page;
    link.append(place);
  }
  const excerpt = document.createElement('span');
  excerpt.append(...excerptOf(body.trim(), terms));
  if (excerpt.textContent !== '') link.append(excerpt);
  link.addEventListener('click', close);
  return link;
}

async function show() {
  const words = query.value.trim();
  found.hidden = words === '';
  if (found.hidden) return;
  let results;
  try {
    results = (await loadSearch()).search(words).slice(0, MOST);
  } catch ({ message }) {
    return say(`The search is not there: ${message}`);
  }
  if (words !== query.value.trim()) return;
  if (results.length === 0) return say(`Nothing was found for “${words}”.`);
  found.replaceChildren(...results.map(linkTo));
}

function say(sentence) {
  const line = document.createElement('p');
  line.textContent = sentence;
  found.replaceChildren(line);
}

function close() {
  found.hidden = true;
}

/** Moves the focus by one among the box and the links below it. */
function move(step) {
  const stops = [query, ...found.querySelectorAll('a')];
  const next = stops[stops.indexOf(document.activeElement) + step];
  next?.focus();
}

query.addEventListener('input', show);
query.addEventListener('focus', show);
document.addEventListener('keydown', (event) => {
  const inside = document.activeElement === query || found.contains(document.activeElement);
  if (event.key === 'Escape' && inside) {
    query.focus();
    close();
  } else if (inside && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (inside && event.key === 'Enter' && document.activeElement === query) {
    found.querySelector('a')?.click();
  } else if (!inside && event.key === '/' && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    query.focus();
  }
});
document.addEventListener('click', (event) => {
  if (!found.contains(event.target) && event.target !== query) close();
});

// On a wide screen the menu is always open; on a narrow one it is folded. The first page has none.
const menu = document.querySelector('.menu');
if (menu) {
  const wide = window.matchMedia('(min-width: 60rem)');
  const fold = () => {
    menu.open = wide.matches;
  };
  wide.addEventListener('change', fold);
  fold();
}

/** Puts a text into the clipboard, also where a page from disk may not ask for it. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

for (const code of document.querySelectorAll('pre > code[class]:not(.language-text)')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await copy(code.textContent.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  const around = document.createElement('div');
  around.className = 'code';
  code.parentElement.replaceWith(around);
  around.append(code.parentElement, button);
}

// Pictures have a light and a dark form, which follow the theme that was chosen.
const theme = document.getElementById('theme');
const sources = [...document.querySelectorAll('picture source')].map((source) => ({ source, media: source.media }));

function applyTheme() {
  const { value } = theme;
  if (value) document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
  for (const { source, media } of sources) source.media = value === '' ? media : value === 'dark' ? 'all' : 'not all';
}

theme.value = document.documentElement.dataset.theme ?? '';
applyTheme();
theme.addEventListener('change', () => {
  applyTheme();
  try {
    localStorage.setItem('espalier-theme', theme.value);
  } catch {
    // A browser that keeps nothing for pages from disk has the theme for this page alone.
  }
});
