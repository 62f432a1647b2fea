/** What a run could not remove and left behind, as the value that its report holds, each with the curl line that removes it. */

import { printable } from '../../redaction/printable';
import type { Secrets } from '../../redaction/redact';
import type { Leftover } from '../../report/report';
import type { Unremoved } from '../ledger/ledgerEvents';
import type { RunSettings } from '../model/settings';
import { hooksFor } from '../request/hooking';
import { toRequest } from '../request/toRequest';
import { toEvidence } from './toEvidence';

/** As a report shows them: nothing secret, and with the request that removes each. */
export function toLeftovers(
  unremoved: readonly Unremoved[],
  { target: { at }, credentials: { headers, hooks } }: RunSettings,
  secrets: Secrets,
): Leftover[] {
  return unremoved.map(({ leftover, case: each }) => {
    const request = toRequest(each, at, headers);
    const unsent = {
      index: 0,
      case: each,
      request,
      response: null,
      error: null,
      received: Buffer.alloc(0),
      durationMs: 0,
    };
    const { request: shown, curl } = toEvidence(unsent, at, secrets);
    const { operation, reason } = leftover;
    const adding = hooksFor(hooks, each.request).map(({ name }) => name);
    const note = adding.length === 0 ? '' : ` # ${adding.join(', ')} adds to it`;
    return { operation, url: shown.url, reason: printable(secrets.sentence(reason)), curl: curl + note };
  });
}
