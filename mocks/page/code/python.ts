/** Writes Python with requests. */

import { indentedBy, quotedText } from './literals';
import type { SentBody, SentPart, SentRequest } from './sentRequest';

export function pythonCode({ method, url, headers, body }: SentRequest): string {
  const given = [
    quotedText(method),
    quotedText(url),
    ...(headers.length === 0 ? [] : [`headers={\n${headers.map(field).join('')}}`]),
    ...content(body),
  ];
  return `import requests

response = requests.request(
${given.map((each) => `    ${indentedBy(4, each)},\n`).join('')})
print(response.status_code, response.text)`;
}

function field([name, value]: readonly [string, string]): string {
  return `    ${quotedText(name)}: ${quotedText(value)},\n`;
}

function content(body: SentBody): string[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'text':
      return [`data=${quotedText(body.text)}.encode()`];
    case 'file':
      return [`data=open(${quotedText(body.file)}, "rb")`];
    case 'parts':
      return [`files=[\n${body.parts.map(part).join('')}]`];
    default:
      return body satisfies never;
  }
}

/** A part without a file has None for its file name. */
function part({ name, type, text = '', file }: SentPart): string {
  const value = file === undefined ? quotedText(text) : `open(${quotedText(file)}, "rb")`;
  const given = [
    file === undefined ? 'None' : quotedText(file),
    value,
    ...(type === undefined ? [] : [quotedText(type)]),
  ];
  return `    (${quotedText(name)}, (${given.join(', ')})),\n`;
}
