/** Makes texts of a format: times that belong to the thing, addresses that lead nowhere, ids. */

import { type Around, textByName } from './byName';
import { between, oneOf } from './subject';
import { LABELS } from './words';

const DAY = 86_400_000;

/** Returns when something happened to the thing that a member tells of: made first, changed later, ended last. */
export function momentOf(words: string, { subject, random }: Around): number {
  if (/\b(?:birth|born|dob)/.test(words))
    return Date.UTC(between(1950, 2004, random), between(0, 11, random), between(1, 28, random));
  const { madeAt } = subject;
  if (/\b(?:updated|modified|changed|edited|last|seen)\b/.test(words))
    return madeAt + between(1, 40, random) * 1_700_000;
  if (/\b(?:shipped|sent|paid|published|completed|closed|finished|started|start|from|begin)\b/.test(words))
    return madeAt + between(1, 3, random) * DAY + between(0, 400, random) * 60_000;
  if (/\b(?:expires|expiry|expiration|expire|due|end|ends|until|to|deadline|delivery|delivered|valid)\b/.test(words))
    return madeAt + between(5, 40, random) * DAY;
  return madeAt;
}

/** Returns a text of a format; undefined if the format is not known here. */
export function textByFormat(format: string, words: string, around: Around): string | undefined {
  const { random } = around;
  const moment = () => new Date(momentOf(words, around)).toISOString();
  switch (format) {
    case 'date-time':
      return moment().replace(/\.000Z$/, 'Z');
    case 'date':
      return moment().slice(0, 10);
    case 'time':
      return `${moment().slice(11, 19)}Z`;
    case 'duration':
      return `PT${between(5, 55, random)}M`;
    case 'local-time':
    case 'partial-time':
      return moment().slice(11, 19);
    case 'phone':
    case 'phone-number':
    case 'tel':
      return textByName('phone', around)?.replace(/[^+\d]/g, '');
    case 'uuid':
      return uuid(around);
    case 'email':
    case 'idn-email':
      return textByName('email', around);
    case 'uri':
    case 'url':
    case 'iri':
    case 'uri-reference':
      return textByName(words, around)?.match(/^https:.*/)?.[0] ?? textByName('url', around);
    case 'hostname':
      return `${oneOf(LABELS, random)}.example.com`;
    case 'ipv4':
      return `192.0.2.${between(1, 254, random)}`;
    case 'ipv6':
      return `2001:db8::${between(1, 9999, random)}`;
    case 'byte':
      return Buffer.from(oneOf(LABELS, random)).toString('base64');
    default:
      return undefined;
  }
}

/** Makes a random UUID (RFC 9562 §5.4). */
function uuid({ random }: Around): string {
  const digits = Array.from({ length: 32 }, () => between(0, 15, random).toString(16));
  digits[12] = '4';
  digits[16] = '89ab'.charAt(between(0, 3, random));
  const text = digits.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}
