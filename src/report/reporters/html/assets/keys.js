// The keys: j and k go from line to line, / searches, ? tells of them.
const help = document.getElementById('help');

/** Returns the lines that can be seen, in their order. */
function linesNow() {
  const all = document.querySelectorAll(
    '.view-requirements :is(.cause, .op, .reason, .tag) > summary, .view-contract summary',
  );
  return [...all].filter((line) => line.checkVisibility?.() ?? line.offsetParent !== null);
}

function go(step) {
  const lines = linesNow();
  const at = document.activeElement?.closest('details')?.querySelector('summary');
  const index = lines.indexOf(at);
  const next =
    lines[index < 0 ? (step > 0 ? 0 : lines.length - 1) : Math.max(0, Math.min(index + step, lines.length - 1))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

const actions = {
  j: () => go(1),
  k: () => go(-1),
  c: () => document.activeElement?.closest('.cause')?.querySelector('.curl button')?.click(),
  '/': () => fields.q?.focus(),
  '?': () => help.showModal(),
};

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches?.('input:not([type="radio"]), select, textarea');
  if (event.key === 'Escape' && isTyping) {
    showAll();
    filter();
    event.target.blur();
  }
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
document.getElementById('keys-button')?.addEventListener('click', () => help.showModal());
