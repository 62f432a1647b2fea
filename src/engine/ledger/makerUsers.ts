/** Remembers which user made what, where that is not the first one: what was made is asked about and removed as that user. */

import type { Thing } from '../../resources/things';
import type { User } from '../model/user';
import type { Intent, LedgerEvent, Noted } from './ledgerState';
import { thingKey } from './sightings';

interface Makers {
  /** Takes note of a request that may make something. */
  note(number: number, user: User): void;
  /** Takes note of what an earlier run made, or was about to make. */
  add(noted: Noted | Intent): void;
  /** The user who made a thing, or was about to; undefined for the first one. */
  of(thing: Thing | Intent): User | undefined;
  /** What is told of what was made, with the name of its user. */
  named(onEvent: (event: LedgerEvent) => void): (event: LedgerEvent) => void;
}

/** @param numberOf returns the number of the request that made a thing. */
export function createMakers(numberOf: (thing: Thing) => number | undefined, users: readonly User[] = []): Makers {
  const byNumber = new Map<number, User>();
  const byThing = new Map<string, User>();
  const makerOf = (thing: Thing | Intent) => {
    const number = numberOf(thing) ?? ('number' in thing ? thing.number : 0);
    return byThing.get(thingKey(thing)) ?? byNumber.get(Math.abs(number));
  };
  const withUser = <T extends Noted | Intent>(thing: T): T => {
    const user = makerOf(thing);
    return user ? { ...thing, user: user.name } : thing;
  };
  return {
    note: (number, user) => void byNumber.set(number, user),
    add(noted) {
      const user = users.find(({ name }) => name === noted.user);
      if (user) byThing.set(thingKey(noted), user);
    },
    of: makerOf,
    named: (onEvent) => (event) => {
      if ('made' in event) onEvent({ made: withUser(event.made) });
      else onEvent('intended' in event ? { intended: withUser(event.intended) } : event);
    },
  };
}
