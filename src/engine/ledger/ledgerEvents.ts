/** What is noted of what a run makes as it happens, so that it can be worked off even where the run does not come to its end. */

import type { Leftover } from '../../report/report';
import type { Proof } from '../../resources/answers/shown';
import type { Items } from '../../resources/kinds';
import type { Thing } from '../../resources/things';
import type { Values } from '../../routing/pathTemplate';
import type { Case } from '../model/case';

/** A thing that the run made, and by what it is known again. */
export interface Noted extends Thing, Partial<Proof> {
  /** Its name was made up by the run: that is proof enough. */
  readonly isFresh?: true;
  /** It may be another's: it is never removed. */
  readonly isDoubtful?: true;
  /** Why it is taken for somebody else's; absent where nothing but doubt speaks against it. */
  readonly others?: string;
  /** Further names that the answer to its making gave: it may be one of these that was made. */
  readonly alsoNamed?: readonly string[];
  /** The request that named it, as long as nothing has shown that it named what it made. */
  readonly unproven?: Pick<Intent, 'number' | 'like' | 'whole'>;
  /** Digests of all that the run sent to it or saw of it, where the run has noted that. */
  readonly known?: readonly string[];
  /** The run has looked at it. */
  readonly isLooked?: boolean;
  /** A request of the run was under way to it, or has changed it since it was looked at. */
  readonly isChanged?: boolean;
  /** The name of the user who made it; absent for the first one. */
  readonly user?: string;
}

/** A request that is about to make something, and by what that would be known. */
export interface Intent extends Thing {
  /** Of the request: as that of its exchange. */
  readonly number: number;
  /** Texts that nothing else has, by the names of the members that hold them. */
  readonly like: Readonly<Record<string, string>>;
  /** Where it has such: all that is sent in members of its own, as text, by their names. */
  readonly whole?: Readonly<Record<string, string>>;
  /** A list that was asked for after the answer did not have it: what has its texts later may be somebody's copy. */
  readonly isMissed?: true;
  /** As that of {@link Noted}. */
  readonly user?: string;
}

/** A request that perhaps made something of which the contract does not say how to ask for it. */
export interface Perhaps {
  /** Of the request: as that of its exchange. */
  readonly number: number;
  /** The operation, as `POST /orders/{id}/copy`, and the values in its path. */
  readonly operation: string;
  readonly values: Values;
  /** What is known of it, as a sentence says it. */
  readonly reason: string;
}

/** What the run has sent to a thing, or seen of it, since it was noted. */
export interface Sight extends Thing, Pick<Noted, 'known' | 'isLooked' | 'isChanged'> {
  /** The texts themselves. In a journal stand their digests (`known`). */
  readonly shown?: readonly string[];
}

/** What is noted as it happens, so that it can be worked off even where the run does not come to its end. */
export type LedgerEvent =
  | { readonly made: Noted }
  | { readonly seen: Sight }
  | { readonly gone: Thing }
  | { readonly intended: Intent }
  | { readonly perhaps: Perhaps }
  /** The number of one whose answer told what became of it. */
  | { readonly came: number };

/** What was made and is not known to be gone. */
export interface Unremoved {
  readonly leftover: Omit<Leftover, 'url' | 'curl'>;
  /** Removes it; where nothing does, shows it. */
  readonly case: Case;
  /** Nobody saw it: it was on its way, and the list that was asked has nothing of it. */
  readonly isUnseen: boolean;
}

/** Something that may have been made, of which no answer says what it is. */
export interface Unnamed {
  readonly intent: Intent;
  readonly kind: Items;
  readonly reason: string;
  /** When its request was sent. */
  readonly sent: number;
  /** The answer says that something was made. */
  readonly isMade?: true;
  /** The answer says that it will be made. */
  readonly isPromised?: true;
  /** An earlier run was about to make it: since then anybody may have come. */
  readonly isOld?: boolean;
  /** It was refused, and is told of where it is seen alone. */
  readonly isFaint?: true;
}
