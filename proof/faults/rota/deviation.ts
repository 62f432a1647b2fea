/** In what a rota may deviate from the good one. */

import type { JsonObject } from '../../../src/json/value';

interface RotaAsked {
  readonly operation: string;
  readonly content: JsonObject;
  readonly query: URLSearchParams;
}

export interface Rota {
  /** What it reads a body as before it looks whether that is valid. */
  readonly reads?: (content: JsonObject | null) => JsonObject | null;
  /** What a PUT leaves of what it was sent. */
  readonly keeps?: (content: JsonObject, before: JsonObject) => JsonObject;
  /**
   * Which time it shows as that of the last change; default: the present time.
   * @param made the time that it showed when the shift was made; `before` is what it showed of it until now.
   */
  readonly dates?: (now: Date, made: string, before: JsonObject, content: JsonObject) => string;
  /** Whether it fails, once it has read a request. */
  readonly fails?: (asked: RotaAsked) => boolean;
  /** Whether it refuses a request that keeps the contract, for reasons of its own. */
  readonly refuses?: (asked: RotaAsked) => boolean;
  /** It shows the shifts of all crews, whichever is asked for. */
  readonly showsAllCrews?: true;
  /** Which shifts it shows where a parameter asks for some by a member; default: those that have the same value. */
  readonly chooses?: (shown: unknown, asked: string, name: string) => boolean | undefined;
  /** In which order it lists shifts. */
  readonly orders?: (found: readonly JsonObject[], sort: string | null) => readonly JsonObject[] | undefined;
  /** It takes no remark beside a leave, for reasons of its own. */
  readonly refusesRemarks?: true;
}
