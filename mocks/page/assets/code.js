/* Shows the code that sends the request of the form, in several languages. */

import { element, say } from './elements.js';

/** The language that was chosen last. */
let language = 'curl';

let made = 0;

/**
 * Makes the part of the page with the code.
 * @param compose makes the request of the form, with its code.
 * @returns its element, and what brings the code up to date.
 */
export function codePartOf(compose) {
  made += 1;
  const node = element('details', '', 'code');
  const choices = element('fieldset', '', 'filter');
  choices.append(element('legend', 'Language', 'said'));
  const text = element('code', '');
  const box = document.createElement('pre');
  box.tabIndex = 0;
  box.append(text);
  const button = element('button', 'Copy the code');
  button.type = 'button';
  button.addEventListener('click', async () => {
    const copied = await copy(text);
    button.textContent = copied ? 'Copied' : 'Selected';
    say(copied ? 'It is copied.' : 'It is selected; copy it with the keyboard.');
    setTimeout(() => {
      button.textContent = 'Copy the code';
    }, 2000);
  });
  let all = [];
  const group = `language-${made}`;
  const show = () => {
    text.textContent = (all.find(({ name }) => name === language) ?? all[0])?.text ?? '';
    if (choices.children.length === 1) choices.append(...all.map(({ name }) => choice(name)));
  };
  const choice = (name) => {
    const label = element('label', '');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = group;
    radio.checked = name === language;
    radio.addEventListener('change', () => {
      language = name;
      show();
    });
    label.append(radio, name);
    return label;
  };
  node.append(element('summary', 'Code'), choices, box, button);
  node.addEventListener('toggle', () => {
    if (node.open) void compose();
  });
  return {
    node,
    update: ({ code }) => {
      all = code;
      show();
    },
  };
}
