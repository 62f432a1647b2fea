/** Writes Java with the HttpClient of the JDK (11 or later; 16 for a body of parts). */

import { javaText, partName } from './literals';
import type { SentBody, SentPart, SentRequest } from './sentRequest';

/** Separates the parts of a multipart body. */
const BOUNDARY = 'espalier-7c1f0a52b9d34e68';

export function javaCode({ method, url, headers, body }: SentRequest): string {
  const type = body.kind === 'parts' ? [['Content-Type', `multipart/form-data; boundary=${BOUNDARY}`] as const] : [];
  const lines = [
    `    .method(${javaText(method)}, ${publisher(body)})`,
    ...[...headers, ...type].map(([name, value]) => `    .header(${javaText(name)}, ${javaText(value)})`),
  ];
  const files = body.kind === 'file' || (body.kind === 'parts' && body.parts.some(({ file }) => file !== undefined));
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
${files ? 'import java.nio.file.Path;\n' : ''}
public class Ask {
  public static void main(String[] args) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(${javaText(url)}))
${lines.map((line) => `    ${line}\n`).join('')}        .build();
    HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}`;
}

function publisher(body: SentBody): string {
  switch (body.kind) {
    case 'none':
      return 'HttpRequest.BodyPublishers.noBody()';
    case 'text':
      return ofString(body.text);
    case 'file':
      return `HttpRequest.BodyPublishers.ofFile(Path.of(${javaText(body.file)}))`;
    case 'parts': {
      const all = [...body.parts.flatMap(part), ofString(`--${BOUNDARY}--\r\n`)];
      return `HttpRequest.BodyPublishers.concat(\n            ${all.join(',\n            ')})`;
    }
    default:
      return body satisfies never;
  }
}

function part({ name, type, text = '', file }: SentPart): string[] {
  const as = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const named = file === undefined ? '' : `; filename="${partName(file)}"`;
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${partName(name)}"${named}\r\n${as}\r\n`;
  if (file === undefined) return [ofString(`${head}${text}\r\n`)];
  return [ofString(head), publisher({ kind: 'file', file }), ofString('\r\n')];
}

function ofString(text: string): string {
  return `HttpRequest.BodyPublishers.ofString(${javaText(text)})`;
}
