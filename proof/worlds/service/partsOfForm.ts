/**
 * Reads the parts of a `multipart/form-data` body by their names (RFC 7578).
 * @returns undefined if it is none.
 */
export function partsOfForm(contentType: string, body: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const [, quoted, plain] = /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const parts = new Map<string, Buffer>();
  // Latin-1 has a character for each byte.
  const [, ...pieces] = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`);
  if (pieces.pop()?.startsWith('--') !== true) return undefined;
  for (const piece of pieces) {
    const end = piece.indexOf('\r\n\r\n');
    const [, name] = /content-disposition:\s*form-data;[^\r]*\bname="([^"]*)"/i.exec(piece.slice(0, end)) ?? [];
    if (end < 0 || name === undefined) return undefined;
    parts.set(name, Buffer.from(piece.slice(end + 4), 'latin1'));
  }
  return parts;
}
