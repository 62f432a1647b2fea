// What the page can do with a script. Without one all is there as well: it folds, filters by verdict, and shows both views by itself.
const said = document.querySelector('.said');
const [requirementsView, contractChoice] = ['view-requirements', 'view-contract'].map((id) =>
  document.getElementById(id),
);

document.documentElement.classList.add('has-script');

/** Says something to a screen reader. */
function say(text) {
  // Emptied first: a reader is silent about a text that does not change.
  said.textContent = '';
  said.textContent = text;
}

/** Copies what an element holds, and says so at the button. */
async function copyBy(button, element, name) {
  const copied = await copy(element);
  const label = button.textContent;
  button.textContent = copied ? 'Copied' : 'Selected';
  say(copied ? `${name} is copied.` : `${name} is selected; copy it with the keyboard.`);
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
}

async function copyLink(link) {
  const address = new URL(link.getAttribute('href'), location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    say('The link is copied.');
    link.dataset.copied = 'copied';
    setTimeout(() => delete link.dataset.copied, 2000);
  } catch {
    say('The link is in the address of the page.');
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('.copy button');
  if (button) copyBy(button, button.parentElement.querySelector('code'), button.dataset.name);
  const link = event.target.closest('a[href^="#"]');
  if (link?.matches('.link')) copyLink(link);
  if (link) {
    // The same address a second time changes nothing, but the reader may have folded or left it meanwhile.
    if (link.getAttribute('href') === location.hash) reveal();
  }
});

// Where something is wrong in a long answer, the answer is scrolled to it when it is unfolded.
function scrollToMarks(within) {
  for (const mark of within.querySelectorAll('.wire mark')) {
    const pre = mark.closest('pre');
    if (pre.scrollHeight > pre.clientHeight && pre.scrollTop === 0)
      pre.scrollTop = mark.offsetTop - pre.clientHeight / 3;
  }
}

document.addEventListener('toggle', (event) => event.target.open && scrollToMarks(event.target), true);

/** Shows what the address names: its view, and all that it is folded into. */
function reveal() {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id !== '' && !id.includes('=') && document.getElementById(id);
  if (!target) return;
  const isInContract = target.closest('.view-contract') !== null;
  if (contractChoice) (isInContract ? contractChoice : requirementsView).checked = true;
  if (target.closest('[hidden]') || !target.parentElement.checkVisibility?.()) showAll();
  for (let group = target.closest('details'); group; group = group.parentElement.closest('details')) group.open = true;
  const line = target.closest('details.cause') ?? target;
  line.scrollIntoView({ block: 'start' });
  (line.querySelector('summary') ?? line).focus({ preventScroll: true });
}

contractChoice?.addEventListener('change', () => {
  if (location.hash !== '') location.hash = '#contract';
});
requirementsView?.addEventListener('change', () => {
  if (location.hash === '#contract') history.replaceState(null, '', ' ');
});
