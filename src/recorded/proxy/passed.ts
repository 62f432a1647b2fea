/** Describes how an exchange that passed the proxy ended. */

import type { ExchangeError } from '../../http/message';
import type { Asked, Recorded } from '../har';

/** The reasons why an exchange was not judged, with their texts in a report. */
export const WHY_UNJUDGED = {
  'too large': 'a body was longer than 8 MiB',
  'beyond the budget': 'too many exchanges were under way at the same time to keep their bodies',
  'too many': 'too many exchanges had been judged before',
  upgraded: 'it switched to another protocol',
  aborted: 'the client left before the end of the answer',
  cut: 'it had not ended when the proxy ended, or its connection was lost',
  unreachable: 'the service could not be reached',
  failed: 'Espalier itself failed to pass it on or to judge it',
} as const;

export type WhyUnjudged = keyof typeof WHY_UNJUDGED;

export type Passed =
  | { readonly kind: 'answered'; readonly recorded: Recorded; readonly error: ExchangeError | undefined }
  /** No answer came, or one that could not be read or passed on. This is the fault of the service. */
  | { readonly kind: 'unanswered'; readonly asked: Asked; readonly error: ExchangeError; readonly received: Buffer }
  | {
      readonly kind: 'unjudged';
      readonly asked: Asked;
      readonly why: WhyUnjudged;
      /** The status of the answer, if one came. */
      readonly status: number | undefined;
    }
  /** The target of the request is no URL, so it is for no operation of any contract. */
  | { readonly kind: 'foreign' };
