// The search and the filters of the page, which look into the text of its lines and their data attributes. They stand in the address, so that what is shown can be sent to somebody: #show=fail&rule=body-schema&q=plants.
const fields = {
  q: document.getElementById('search'),
  rule: document.getElementById('by-rule'),
  tag: document.getElementById('by-tag'),
  operation: document.getElementById('by-operation'),
};
const found = document.querySelector('.found');
const clear = document.getElementById('clear');
let parts;
/** Whether only what no earlier run had is shown. The head of the page has a link to it. */
let onlyNew = false;

/** Reads once what may be hidden, when it is first needed: a page may have thousands of lines. */
function readParts() {
  if (parts) return parts;
  const operations = [];
  for (const element of document.querySelectorAll('.op'))
    operations[numbersIn(element.dataset.o)[0]] = {
      name: element.querySelector('.what').textContent,
      tags: element.dataset.tags?.split('\n') ?? [],
    };
  const rules = [...fields.rule.options].slice(1).map(({ value }) => value);
  const lines = [...document.querySelectorAll('.view-requirements [data-r]')].map((element) => ({
    element,
    text: element.textContent.toLowerCase(),
    rules: numbersIn(element.dataset.r).map((at) => rules[at]),
    isNew: element.querySelector(':scope > .new, :scope > summary > .new') !== null,
    operations: numbersIn(element.dataset.o).map((at) => operations[at]),
  }));
  parts = { operations, lines };
  return parts;
}

const numbersIn = (text) => (text === '' ? [] : text.split(' ').map((number) => Number.parseInt(number, 36)));

/** Offers the tags and operations that there are. */
function offer() {
  const list = document.getElementById('all-operations');
  if (!list || list.options.length > 0) return;
  const { operations } = readParts();
  const put = (element, values) => element.append(...values.map((value) => new Option(value, value)));
  put(
    list,
    operations.map(({ name }) => name),
  );
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))].sort();
  put(fields.tag, tags);
  fields.tag.parentElement.hidden = tags.length === 0;
}

const chosen = () => document.querySelector('.filter :checked')?.id.slice('show-'.length) ?? 'all';

function wanted() {
  const values = Object.entries(fields).map(([name, field]) => [name, field?.value.trim() ?? '']);
  return Object.fromEntries([['show', chosen() === 'all' ? '' : chosen()], ['new', onlyNew ? 'only' : ''], ...values]);
}

function isMeant({ text, rules, operations, isNew }, { q, rule, tag, operation, new: mustBeNew }) {
  return (
    (mustBeNew === '' || isNew) &&
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (rule === '' || rules.includes(rule)) &&
    (tag === '' || operations.some((each) => each?.tags.includes(tag))) &&
    (operation === '' || operations.some((each) => each?.name.toLowerCase().includes(operation.toLowerCase())))
  );
}

/** Hides what is not meant. @param writes whether the address is to say so. */
function filter(writes = true) {
  if (!fields.q) return;
  const want = wanted();
  const isNarrow = ['q', 'rule', 'tag', 'operation', 'new'].some((name) => want[name] !== '');
  if (isNarrow || parts) {
    for (const line of readParts().lines) line.element.hidden = isNarrow && !isMeant(line, want);
    for (const group of document.querySelectorAll('[data-group]')) {
      const has = group.querySelector('[data-r]:not([hidden])') !== null;
      group.hidden = !has;
      // A group is open while something in it is looked for.
      if (isNarrow && !group.open) group.dataset.opened = '';
      if (isNarrow) group.open = has;
      else if ('opened' in group.dataset) {
        group.open = false;
        delete group.dataset.opened;
      }
    }
    for (const part of document.querySelectorAll('[data-part]'))
      part.hidden = isNarrow && part.querySelector('[data-r]:not([hidden])') === null;
  }
  const isAny = isNarrow || want.show !== '';
  clear.hidden = !isAny;
  tell(isAny);
  if (!writes) return;
  const words = new URLSearchParams(Object.entries(want).filter(([, value]) => value !== ''));
  history.replaceState(null, '', isAny ? `#${words}` : location.pathname + location.search);
}

function tell(isAny) {
  const shown = isAny
    ? [...document.querySelectorAll('.view-requirements [data-r]')].filter((line) => line.matches(':not([hidden])'))
    : [];
  const verdict = chosen();
  const left = shown.filter((line) => verdict === 'all' || line.dataset.verdict.split(' ').includes(verdict));
  found.hidden = !isAny;
  found.textContent = !isAny
    ? ''
    : left.length === 0
      ? 'Nothing is like that.'
      : `${left.length} ${left.length === 1 ? 'line' : 'lines'} shown.`;
}

function showAll() {
  for (const field of Object.values(fields)) if (field) field.value = '';
  onlyNew = false;
  const all = document.getElementById('show-all');
  if (all) all.checked = true;
  filter(false);
}

/** Does what the address says: it names a filter, or a part of the page. */
function followAddress() {
  const hash = location.hash.slice(1);
  if (!hash.includes('=')) return reveal();
  const words = new URLSearchParams(hash);
  offer();
  for (const [name, field] of Object.entries(fields)) if (field) field.value = words.get(name) ?? '';
  onlyNew = words.has('new');
  const show = document.getElementById(`show-${words.get('show') ?? 'all'}`);
  if (show && !show.disabled) show.checked = true;
  if (requirementsView) requirementsView.checked = true;
  filter(false);
}

for (const field of Object.values(fields)) {
  field?.addEventListener('input', () => filter());
}
document.querySelector('.filter')?.addEventListener('change', () => filter());
document.querySelector('.narrow')?.addEventListener('toggle', offer);
clear?.addEventListener('click', () => {
  showAll();
  filter();
  fields.q.focus();
});
addEventListener('hashchange', followAddress);
// The page is painted first.
requestAnimationFrame(() =>
  setTimeout(() => {
    for (const open of document.querySelectorAll('details.cause[open]')) scrollToMarks(open);
    if (location.hash !== '') followAddress();
  }),
);
// What is chosen below "Narrow" lies over the page; a click beside it puts it away.
document.addEventListener('click', (event) => {
  const narrow = document.querySelector('.narrow[open]');
  if (narrow && !narrow.contains(event.target)) narrow.open = false;
});
