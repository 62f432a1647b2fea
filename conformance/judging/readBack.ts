/** Compares texts and bytes that a request sent with what a GET shows. */

import type { Exchange, StepContent } from '../../src/engine/model/exchange';
import { bareType } from '../../src/http/mediaType';
import { isKeptAsItIs } from '../chains/wholeContent';
import { isFound } from './shownMembers';

type Plain = NonNullable<StepContent['plain']>;

/** How a content is not the one that was sent, in our own words. */
interface LostContent {
  readonly sent: string;
  readonly shown: string;
}

/**
 * Returns in what the content that is shown differs from what was sent; `undefined` where nobody can compare them, since their types differ, or
 * where their type says that a service may write the same otherwise: of such a content only the beginning is shown where the rest was lost. Lines may
 * have other ends, and so may the whole.
 */
export function lostContent(write: Exchange, look: Exchange): LostContent | 'none' | undefined {
  const [sent, shown] = [write.content?.plain?.sent, look.content?.plain?.shown];
  if (!sent || !isFound(look.response)) return undefined;
  const now = shown ?? (look.content?.isEmpty ? { type: sent.type, bytes: Buffer.alloc(0) } : undefined);
  if (!now || bareType(now.type) !== bareType(sent.type)) return undefined;
  if (sent.bytes.equals(now.bytes)) return 'none';
  if (!isKeptAsItIs(sent.type) && !isBeginningOf(now.bytes, sent.bytes)) return undefined;
  // What a form says beside its file may ask for something to be made of that: what has another beginning need not be the file.
  if (sent.isInForm && !beginsAlike(sent.bytes, now.bytes)) return undefined;
  const isText = sent.type.startsWith('text/');
  if (isText && plainText(sent) === plainText(now)) return 'none';
  return { sent: sizeOf(sent), shown: `${sizeOf(now)}, ${differenceOf(sent.bytes, now.bytes)}` };
}

/**
 * Does the same for what was put in place of something: of a content that has a meaning, what an earlier PUT of the chain sent is shown still where
 * this one was lost.
 */
export function lostPut(write: Exchange, look: Exchange, chain: readonly Exchange[]): ReturnType<typeof lostContent> {
  const lost = lostContent(write, look);
  const [sent, now] = [write.content?.plain?.sent, look.content?.plain?.shown];
  if (lost !== undefined || !sent || !now || !isFound(look.response)) return lost;
  const isAsPut = chain.some(
    (each) =>
      each.index < write.index && each.case.chain?.step === 'put' && each.content?.plain?.sent?.bytes.equals(now.bytes),
  );
  return isAsPut && !sent.bytes.equals(now.bytes)
    ? { sent: sizeOf(sent), shown: `${sizeOf(now)}, ${differenceOf(sent.bytes, now.bytes)}` }
    : undefined;
}

/** So many bytes at the beginning tell a file from what was made of it. */
const BEGINNING = 8;

function isBeginningOf(part: Buffer, whole: Buffer): boolean {
  return part.length > 0 && part.length < whole.length && part.equals(whole.subarray(0, part.length));
}

function beginsAlike(one: Buffer, other: Buffer): boolean {
  const [start, otherStart] = [one, other].map((bytes) => bytes.subarray(0, BEGINNING)) as [Buffer, Buffer];
  return start.length === BEGINNING && start.equals(otherStart);
}

/** Tells whether two looks show the same content, which is no JSON; undefined where they show none. */
export function showsSameContent(one: Exchange, other: Exchange): boolean | undefined {
  const [a, b] = [one.content?.plain?.shown, other.content?.plain?.shown];
  return a && b && a.bytes.length > 0 ? a.bytes.equals(b.bytes) : undefined;
}

const sizeOf = ({ bytes }: NonNullable<Plain['sent']>) => (bytes.length === 1 ? '1 byte' : `${bytes.length} bytes`);

function differenceOf(sent: Buffer, shown: Buffer): string {
  const at = sent.findIndex((byte, index) => byte !== shown[index]);
  return at < 0 || at >= shown.length ? 'the beginning of it' : `which differ from byte ${at + 1} on`;
}

function plainText({ type, bytes }: NonNullable<Plain['sent']>): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)"?/i.exec(type) ?? [];
  const text = decodedAs(charset, bytes) ?? bytes.toString('latin1');
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()
    .normalize('NFC');
}

function decodedAs(charset: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}
