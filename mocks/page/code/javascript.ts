/** Writes JavaScript, for Node and browsers: with fetch, and with axios. */

import { jsonOfText } from '../../../src/json/value';
import { indentedBy, quotedText } from './literals';
import type { SentBody, SentPart, SentRequest } from './sentRequest';

export function fetchCode({ method, url, headers, body }: SentRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${quotedText(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${fields(headers)}`]),
    ...(body.kind === 'none' ? [] : [`body: ${content(body)}`]),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.map((each) => `  ${indentedBy(2, each)},\n`).join('')}}`;
  return `${ahead(body, [])}const response = await fetch(${quotedText(url)}${given});
console.log(response.status, await response.text());`;
}

export function axiosCode({ method, url, headers, body }: SentRequest): string {
  const options = [
    `method: ${quotedText(method)}`,
    `url: ${quotedText(url)}`,
    ...(headers.length === 0 ? [] : [`headers: ${fields(headers)}`]),
    ...(body.kind === 'none' ? [] : [`data: ${axiosContent(body)}`]),
    'validateStatus: () => true',
  ];
  return `${ahead(body, ['import axios from "axios";'])}const response = await axios({
${options.map((each) => `  ${indentedBy(2, each)},\n`).join('')}});
console.log(response.status, response.data);`;
}

function fields(headers: SentRequest['headers']): string {
  return `{\n${headers.map(([name, value]) => `  ${quotedText(name)}: ${quotedText(value)},\n`).join('')}}`;
}

/** The lines before the request: what is imported, and the form. */
function ahead(body: SentBody, imports: readonly string[]): string {
  const parts = body.kind === 'parts' ? body.parts : [];
  const files = body.kind === 'file' || parts.some(({ file }) => file !== undefined);
  const all = [...(files ? ['import { openAsBlob } from "node:fs";'] : []), ...imports];
  const form = body.kind === 'parts' ? ['const form = new FormData();', ...parts.map(append)] : [];
  const blocks = [all, form].filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return blocks.map((block) => `${block}\n\n`).join('');
}

function append({ name, type, text = '', file }: SentPart): string {
  const as = type === undefined ? '' : `, { type: ${quotedText(type)} }`;
  if (file !== undefined)
    return `form.append(${quotedText(name)}, await openAsBlob(${quotedText(file)}${as}), ${quotedText(file)});`;
  const value = type === undefined ? quotedText(text) : `new Blob([${quotedText(text)}]${as})`;
  return `form.append(${quotedText(name)}, ${value});`;
}

function content(body: Exclude<SentBody, { kind: 'none' }>): string {
  switch (body.kind) {
    case 'text':
      return readable(body.text) ?? quotedText(body.text);
    case 'file':
      return `await openAsBlob(${quotedText(body.file)})`;
    case 'parts':
      return 'form';
    default:
      return body satisfies never;
  }
}

/** axios would make a JSON text of a text that is none, and does not know a Blob of Node. */
function axiosContent(body: Exclude<SentBody, { kind: 'none' }>): string {
  if (body.kind === 'file') return `Buffer.from(await (${content(body)}).arrayBuffer())`;
  if (body.kind !== 'text' || jsonOfText(body.text) !== undefined) return content(body);
  return `new TextEncoder().encode(${quotedText(body.text)})`;
}

/** Writes JSON as an object that a person can change, if that gives the same JSON again. */
function readable(text: string): string | undefined {
  const value = jsonOfText(text);
  if (typeof value !== 'object' || value === null || text.includes('__proto__')) return undefined;
  return JSON.stringify(value) === withoutSpace(text) ? `JSON.stringify(${JSON.stringify(value, null, 2)})` : undefined;
}

/** Takes the space between the tokens of a JSON text away. */
function withoutSpace(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_all, quoted: string | undefined) => quoted ?? '');
}
