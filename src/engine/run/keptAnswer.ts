/** What the results of a chain keep of the answer to one of its requests. */

import type { JsonValue } from '../../json/value';
import type { Identity } from '../../resources/identity';
import type { Thing } from '../../resources/things';
import type { Exchange } from '../model/exchange';
import type { Member } from './madeMembers';

export interface KeptAnswer {
  readonly exchange: Exchange;
  readonly identity: Identity | undefined;
  /** Whether the answer itself named what it made. */
  readonly isNamed?: boolean;
  /** What it made, or listed. */
  readonly thing?: Thing | undefined;
  readonly location: string | undefined;
  /** By the expressions of the links that it declares. */
  readonly says?: ReadonlyMap<string, JsonValue>;
  /** The members of what it made. */
  readonly members?: ReadonlyMap<string, Member>;
  /** All that it listed, the things that no chain has made for itself first. */
  readonly listed?: readonly Thing[];
  /** What it listed was made by a chain, for itself. */
  readonly isOfChain?: boolean;
  /** What it listed is all that there is. */
  readonly isOnly?: boolean;
}
