import { declaredResponse, declaredSuccesses, isSuccessStatus, type Operation } from '../../contract/contract';
import type { Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { parsedBody } from '../../json/exactJson';

/**
 * Tells whether a success has nothing of what was asked for: no content, or `null`, where the contract declares content. Some services answer
 * so to a GET of what is not there. Where the contract declares a success without content, as in `GET /users/7/stars/5` → 204, that is the
 * answer for what is there.
 */
export function showsNothing(reader: Operation, { status, body }: Response): boolean {
  if (!isSuccess(status)) return false;
  if (body.length > 0 && parsedBody(body)?.value !== null) return false;
  const declared = declaredResponse(reader, status);
  if (declared && isSuccessStatus(declared.status)) return declared.media.length > 0;
  return declaredSuccesses(reader).some(({ media }) => media.length > 0);
}
