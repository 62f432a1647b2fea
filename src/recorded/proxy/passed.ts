/** What came of an exchange that passed the proxy. */

import type { ExchangeError } from '../../http/message';
import type { Asked, Recorded } from '../har';

/** Why an exchange was not judged, with the words for it in a report. */
export const WHY_UNJUDGED = {
  'too large': 'a body was longer than 8 MiB',
  'beyond the budget': 'too much was under way at the same time for its bodies to be kept',
  'too many': 'too many exchanges had been judged before',
  upgraded: 'it went over to another protocol',
  aborted: 'the client left before the end of the answer',
  cut: 'it had not come to its end',
  unreachable: 'the service could not be reached',
  failed: 'Espalier itself failed to pass it on or to judge it',
} as const;

export type WhyUnjudged = keyof typeof WHY_UNJUDGED;

export type Passed =
  | { readonly kind: 'answered'; readonly recorded: Recorded; readonly error: ExchangeError | undefined }
  /** No answer came, or none that could be read or passed on, which is the fault of the service. */
  | { readonly kind: 'unanswered'; readonly asked: Asked; readonly error: ExchangeError; readonly received: Buffer }
  | {
      readonly kind: 'unjudged';
      readonly asked: Asked;
      readonly why: WhyUnjudged;
      /** Of the answer, as far as one came. */
      readonly status: number | undefined;
    }
  /** What it was for is no URL, so no operation of any contract. */
  | { readonly kind: 'foreign' };
