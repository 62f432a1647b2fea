/** Leaves compressed content out of what is shown where it holds, or may hold, what is secret: it can be read by anybody who undoes its coding, so what is secret in it is not found in its bytes. */

import { isUtf8 } from 'node:buffer';
import { codingsOf, undoCodings } from '../../http/contentCodings';
import type { Fields } from '../../http/message';
import { excerpt } from '../../redaction/printable';
import type { Redact } from '../../redaction/redact';

const HOLDS = '(not shown: its content is compressed, and holds what is secret)';
const MAY_HOLD = '(not shown: its content is compressed, and may hold what is secret)';

/**
 * Says why the bytes of a body must not be shown; undefined if they may.
 * @param isEarly whether more may become known as secret once the content can no longer be looked at.
 */
export function whyCodedHidden(
  message: { readonly headers: Fields; readonly body?: Buffer | undefined },
  redact: Redact,
  isEarly: boolean,
): string | undefined {
  const { headers, body } = message;
  // What is text is not compressed, whatever its header fields say.
  if (body === undefined || codingsOf(message).length === 0 || isUtf8(body)) return undefined;
  const content = undoCodings({ headers, body });
  // A part of it, or a coding that is not known here, may be read elsewhere.
  if (!Buffer.isBuffer(content)) return MAY_HOLD;
  const whole = (by: Redact) => excerpt(content, by, Number.POSITIVE_INFINITY);
  if (whole((text) => text) !== whole(redact)) return HOLDS;
  return isEarly ? MAY_HOLD : undefined;
}
