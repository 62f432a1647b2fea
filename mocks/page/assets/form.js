/* The form of an operation: its parameters and its body, and what is wrong with them. */

import { element, indented } from './elements.js';
import { fieldOf } from './fields.js';
import { markdownOf } from './markdown.js';
import { memberFieldsOf } from './members.js';
import { showSchema } from './schema.js';

/** Larger bodies, in bytes, are not judged before they are sent. */
const LARGEST_JUDGED = 2_000_000;

/**
 * Makes the form of an operation.
 * @param changed called when something is entered.
 */
export function formOf({ parameters, body, document: schemas }, changed) {
  const node = element('div', '', 'form');
  const fields = parameters.map((parameter) => ({
    in: parameter.in,
    ...fieldOf({ ...parameter, about: parameter.in }, schemas, changed),
  }));
  if (fields.length > 0) {
    const section = element('section', '', 'parameters');
    section.append(element('h4', 'Parameters'), ...fields.map(({ row }) => row));
    node.append(section);
  }
  const bodyForm = body && bodyFormOf(body, schemas, changed);
  if (bodyForm) node.append(bodyForm.node);
  return {
    node,
    entered: async () => {
      const values = fields.flatMap((field) => {
        const texts = field.texts();
        return texts ? [{ in: field.in, name: field.name, texts }] : [];
      });
      const { body: sent, content, contentType } = (await bodyForm?.entered()) ?? {};
      return { parameters: values, body: sent, content, contentType };
    },
    mark: (wrong) => {
      for (const field of fields)
        field.mark(wrong.filter((each) => each.in === field.in && each.name === field.name).map(textOf));
      bodyForm?.mark(wrong.filter((each) => each.in === 'body'));
    },
    /** Enters the values of parameters, and the text of a body. What is not given stays as it is. */
    fill: ({ parameters: given, body: text }) => {
      for (const { in: place, name, texts } of given)
        fields.find((field) => field.in === place && field.name === name)?.enter(texts);
      if (text !== undefined) bodyForm?.fill(text);
    },
    /** Leads to the field that is wrong. */
    reveal: (wrong) => {
      if (wrong.in === 'body') return bodyForm?.reveal(wrong);
      fields.find((field) => field.in === wrong.in && field.name === wrong.name)?.box.focus();
    },
  };
}

function textOf({ text }) {
  return text;
}

/** @returns the form of a body. It shows the content of the media type that is chosen. */
function bodyFormOf({ required, description, media }, schemas, changed) {
  const node = element('section', '', 'body');
  const title = element('h4', 'Body');
  if (required) title.append(' ', element('span', 'required', 'required'));
  node.append(title);
  if (description) node.append(markdownOf(description, 'meaning'));
  const contents = media.map((each) => contentOf(each, required, schemas, changed));
  const place = document.createElement('div');
  let open = contents[0];
  const show = (at) => {
    open = contents[at];
    place.replaceChildren(...(open ? [open.node] : []));
  };
  if (media.length > 1) {
    const box = element('select', '');
    box.append(...media.map(({ type }) => element('option', type)));
    box.addEventListener('change', () => {
      show(box.selectedIndex);
      changed();
    });
    node.append(labelled('Media type', box));
  } else node.append(element('p', media[0]?.type ?? '', 'quiet'));
  node.append(place);
  show(0);
  return {
    node,
    entered: async () => open?.entered(),
    fill: (text) => open?.fill?.(text),
    mark: (wrong) => open?.mark(wrong),
    reveal: (wrong) => open?.reveal(wrong),
  };
}

function labelled(text, box) {
  const label = element('label', `${text} `, 'labelled');
  label.append(box);
  return label;
}

function contentOf(media, required, schemas, changed) {
  if (media.kind === 'form' || media.kind === 'multipart') return fieldsContent(media, schemas, changed);
  if (media.kind === 'file') return fileContent(media, required, schemas, changed);
  return textContent(media, schemas, changed);
}

/** Shows the schema, once somebody opens it. */
function schemaOf({ schema }, schemas) {
  const details = document.createElement('details');
  details.append(element('summary', 'Schema'));
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(showSchema(schema, schemas));
  });
  return details;
}

function textContent(media, schemas, changed) {
  const { type, text, examples } = media;
  const node = document.createElement('div');
  const box = document.createElement('textarea');
  box.setAttribute('aria-label', 'Request body');
  box.spellcheck = false;
  box.value = indented(text);
  const problems = problemList(box);
  box.setAttribute('aria-describedby', problems.id);
  box.addEventListener('input', changed);
  const members = /json/i.test(type) ? memberFieldsOf(media.schema, schemas, box, changed) : undefined;
  if (examples.length > 1) {
    const choice = element('select', '');
    choice.append(...examples.map(({ label }) => element('option', label)));
    choice.selectedIndex = examples.findIndex((each) => each.text === text);
    choice.addEventListener('change', () => {
      box.value = indented(examples[choice.selectedIndex].text);
      members?.refresh();
      changed();
    });
    node.append(labelled('Example', choice));
  }
  if (members) node.append(members.node);
  node.append(box, problems.list, schemaOf(media, schemas));
  return {
    node,
    entered: () => ({ body: { type, text: box.value }, content: undefined }),
    fill: (text) => {
      box.value = indented(text);
      members?.refresh();
    },
    mark: (wrong) => {
      problems.show(wrong);
      members?.mark(wrong);
    },
    reveal: ({ path }) => revealIn(box, path),
  };
}

let lists = 0;

/** Lists what is wrong with a text. Each line leads to the place in the text. */
function problemList(box) {
  const list = element('ul', '', 'wrong');
  lists += 1;
  list.id = `problems-${lists}`;
  return {
    list,
    id: list.id,
    show: (wrong) => {
      if (wrong.length > 0) box.setAttribute('aria-invalid', 'true');
      else box.removeAttribute('aria-invalid');
      list.replaceChildren(
        ...wrong.map(({ text, path, place }) => {
          const item = document.createElement('li');
          if (path.length > 0 && placeIn(box.value, path)) {
            const button = element('button', path.join('.'), 'quiet-button');
            button.type = 'button';
            button.title = 'Shows the place in the body';
            button.addEventListener('click', () => revealIn(box, path));
            item.append(button, ' ');
          }
          item.append(text);
          if (place !== undefined) item.append(' ', element('code', place, 'quiet'));
          return item;
        }),
      );
    },
  };
}

/** Selects the place in a text to which names and numbers lead. */
function revealIn(box, path) {
  const found = placeIn(box.value, path);
  box.focus();
  if (found && path.length > 0) box.setSelectionRange(...found);
}

/**
 * Finds the value in a JSON text to which names and numbers lead. If a member is missing, it finds what lacks it.
 * @returns where the value begins and ends; undefined if the text cannot be read that far.
 */
export function placeIn(text, path) {
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g)];
  let at = 0;
  const skip = () => {
    let depth = 0;
    do {
      const [token] = tokens[at] ?? [''];
      if (token === '{' || token === '[') depth += 1;
      if (token === '}' || token === ']') depth -= 1;
      at += 1;
    } while (depth > 0 && at < tokens.length);
  };
  const inside = (step) => {
    const [kind] = tokens[at] ?? [''];
    if (kind !== '{' && kind !== '[') return false;
    at += 1;
    for (let item = 0; at < tokens.length && !/^[\]}]$/.test(tokens[at][0]); item += 1) {
      const name = kind === '{' ? unquoted(tokens[at][0]) : String(item);
      if (kind === '{') at += 2;
      if (name === step) return true;
      skip();
      if (tokens[at]?.[0] === ',') at += 1;
    }
    return false;
  };
  let last = 0;
  for (const step of path) {
    last = at;
    if (inside(step)) continue;
    at = last;
    break;
  }
  const start = tokens[at];
  if (!start) return undefined;
  skip();
  const end = tokens[at - 1];
  return [start.index, end.index + end[0].length];
}

function unquoted(token) {
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}

/** Marks each field with what is wrong with it. What belongs to no field is listed below them. */
function markFields(fields, problems, wrong) {
  for (const { name, mark } of fields) mark(wrong.filter(({ path }) => path[0] === name).map(textOf));
  problems.replaceChildren(
    ...wrong.filter(({ path }) => !fields.some(({ name }) => name === path[0])).map(({ text }) => element('li', text)),
  );
}

function fieldsContent(media, schemas, changed) {
  const { type, kind } = media;
  const node = element('div', '', 'fields');
  const fields = media.fields.map((field) => ({
    type: field.type,
    ...fieldOf({ ...field, about: '' }, schemas, changed),
  }));
  const problems = element('ul', '', 'wrong');
  node.append(...fields.map(({ row }) => row), problems);
  return {
    node,
    entered: () => (kind === 'form' ? enteredForm(type, fields) : enteredParts(type, fields)),
    mark: (wrong) => markFields(fields, problems, wrong),
    reveal: ({ path }) => (fields.find(({ name }) => name === path[0]) ?? fields[0])?.box.focus(),
  };
}

function enteredForm(type, fields) {
  const values = fields.flatMap(({ name, texts }) => (texts() ? [{ name, texts: texts() }] : []));
  return { body: { type, fields: values }, content: undefined };
}

/** Makes the multipart body as the browser sends it, which chooses the boundary. */
async function enteredParts(type, fields) {
  const parts = fields.flatMap(partsOf);
  if (parts.length === 0) return { body: undefined, content: undefined };
  const form = new FormData();
  for (const { name, text, of, content } of parts) {
    if (content) form.append(name, content, content.name);
    else form.append(name, of === undefined ? text : new Blob([text], { type: of }));
  }
  const whole = new Response(form);
  const contentType = whole.headers.get('content-type');
  const content = await whole.blob();
  const bytes = await base64(content);
  const told = parts.map(({ name, text, of, content: file }) =>
    file ? { name, file: file.name, type: file.type || of } : { name, text, type: of },
  );
  return { body: { type, parts: told, contentType, bytes }, content, contentType };
}

/** Returns the parts of a field: one for each file and each item of a list. */
function partsOf({ name, type, entry, texts, files }) {
  if (entry === 'file' || entry === 'files') return files().map((content) => ({ name, content, of: type }));
  const of = type ?? (entry === 'json' ? 'application/json' : undefined);
  return (texts() ?? []).map((text) => ({ name, text, of }));
}

function fileContent(media, required, schemas, changed) {
  const { type } = media;
  const field = fieldOf({ name: 'File', required, entry: 'file', schema: {}, text: '', about: type }, schemas, changed);
  field.box.setAttribute('aria-label', 'Request body, a file');
  return {
    node: field.row,
    entered: async () => {
      const [file] = field.files();
      if (!file) return { body: undefined, content: undefined };
      return { body: { type, file: file.name, bytes: await base64(file) }, content: file };
    },
    mark: (wrong) => field.mark(wrong.map(textOf)),
    reveal: () => field.box.focus(),
  };
}

/** Returns the bytes in base64; undefined if they are too many. */
async function base64(blob) {
  if (blob.size > LARGEST_JUDGED) return undefined;
  const url = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}
