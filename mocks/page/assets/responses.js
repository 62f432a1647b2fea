/* Shows the responses that an operation declares: what they mean, their header fields, their examples and their schemas. */

import { codeOf, element } from './elements.js';
import { markdownOf } from './markdown.js';
import { boundsOf, followedSchema, showSchema, typeOf } from './schema.js';
import { toneOf } from './sending.js';

export function responsesOf({ responses, document: schemas }) {
  const section = element('section', '', 'responses');
  section.append(element('h4', 'Responses'));
  section.append(...responses.map((response, at) => rowOf(response, schemas, at === 0)));
  return section;
}

/** @param isOpen whether its example, or else its schema, is open from the beginning. */
function rowOf({ status, description, headers, media }, schemas, isOpen) {
  const row = element('div', '', 'response');
  const content = document.createElement('div');
  if (description) content.append(markdownOf(description, 'meaning'));
  if (headers.length > 0) content.append(headersOf(headers, schemas));
  if (media.length === 0) content.append(element('p', 'without content', 'quiet'));
  else content.append(mediaOf(media, schemas, isOpen));
  row.append(element('b', status, `status ${toneOf(status)}`), content);
  return row;
}

function headersOf(headers, schemas) {
  const details = document.createElement('details');
  const list = element('ul', '', 'headers');
  for (const { name, required, description, schema } of headers) {
    const item = document.createElement('li');
    const { schema: found } = followedSchema(schema, schemas);
    item.append(element('code', name), ' ', element('span', typeOf(found, schemas), 'type'));
    if (required) item.append(' ', element('b', 'required', 'required'));
    const bounds = boundsOf(found).join('; ');
    if (bounds) item.append(' ', element('span', bounds, 'bounds'));
    if (description) item.append(markdownOf(description, 'meaning'));
    list.append(item);
  }
  details.append(element('summary', headers.length === 1 ? '1 header field' : `${headers.length} header fields`), list);
  return details;
}

/** Shows the contents of the types, one at a time. */
function mediaOf(media, schemas, isOpen) {
  const box = element('div', '', 'media');
  const place = document.createElement('div');
  const show = (at) => {
    const parts = contentOf(media[at], schemas);
    parts[0].open = isOpen;
    place.replaceChildren(...parts);
  };
  if (media.length > 1) {
    const label = element('label', 'Media type ', 'labelled');
    const choice = element('select', '');
    choice.append(...media.map(({ type }) => element('option', type)));
    choice.addEventListener('change', () => show(choice.selectedIndex));
    label.append(choice);
    box.append(label);
  } else box.append(element('p', media[0].type, 'quiet'));
  show(0);
  box.append(place);
  return box;
}

function contentOf({ schema, examples }, schemas) {
  return [
    ...(examples.length > 0
      ? [folded(examples.length === 1 ? 'Example' : 'Examples', () => examplesOf(examples))]
      : []),
    folded('Schema', () => showSchema(schema, schemas)),
  ];
}

/** Makes a part whose content is made when somebody opens it. */
function folded(title, content) {
  const details = document.createElement('details');
  details.append(element('summary', title));
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(content());
  });
  return details;
}

function examplesOf(examples) {
  const box = document.createElement('div');
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  const show = (at) => shown.replaceChildren(codeOf(examples[at].text));
  if (examples.length > 1) {
    const choice = element('select', '');
    choice.setAttribute('aria-label', 'Example');
    choice.append(...examples.map(({ label }) => element('option', label)));
    choice.addEventListener('change', () => show(choice.selectedIndex));
    box.append(choice);
  }
  show(0);
  box.append(shown);
  return box;
}
