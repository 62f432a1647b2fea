/** Writes a curl command for a POSIX shell. */

import { shellWord } from './literals';
import type { SentBody, SentPart, SentRequest } from './sentRequest';

/** @param between what stands between the words: a space, or the end of a line. */
export function curl({ method, url, headers, body }: SentRequest, between = ' '): string {
  const isUsual = method === (body.kind === 'none' ? 'GET' : 'POST');
  const how = method === 'HEAD' ? ['--head'] : isUsual ? [] : ['-X', method];
  // curl takes brackets for a range of URLs.
  const plain = /[[\]{}]/.test(url) ? ['--globoff'] : [];
  const words = [['curl', '-i', ...plain, ...how, url], ...headers.map(field), ...data(body)];
  return words.map((group) => group.map(shellWord).join(' ')).join(between);
}

function field([name, value]: readonly [string, string]): string[] {
  // A hidden password is left as it is, since the mock takes any.
  if (/^authorization$/i.test(name) && value === 'Basic ***') return ['-u', 'user:***'];
  // A field without a value ends with a semicolon; a colon would remove the field.
  return ['-H', value === '' ? `${name};` : `${name}: ${value}`];
}

function data(body: SentBody): string[][] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'text':
      return [['--data-raw', body.text]];
    case 'file':
      return [['--data-binary', `@${body.file}`]];
    case 'parts':
      return body.parts.map(part);
    default:
      return body satisfies never;
  }
}

function part({ name, type, text, file }: SentPart): string[] {
  if (file !== undefined) return ['-F', `${name}=@${quoted(file)}${type === undefined ? '' : `;type=${type}`}`];
  if (type === undefined) return ['--form-string', `${name}=${text ?? ''}`];
  return ['-F', `${name}=${quoted(text ?? '')};type=${type}`];
}

/** Quotes a text within the argument of `-F`, where a semicolon would end it. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
