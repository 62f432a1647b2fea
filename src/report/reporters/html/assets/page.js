// Copies a curl line and says so, to the eye and to a screen reader. All else on the page works without a script.
const said = document.querySelector('.said');

for (const button of document.querySelectorAll('.again button')) {
  const line = button.parentElement.querySelector('code');
  button.hidden = false;
  button.addEventListener('click', async () => {
    const copied = await copy(line);
    button.textContent = copied ? 'Copied' : 'Selected';
    // Emptied first: a reader is silent about a text that does not change.
    said.textContent = '';
    said.textContent = copied ? 'The curl line is copied.' : 'The curl line is selected; copy it with the keyboard.';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
}

// What a line of the contract leads to stands in the other view; coming back, only the contract is wanted.
const [requirements, contract] = ['view-requirements', 'view-contract'].map((id) => document.getElementById(id));
for (const link of document.querySelectorAll('.view-contract a')) {
  link.addEventListener('click', () => {
    requirements.checked = true;
  });
}
contract?.addEventListener('change', () => {
  if (location.hash !== '') location.hash = '#contract';
});

// What a search leaves out is as if it were not there; a verdict may be chosen besides.
const search = document.getElementById('search');
if (search) {
  search.parentElement.hidden = false;
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isMeant = (element) => words.every((word) => element.textContent.toLowerCase().includes(word));
    for (const each of document.querySelectorAll('.view-requirements :is(article, nav li, tbody tr:has(td))'))
      each.hidden = !isMeant(each);
    for (const body of document.querySelectorAll('.view-requirements tbody'))
      body.hidden = body.querySelector('tr:has(td):not([hidden])') === null;
    // A group is open while something of it is found; what has nothing of what is looked for is not there.
    for (const group of document.querySelectorAll('.tag')) {
      const found = group.querySelector('tbody:not([hidden])') !== null;
      group.hidden = !found;
      group.open = found && words.length > 0;
    }
  });
}
