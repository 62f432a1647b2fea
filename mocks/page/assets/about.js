/* What the API is about, at the head of the page. */

import { callbacksOf } from './callbacks.js';
import { byId, element } from './elements.js';
import { link, markdownOf } from './markdown.js';

export async function showAbout() {
  const { description, dialect, links, webhooks, files } = await (await fetch('about.json')).json();
  const isSaid = description.trim() !== '';
  byId('about').replaceChildren(...(isSaid ? cut(markdownOf(description)) : []));
  // Without a description, nothing else stands in the whole width of the head.
  if (isSaid) byId('wide').prepend(byId('sources'));
  else byId('named').append(byId('sources'));
  byId('wide').hidden = !isSaid;
  byId('dialect').textContent = dialect;
  const downloads = files.map(({ href, name }) => {
    const download = element('a', name);
    download.href = href;
    download.download = name;
    return download;
  });
  const others = links.flatMap(({ url, text }) => link(url, [text])).filter((each) => typeof each !== 'string');
  byId('links').replaceChildren('Download ', ...between(downloads), ...others.flatMap((each) => [' · ', each]));
  byId('webhooks').hidden = webhooks.length === 0;
  byId('declared').textContent = String(webhooks.length);
  byId('hooks').replaceChildren(...callbacksOf(webhooks));
}

function between(elements) {
  return elements.flatMap((each, at) => (at === 0 ? [each] : [' or ', each]));
}

/** Cuts a long description, with a button that shows all of it. */
function cut(box) {
  const button = element('button', 'Show all', 'quiet-button');
  button.type = 'button';
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => {
    const isWhole = box.classList.toggle('whole');
    button.textContent = isWhole ? 'Show less' : 'Show all';
    button.setAttribute('aria-expanded', String(isWhole));
  });
  const look = () => {
    const isAll = box.children.length <= 1 && box.scrollHeight <= box.clientHeight + 1;
    button.hidden = !box.classList.contains('whole') && isAll;
  };
  new MutationObserver(look).observe(box, { childList: true, attributes: true, attributeFilter: ['class'] });
  new ResizeObserver(look).observe(box);
  return [box, button];
}
