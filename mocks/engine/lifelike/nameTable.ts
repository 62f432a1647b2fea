/**
 * The texts that names of members suggest, as data. The first row counts whose names the words of a member end with. In a text, %d stands for a
 * digit, %x for a hexadecimal digit, %A for a capital letter, and %c for the check digit of the digits before it (GS1 General Specifications §7.9).
 */

import { between, type NextRandom } from './byName';
import { jwt, USUAL_LIFETIME } from './tokens';

const COUNTRIES = ['FR', 'PT', 'GB', 'DE', 'NO', 'IT', 'US', 'JP', 'ES', 'CA', 'SE', 'BR'];
const HEX = (digits: number) => '%x'.repeat(digits);

const ROWS: readonly (readonly [names: string, texts: readonly string[]])[] = [
  ['token type', ['Bearer']],
  ['scopes?', ['read', 'read write', 'profile email']],
  ['isrc', ['GB%A%A%A25%d%d%d%d%d', 'US%A%d%A24%d%d%d%d%d']],
  ['ean|ean ?13|gtin|barcode', ['40%d%d%d%d%d%d%d%d%d%d%c']],
  ['upc', ['0%d%d%d%d%d%d%d%d%d%d%c']],
  ['sha|sha ?1|commit|commit id|commit hash|revision', [HEX(40)]],
  ['md ?5', [HEX(32)]],
  ['sha ?256|checksum|digest|hash|fingerprint', [HEX(64)]],
  ['etag', [`"${HEX(16)}"`]],
  ['cursor|page token|continuation token|next token', ['b2Zmc2V0PTIw', 'b2Zmc2V0PTQw']],
  ['markets?|iso code', COUNTRIES],
  ['hex ?colou?r|colou?r hex|colou?r code', [`#${HEX(6)}`]],
  ['gender|sex', ['female', 'male', 'diverse']],
  ['roles?', ['admin', 'editor', 'member', 'viewer']],
  ['permissions?|access level', ['read', 'write', 'admin']],
  ['priority', ['low', 'normal', 'high']],
  ['severity|log level', ['info', 'warning', 'error']],
  ['status', ['active', 'pending', 'completed']],
  ['units?|unit of measure', ['kg', 'g', 'l', 'm', 'pcs']],
  ['branch|default branch', ['main', 'develop', 'release/2.4']],
  ['os|operating system|platform', ['Windows', 'macOS', 'Linux', 'Android', 'iOS']],
  ['browser', ['Firefox', 'Chrome', 'Safari', 'Edge']],
  ['user agent', ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0']],
  ['mime ?type', ['application/pdf', 'image/jpeg', 'image/png', 'text/csv']],
  ['file ?path|path|directory|folder', ['/reports/january.csv', '/images/team.jpg', '/contracts/offer.pdf']],
  ['copyrights?', ['© 2025 Blue Harbour', '© 2024 Maple Media', '© 2026 Northgate Tools']],
  ['genres?', ['Jazz', 'Folk', 'Rock', 'Classical', 'Electronic', 'Soul']],
  ['precision', ['day']],
  ['mac|mac address', ['02:00:%x%x:%x%x:%x%x:%x%x']],
  ['bic|swift', ['DEUTDEFF', 'BNPAFRPP', 'BARCGB22']],
  ['licen[cs]e', ['MIT', 'Apache-2.0', 'BSD-3-Clause']],
  ['model', ['Series 4', 'X200', 'Classic 12']],
  ['cache control', ['no-store', 'max-age=60']],
  ['content disposition', ['attachment; filename="offer.pdf"', 'attachment; filename="january.csv"']],
  ['content language', ['en']],
  ['accept ranges', ['bytes']],
  ['vary', ['Accept']],
  ['payment method', ['card', 'transfer', 'cash']],
];

const NAMED = ROWS.map(([names, texts]) => [new RegExp(`\\b(?:${names})$`), texts] as const);

/** The name of what is signed in to. A name that only ends with it, such as `refresh token`, is another one. */
const JWT = /^(?:jwt|id token|access token)$/;

/** Returns the text of the table for the words of a name; undefined if it has none. @param number tells the thing from others. */
export function textByTable(words: string, number: number, madeAt: number, random: NextRandom): string | undefined {
  if (JWT.test(words)) return jwt({ sub: String(number), issuedAt: madeAt, lifetime: USUAL_LIFETIME });
  const texts = NAMED.find(([names]) => names.test(words))?.[1];
  if (!texts) return undefined;
  const text = texts[between(0, texts.length - 1, random)] ?? '';
  const filled = text.replace(/%[dxA]/g, (mark) => {
    if (mark === '%A') return String.fromCharCode(65 + between(0, 25, random));
    return between(0, mark === '%d' ? 9 : 15, random).toString(16);
  });
  return filled.endsWith('%c') ? filled.slice(0, -2) + checkDigit(filled.slice(0, -2)) : filled;
}

function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
