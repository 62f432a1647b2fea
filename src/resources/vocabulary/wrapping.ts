/** Names of members that only wrap a thing or a list, and say nothing of it themselves: `{ "data": { "id": 7 } }`. */

import { plain } from './words';

/** Usual names of members, as `plain` gives them: of both, of one thing, and of a list. */
const BOTH = 'data|result|item|payload|response';
const OF_THINGS = new RegExp(`^(${BOTH}|attributes|entity|object|resource|record|value|node)$`);
const OF_LISTS = new RegExp(`^(${BOTH}|items|results|records|entries|elements|content|values|list|rows|embedded)$`);

/** Those of one thing in a request that has other members, too. In a request, an `item` or an `object` may as well be a part of the thing. */
const OF_THINGS_SENT = /^(data|attributes|payload|entity|resource)$/;

/** Those by which a schema holds a thing or a list of things. What a thing is declared to have, such as `entries`, are other things. */
const IN_SCHEMAS = new RegExp(
  `^(${BOTH}|results|items|attributes|entit(y|ies)|objects?|resources?|records?|values?|content|rows)$`,
);

/** Tells whether a member of an answer wraps a thing: `{ "data": { "id": 7 } }`. */
export function wrapsThing(name: string): boolean {
  return OF_THINGS.test(plain(name));
}

/** Tells whether a member of an answer holds a list of things: `{ "_embedded": { "orders": [] } }`. */
export function wrapsList(name: string): boolean {
  return OF_LISTS.test(plain(name));
}

/** Tells whether a member of a request wraps the thing that is sent, by its name, although it is not the only member. */
export function wrapsWhatIsSent(name: string): boolean {
  return OF_THINGS_SENT.test(plain(name));
}

/** Tells whether a member may hold a thing of the contract or a list of them, by its name. */
export function mayHoldThings(name: string): boolean {
  return IN_SCHEMAS.test(plain(name));
}

/** Tells whether a name says nothing about what it holds, so that what stands around it is meant: `entries`. @param words of the name. */
export function saysNothing(words: string): boolean {
  return /^(?:item|data|datum|result|record|content|entry|entries|list|value|hit|row|element|node|edge|payload|response|attribute|object|resource|embedded)s?$/.test(
    words,
  );
}
