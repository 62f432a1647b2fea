/**
 * Looks whether a request tells somebody of what it makes or changes, by a value that the contract lists: `createdBy: ada`, where there is
 * `/users/ada`. Of other values a name is made up that nobody has.
 */

import { hasListedValues, valuesListed } from '../../contract/schema/facets';
import { type FewName, sentInBody } from '../../resources/fewNames';
import { singular } from '../../resources/names';
import { placesIn, type Thing } from '../../resources/things';
import { isRoleOfPerson, rankOfUsers } from '../../resources/vocabulary/people';
import type { Case } from '../model/case';
import type { Edit } from '../model/tries';
import { mayAct } from './caseFacts';
import type { LedgerState } from './ledgerState';
import { hasShown, listPlace, readBefore } from './lookBefore';
import { isOwnThing } from './ownItems';

/** Returns why a request is not sent that names somebody; undefined where nothing speaks against it. */
export async function whyTelling(state: LedgerState, each: Case, signal?: AbortSignal): Promise<string | undefined> {
  if (state.writes === 'any' || each.claim.handedOver || !mayAct(each)) return undefined;
  for (const { name, text } of rolesIn(each))
    if (await isSomebody(state, text, signal)) return `${name}: ${text} names somebody, who may be told of it`;
  return undefined;
}

/** Returns changes of a request, by each of which one member has another listed value. */
export function editsTelling(each: Case): readonly (readonly Edit[])[] {
  return rolesIn(each).flatMap(({ pointer, text, schemas }) => {
    const others = valuesListed(schemas).filter((other) => String(other) !== text);
    return others.map((value): readonly Edit[] => [{ place: 'body', name: pointer ?? '', value }]);
  });
}

function rolesIn({ request }: Case): readonly FewName[] {
  return sentInBody(request).filter(({ name, schemas }) => isRoleOfPerson(name) && schemas.some(hasListedValues));
}

async function isSomebody(state: LedgerState, text: string, signal?: AbortSignal): Promise<boolean> {
  for (const kind of state.kinds.items) {
    const isOfUsers = rankOfUsers(singular(kind.item)) !== undefined && placesIn(kind.item) === 1;
    if (!isOfUsers || !kind.parameter.accepts(text)) continue;
    const person: Thing = { item: kind.item, ids: [text] };
    if (kind.reader) await readBefore(state, kind, person, signal);
    else await state.places.lookOnce(person, 'making', async () => void (await listPlace(state, kind, person, signal)));
    if (hasShown(state, kind, person) && !isOwnThing(state, person)) return true;
  }
  return false;
}
