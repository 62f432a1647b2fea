/** Telling a wrong base path from a service that keeps its contract. */

import { type DeclaredResponse, declaredResponse, type Operation } from '../../../contract/contract';
import { bareType } from '../../../http/mediaType';
import { fieldValues, type Response } from '../../../http/message';
import { readJson } from '../../../json/exactJson';
import type { Stop } from '../../../report/outcome';
import type { Exchange } from '../../model/exchange';

interface NotFoundWatch {
  note(exchange: Exchange): void;
  /** Why the run was none, where the target seems to know none of the paths. */
  end(): Stop | undefined;
}

/**
 * Watches for nothing but 404s, to valid requests, too, and never as the contract declares it. A service that does declare its 404, and for
 * which everything asked is unknown, answers so.
 */
export function createNotFoundWatch(): NotFoundWatch {
  let answers = 0;
  let valid = false;
  let foundSomething = false;
  return {
    note({ case: { claim, request }, response }) {
      answers++;
      valid ||= claim.probe === 'valid' && claim.exists;
      if (!foundSomething) foundSomething = response?.status !== 404 || isAsDeclared(response, request.operation);
    },
    end() {
      if (!valid || foundSomething) return undefined;
      const all = answers === 1 ? 'the one answer was' : `all ${answers} answers were`;
      const reason = `${all} 404; is the base path right, and is what was handed over there?`;
      return { reason, provenStands: false };
    },
  };
}

/** What says that there is nothing is not larger, in bytes. */
const LARGEST = 64 * 1024;

export function isAsDeclared(response: Response, operation: Operation): boolean {
  if (response.body.length > LARGEST) return true;
  const declared = declaredResponse(operation, response.status);
  if (!declared || declared.media.length === 0) return declared !== undefined;
  const [type = ''] = fieldValues(response, 'content-type').map((value) => bareType(value));
  const ranges = [type, `${type.split('/')[0]}/*`, '*/*'];
  return declared.media.some((media) => ranges.includes(media.type) && satisfies(response, media));
}

function satisfies({ body }: Response, { type, judge }: DeclaredResponse['media'][number]): boolean {
  if (!judge || !/[/+]json$/.test(type)) return true;
  try {
    return judge(readJson(body.toString()))?.length === 0;
  } catch {
    return false;
  }
}
