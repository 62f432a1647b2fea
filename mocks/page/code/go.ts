/** Writes Go with net/http. */

import { goText, partName, quotedText } from './literals';
import type { SentBody, SentPart, SentRequest } from './sentRequest';

interface Written {
  /** The packages that it needs, in addition to those of every request. */
  readonly packages: readonly string[];
  /** The lines before the request. */
  readonly lines: readonly string[];
  /** What the body is read from. */
  readonly reader: string;
  /** The lines after the request was made. */
  readonly after: readonly string[];
}

export function goCode({ method, url, headers, body }: SentRequest): string {
  const { packages, lines, reader, after } = written(body);
  const imports = [...new Set(['fmt', 'io', 'log', 'net/http', ...packages])].sort();
  const sent = [
    `request, err := http.NewRequest(${quotedText(method)}, ${goText(url)}, ${reader})`,
    ...failing('err'),
    ...headers.map(([name, value]) => `request.Header.Set(${quotedText(name)}, ${goText(value)})`),
    ...after,
    'response, err := http.DefaultClient.Do(request)',
    ...failing('err'),
    'defer response.Body.Close()',
    'content, err := io.ReadAll(response.Body)',
    ...failing('err'),
    'fmt.Println(response.StatusCode, string(content))',
  ];
  return `package main

import (
${imports.map((each) => `\t"${each}"\n`).join('')})

func main() {
${[...lines, ...sent].map((line) => `\t${line}\n`).join('')}}`;
}

function failing(error: string): string[] {
  return [`if ${error} != nil {`, `\tlog.Fatal(${error})`, '}'];
}

function written(body: SentBody): Written {
  switch (body.kind) {
    case 'none':
      return { packages: [], lines: [], reader: 'nil', after: [] };
    case 'text':
      return { packages: ['strings'], lines: [], reader: `strings.NewReader(${goText(body.text)})`, after: [] };
    case 'file': {
      const lines = [`file, err := os.Open(${goText(body.file)})`, ...failing('err')];
      return { packages: ['os'], lines, reader: 'file', after: [] };
    }
    case 'parts':
      return form(body.parts);
    default:
      return body satisfies never;
  }
}

function form(parts: readonly SentPart[]): Written {
  const hasFile = parts.some(({ file }) => file !== undefined);
  return {
    packages: ['bytes', 'mime/multipart', 'net/textproto', ...(hasFile ? ['os'] : [])],
    lines: ['var form bytes.Buffer', 'writer := multipart.NewWriter(&form)', ...parts.flatMap(part), 'writer.Close()'],
    reader: '&form',
    after: ['request.Header.Set("Content-Type", writer.FormDataContentType())'],
  };
}

function part({ name, type, text = '', file }: SentPart): string[] {
  const named = file === undefined ? '' : `; filename="${partName(file)}"`;
  const fields = [
    `"Content-Disposition": {${goText(`form-data; name="${partName(name)}"${named}`)}}`,
    ...(type === undefined ? [] : [`"Content-Type": {${goText(type)}}`]),
  ];
  const head = `if part, err := writer.CreatePart(textproto.MIMEHeader{${fields.join(', ')}}); err != nil {`;
  const write =
    file === undefined
      ? [`\tio.WriteString(part, ${goText(text)})`]
      : [
          `\tcontent, err := os.ReadFile(${goText(file)})`,
          '\tif err != nil {',
          '\t\tlog.Fatal(err)',
          '\t}',
          '\tpart.Write(content)',
        ];
  return [head, '\tlog.Fatal(err)', '} else {', ...write, '}'];
}
