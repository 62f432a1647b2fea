// The search box. `searchData` comes from index.js, MiniSearch from minisearch.js.

const query = document.getElementById('query');
const found = document.getElementById('found');
const MOST = 12;
let search;

function loadSearch() {
  search ??= MiniSearch.loadJSON(searchData.index, searchData.options);
  return search;
}

/** A link to one section that was found. */
function linkTo({ id, title, page }) {
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
  link.addEventListener('click', close);
  return link;
}

function show() {
  const words = query.value.trim();
  found.hidden = words === '';
  if (found.hidden) return;
  const results = loadSearch().search(words).slice(0, MOST);
  if (results.length > 0) {
    found.replaceChildren(...results.map(linkTo));
    return;
  }
  const nothing = document.createElement('p');
  nothing.textContent = `Nothing was found for “${words}”.`;
  found.replaceChildren(nothing);
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

// On a wide screen the menu is always open; on a narrow one it is folded.
const wide = window.matchMedia('(min-width: 60rem)');
const menu = document.querySelector('.menu');
const fold = () => {
  menu.open = wide.matches;
};
wide.addEventListener('change', fold);
fold();
