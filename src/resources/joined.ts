import { remembered } from '../support/caching';
import { isNamedInPath, type Kind, type Kinds } from './kinds';
import { namesFor, singular } from './names';
import { placesIn } from './things';
import { plain } from './vocabulary/words';

/**
 * Returns the kind whose things are put together with another one by a path that names both. For example: `POST
 * /products/{p}/configurations/{c}/features/{f}` without a body takes a feature of `/products/{p}/features/{f}`, and `PUT
 * /teams/{t}/members/{userId}` a user of `/users/{id}`. A new name would be refused there.
 * @returns undefined if the path gives a new thing its name.
 */
export function joinedBy(kind: Kind, { all }: Pick<Kinds, 'all'>): Kind | undefined {
  return joinedIn(all)(kind);
}

/** Bodies of requests ask it for each of their members. */
const joinedIn = remembered((all: readonly Kind[]) =>
  remembered((kind: Kind) => {
    if (kind.maker.requestBody?.required || !isNamedInPath(kind)) return undefined;
    return all.find((other) => liesFurtherOut(other, kind) && (isCalledAlike(other, kind) || isMeantBy(other, kind)));
  }),
);

/** Tells whether things lie in nothing, or in what the other ones lie in, too. */
function liesFurtherOut({ item: outer }: Kind, { item }: Kind): boolean {
  const around = outer.replace(/[^/]+\/\{\}$/, '');
  return placesIn(outer) < placesIn(item) && item.startsWith(around);
}

function isCalledAlike({ item: one }: Kind, { item: other }: Kind): boolean {
  return one.split('/').at(-2) === other.split('/').at(-2);
}

function isMeantBy(other: Kind, { parameter }: Kind): boolean {
  const [name, thing] = [plain(parameter.name), singular(other.item)];
  if (thing === '' || !name.startsWith(thing)) return false;
  return [thing, plain(other.parameter.name), ...namesFor(other)].includes(name);
}
