/**
 * What the run may call its own: it alone is changed and removed. In doubt a thing is none of it. Pure: from what is known of a thing to its
 * standing, without asking anybody.
 */

import { isSuccess } from '../../http/statuses';
import type { NameSource } from '../../resources/identity';

export interface Evidence {
  /** Of the answer that named it. */
  readonly status: number;
  /** Whether the contract declares that status as a success of the request. */
  readonly isDeclared: boolean;
  readonly source: NameSource;
  /** Whether the client chose the name. */
  readonly isChosen: boolean;
  /** Whether it was chosen at random out of so many that nothing else has it. */
  readonly isImprobable: boolean;
  /**
   * What was seen of that name before the request was sent: a list or a GET `showed` it; a GET of it found nothing (`absent`); a list that was
   * looked at did not have it (`unlisted`); or nobody looked (`unknown`).
   */
  readonly before: 'showed' | 'absent' | 'unlisted' | 'unknown';
  /** Whether it is new since: a list that did not have it before shows it now, or it was counted on from a name that is proven. */
  readonly isNew: boolean;
  /**
   * Whether its status says less than the 201 that the contract declares beside it, and nothing shows that it was not there before: many services
   * answer 200 where they changed what they found, and 201 where they made something.
   */
  readonly mayBeOld: boolean;
  /** Whether its id may be one within what it was made in alone, so that another thing has it where all such things stand. */
  readonly mayCountWithin?: boolean;
  /** Whether answers to such requests, with the same status, were seen to name what they had made, and never anything else. */
  readonly isTrusted: boolean;
  /** Whether another request was answered with the same name, without a removal in between. */
  readonly isNamedTwice: boolean;
  /** Whether the request carried a text that nothing else in the world has. */
  readonly hasText: boolean;
  /** Whether its answer shows that text, in the representation that has the name. */
  readonly isEchoed: boolean;
  /** What a GET of it, or the list, showed since: such a text, something `else`, that it is `missing`; or nobody could look (`unknown`). */
  readonly found: 'text' | 'else' | 'missing' | 'unknown';
}

/** `made` may be changed and removed; `perhaps` is told of, and left alone; `nothing` was not made. */
export type Standing =
  | { readonly is: 'made' }
  | { readonly is: 'perhaps'; readonly why: string }
  | { readonly is: 'nothing' };

const MADE: Standing = { is: 'made' };

function perhaps(why: string): Standing {
  return { is: 'perhaps', why };
}

/** Whether the run made a thing. All proofs must hold. */
export function standingOf(evidence: Evidence): Standing {
  const { status, source, before, found, hasText } = evidence;
  if (!isSuccess(status) || before === 'showed') return { is: 'nothing' };
  if (evidence.isNamedTwice) return perhaps('the answers to two requests name it');
  if (evidence.mayCountWithin) return perhaps('its number may count within what it was made in alone');
  if (source === 'path') {
    return before === 'absent' || evidence.isImprobable
      ? MADE
      : perhaps('nobody could look whether it was there before');
  }
  if (status !== 201 && !evidence.isDeclared) return perhaps(`a ${status} does not say that something was made`);
  if (evidence.mayBeOld) return perhaps(`a ${status} beside a declared 201 may be about what was there before`);
  if (evidence.isChosen && !evidence.isImprobable && before !== 'absent')
    return perhaps('the request chose its name, which something else may have had');
  if (found === 'else') return perhaps('it does not show what was sent');
  if (source === 'guess' && found !== 'text') return perhaps('nothing but a guess says how it is named');
  const isOwnName = isSaid(source) || source === 'request';
  if (hasText) {
    if (found === 'text' || (isOwnName && evidence.isEchoed)) return MADE;
    return perhaps('nothing shows that it has what was sent');
  }
  // A 201 says that it made something. So does another success, where such answers were proven to, if it is seen to have what was sent: what
  // it names may be what somebody else made meanwhile.
  const isTold = (status === 201 || (evidence.isTrusted && found === 'text')) && isSaid(source) && !evidence.isChosen;
  if (isTold && evidence.isNew) return MADE;
  return perhaps('what was sent has no text by which it could be told from all else');
}

/** Whether an answer surely says by a name of this source what it made. */
export function isSaid(source: NameSource): boolean {
  return source === 'representation' || source === 'location';
}

/** Whether a look at it could still make it the run's own. */
export function isProvable(evidence: Evidence): boolean {
  const shown: Evidence = { ...evidence, found: 'text', isNew: true };
  return standingOf(evidence).is === 'perhaps' && standingOf(shown).is === 'made';
}

/**
 * Whether a name is of the form that is made up where it must name nothing: 64 random bits in letters and digits, or a large number that is at
 * the end of no range. `7f3e…` of a UUID is, `EUR`, `7` and 2^63 − 1 are not.
 */
export function isImprobable(text: string): boolean {
  if (/^-?\d+$/.test(text)) {
    const size = BigInt(text.replace('-', ''));
    return size >= SMALLEST && ![size - 1n, size, size + 1n].some((each) => (each & (each - 1n)) === 0n);
  }
  return /[0-9a-f]{16}/i.test(text.replaceAll('-', ''));
}

/** Fewer than one in 2^28 numbers is taken by chance. */
const SMALLEST = 2n ** 28n;
