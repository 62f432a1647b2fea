/** Reads what requests sent and what they were answered, for rules that compare both, within bounds of memory. */

import { bareType, mediaKind } from '../../http/mediaType';
import { fieldValues, type Request } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';
import { readParts } from '../../serialization/readBody';
import type { Outcome } from '../../wire/send';
import type { Case } from '../model/case';
import type { StepContent } from '../model/exchange';

/** The most that is kept of one body, and of all together, in bytes. */
export const LONGEST_CONTENT = 64 * 1024;
const MOST_CONTENT = 64 * 1024 * 1024;

export class KeptContent {
  /** How much was kept so far, in bytes. */
  private kept = 0;

  /** The value of a body that is JSON; undefined if it is none, or too much to be kept. */
  valueIn(body: Buffer | undefined): unknown {
    if (!body || !this.hasRoomFor(body)) return undefined;
    return parsedBody(body)?.value;
  }

  /** What a step sent and was shown that is no JSON. */
  plainOf({ chain }: Case, { headers, body }: Request, { response }: Outcome): Pick<StepContent, 'plain' | 'isEmpty'> {
    if (chain?.step === undefined) return {};
    const type = fieldValues({ headers }, 'content-type')[0];
    const sent = this.plainContent(type, body) ?? this.onlyFile(type, body);
    const shown = this.plainContent(response ? fieldValues(response, 'content-type')[0] : undefined, response?.body);
    const plain = sent || shown ? { plain: { ...(sent ? { sent } : {}), ...(shown ? { shown } : {}) } } : {};
    return { ...plain, ...(response?.body.length === 0 ? { isEmpty: true } : {}) };
  }

  /** What a valid request sent that sets something, and what it was answered, where that was done. */
  ofSetting(
    { request: { operation }, claim }: Case,
    { body }: Request,
    { response }: Outcome,
  ): StepContent | undefined {
    const isDone = response !== null && isSuccess(response.status) && response.body.length > 0;
    if (!isDone || operation.safe || claim.probe !== 'valid' || !body) return undefined;
    const sent = this.valueIn(body);
    return sent === undefined ? undefined : { sent, shown: this.valueIn(response.body), id: undefined };
  }

  private plainContent(type: string | undefined, body: Buffer | undefined) {
    const isPlain = type !== undefined && ['text', 'binary'].includes(mediaKind(bareType(type)));
    return isPlain && body && this.hasRoomFor(body) ? { type, bytes: body } : undefined;
  }

  /** The file of a form that has one, with its type. */
  private onlyFile(type: string | undefined, body: Buffer | undefined) {
    if (type === undefined || bareType(type) !== 'multipart/form-data' || !body || !this.hasRoomFor(body))
      return undefined;
    const [file, ...more] = readParts(body, type)?.filter((part) => part.file) ?? [];
    const isOnly = file !== undefined && more.length === 0;
    return isOnly ? { type: file.type, bytes: file.bytes, isInForm: true as const } : undefined;
  }

  private hasRoomFor(body: Buffer): boolean {
    if (body.length > LONGEST_CONTENT || this.kept > MOST_CONTENT) return false;
    this.kept += body.length;
    return true;
  }
}
