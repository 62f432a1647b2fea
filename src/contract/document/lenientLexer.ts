/** Splits a YAML text into tokens, as `yaml` does, and lets lines in quotes and brackets stand anywhere. */

import { Lexer } from 'yaml';

/** What a text has that YAML 1.2 forbids, although all that read it agree on what it means. */
export interface Departure {
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number;
  /** A sentence without its end. */
  readonly message: string;
}

/** The parts of the lexer that know how far a line must be indented. It declares them private, so a test holds what is used of them. */
interface LexerParts {
  readonly buffer: string;
  readonly pos: number;
  readonly flowLevel: number;
  /** By how many spaces the next line must be indented at least. */
  indentNext: number;
  lex(text: string): Generator<string, unknown>;
  parseFlowCollection(): Generator<string, unknown>;
  parseQuotedScalar(): Generator<string, unknown>;
}

const StrictLexer = Lexer as unknown as new () => LexerParts;

/**
 * YAML 1.2 wants each line within quotes or brackets to be indented further than the member or item that holds them (§6.1). YAML 1.1 was read
 * without that by libyaml, and so are most files. Quotes and brackets have ends, so the meaning is certain.
 */
export class LenientLexer extends StrictLexer {
  readonly departures: Departure[] = [];
  /** By how many spaces the next line in the brackets that are open must be indented. */
  private neededInBrackets = 0;
  private toldOfBrackets = false;

  override *parseFlowCollection(): Generator<string, unknown> {
    const { pos, indentNext } = this;
    this.neededInBrackets = Math.max(indentNext, this.neededInBrackets);
    this.indentNext = 0;
    const next = yield* super.parseFlowCollection();
    this.indentNext = indentNext;
    if (!this.toldOfBrackets) this.toldOfBrackets = this.note(pos, this.neededInBrackets, IN_BRACKETS);
    if (this.flowLevel === 0) {
      this.neededInBrackets = 0;
      this.toldOfBrackets = false;
    }
    return next;
  }

  override *parseQuotedScalar(): Generator<string, unknown> {
    const { pos, indentNext } = this;
    this.indentNext = 0;
    const next = yield* super.parseQuotedScalar();
    this.indentNext = indentNext;
    const needed = Math.max(indentNext, this.neededInBrackets);
    if (!this.toldOfBrackets) this.toldOfBrackets = this.note(pos, needed, IN_QUOTES) && this.flowLevel > 0;
    return next;
  }

  /** Notes the first line that begins between an offset and where the lexer is now, and is indented by fewer spaces than `needed`. */
  private note(from: number, needed: number, message: string): boolean {
    // Only what was read: the whole rest may be one line, and this is called for each part of it.
    const read = this.buffer.slice(from, this.pos);
    for (let at = read.indexOf('\n'); at >= 0; at = read.indexOf('\n', at + 1)) {
      const end = from + at;
      TEXT_OF_LINE.lastIndex = end + 1;
      const [upToText = '', spaces = '', first] = TEXT_OF_LINE.exec(this.buffer) ?? [];
      const offset = end + upToText.length;
      const isComment = first === '#' && message === IN_BRACKETS;
      if (first === undefined || spaces.length >= needed || offset >= this.pos || isComment) continue;
      this.departures.push({ offset, message });
      return true;
    }
    return false;
  }
}

/** The spaces, and the first character of the text, of a line that has any. */
const TEXT_OF_LINE = /( *)[ \t]*([^ \t\r\n])/y;

const IN_BRACKETS = 'a line within brackets must be indented further than the member that has them';
const IN_QUOTES = 'a line within quotes must be indented further than the member that has them';
