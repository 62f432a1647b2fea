/** Finds the values in a body that are secret according to the contract, in any media type, also if the body is incomplete. */

import { type SecretMembers, type SecretValue, secretsInJson } from '../../contract/schema/secretMembers';
import { undoCodings } from '../../http/contentCodings';
import { bareType, mediaKind } from '../../http/mediaType';
import { type Fields, fieldValues } from '../../http/message';
import type { Pair } from '../../http/uri';
import { secretNamesIn } from '../../resources/vocabulary/secrets';
import { MOST_FIELDS } from '../../serialization/formReadings';

/**
 * @param declared the names of the secret members in the content of this message, as the contract says.
 * @param isUnknown tells whether the contract says nothing of a name. Then the name itself tells.
 */
export function secretsInBody(
  message: { readonly headers: Fields; readonly body: Buffer },
  declared: SecretMembers,
  isUnknown: (name: string) => boolean,
): SecretValue[] {
  if (message.body.length === 0) return [];
  const content = undoCodings(message);
  if (!Buffer.isBuffer(content)) return [];
  const [contentType = ''] = fieldValues(message, 'content-type');
  const text = content.toString('utf8');
  const kind = mediaKind(bareType(contentType));
  // The brackets in names of a form are percent-encoded.
  const named = secretNamesIn(
    kind === 'form'
      ? pairsOf(text)
          .map(({ name }) => name)
          .join(' ')
      : text,
  );
  const names = new Set([...declared.names, ...named.filter(isUnknown)]);
  if (names.size === 0 && !declared.whole) return [];
  const secrets = { names, whole: declared.whole };
  switch (kind) {
    case 'form':
      return secretsInPairs(pairsOf(text), secrets);
    case 'multipart':
      return secretsInPairs(partsOf(content, contentType), secrets);
    case 'xml':
      return secretsInXml(text, secrets);
    case 'json':
    case 'sequence':
      return secretsInJson(text, secrets);
    case 'text':
    case 'binary':
      // Some senders declare JSON as text.
      return secretsInJson(text, secrets);
    default:
      return kind satisfies never;
  }
}

function pairsOf(text: string): Pair[] {
  return [...new URLSearchParams(text.split('&', MOST_FIELDS).join('&'))].map(([name, value]) => ({ name, value }));
}

/** Finds the secrets in fields such as `password`, `user[password]`, `user.password`, and `user` if its value is JSON. */
export function secretsInPairs(pairs: readonly Pair[], secrets: SecretMembers): SecretValue[] {
  return pairs.flatMap(({ name, value }) => {
    if (value === '') return [];
    const own = [name, ...name.split(/[[\].]+/)].find((part) => secrets.names.has(part));
    const isSecret = own !== undefined || secrets.whole;
    const inside = /^\s*[[{]/.test(value) ? secretsInJson(value, { ...secrets, whole: isSecret }) : [];
    return isSecret ? [{ name: own, value }, ...inside] : inside;
  });
}

/** Returns the parts of a multipart body (RFC 7578). If Content-Type names no boundary, the first line of the body does. */
function partsOf(content: Buffer, contentType: string): Pair[] {
  const text = content.toString('utf8');
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? /^--(\S+)/.exec(text)?.[1];
  if (boundary === undefined) return [];
  return text.split(`--${boundary}`, MOST_FIELDS).flatMap((part) => {
    const [, head, value] = /^\r?\n((?:[^\r\n]+\r?\n)*)\r?\n([\s\S]*)$/.exec(part) ?? [];
    if (head === undefined || value === undefined) return [];
    const [, inQuotes, plain] = /;\s*name\s*=\s*(?:"([^"\r\n]*)"|([^\s;]+))/i.exec(head) ?? [];
    const name = inQuotes ?? plain;
    return name === undefined ? [] : [{ name, value: value.replace(/\r?\n$/, '') }];
  });
}

/** Finds the texts of elements and attributes with secret names, whatever their prefixes, also in an incomplete document. */
function secretsInXml(text: string, { names, whole }: SecretMembers): SecretValue[] {
  const secrets: SecretValue[] = [];
  const open: { readonly element: string; readonly name: string | undefined }[] = [];
  let at = 0;
  const addText = (until: number, isPlain: boolean) => {
    const name = open.findLast((each) => each.name !== undefined)?.name;
    const value = text.slice(at, until);
    if ((name !== undefined || whole) && value.trim() !== '')
      secrets.push({ name, value: isPlain ? value : decoded(value.trim()) });
  };
  const indexOr = (what: string, from: number) => {
    const index = text.indexOf(what, from);
    return index < 0 ? text.length : index;
  };
  while (at < text.length && secrets.length < MOST_TEXTS) {
    const start = indexOr('<', at);
    addText(start, false);
    if (text.startsWith(CDATA, start)) {
      at = start + CDATA.length;
      const end = indexOr(']]>', at);
      addText(end, true);
      at = end + 3;
      continue;
    }
    const end = indexOr('>', start);
    const tag = text.slice(start + 1, end);
    const [, closing, element = ''] = /^(\/?)(?:[^\s<>/:]+:)?([^\s<>/]+)/.exec(tag) ?? [];
    if (closing === '/') {
      const opened = open.findLastIndex((each) => each.element === element);
      if (opened >= 0) open.length = opened;
    } else if (/^[^!?]/.test(tag)) {
      for (const [, name = '', doubleQuoted, singleQuoted] of tag.matchAll(ATTRIBUTE))
        if (names.has(name) && (doubleQuoted ?? singleQuoted))
          secrets.push({ name, value: decoded(doubleQuoted ?? singleQuoted ?? '') });
      const isDeep = open.length >= MOST_OPEN;
      if (!tag.endsWith('/') && !isDeep) open.push({ element, name: names.has(element) ? element : undefined });
    }
    at = end + 1;
  }
  return secrets;
}

const CDATA = '<![CDATA[';
const ATTRIBUTE = /(?:^|[\s:])([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MOST_TEXTS = 2000;
const MOST_OPEN = 200;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
