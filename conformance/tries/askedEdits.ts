/** Makes of what a refusal says of one place the change that it asks for; also of a member that the contract does not name. */

import type { Edit, EditPlace } from '../../src/engine/model/tries';
import { isScalar, type JsonValue, toText } from '../../src/json/value';
import { isUniqueName } from '../../src/resources/vocabulary/naming';
import { isExclusiveFlag, isPlaceInOrder, isRelatingName } from '../../src/resources/vocabulary/relations';
import { createRandom } from '../../src/support/random';
import { isFree } from '../chains/mayMake';
import { type AskedForm, broughtInto, formAsked, valueByName, valueInForm } from './askedForms';
import { scalarsIn } from './bodyPlaces';
import type { Reason } from './refusal';
import { lastOf, type RefusedRequest } from './refusedRequest';
import { quotes, textsOfRefusal, valuesSaid } from './saidForms';

/** Returns the changes that a reason asks for, the likeliest first. */
export function editsAsked(asked: RefusedRequest, { place, name, says, said }: Reason): Edit[] {
  const at = { place, name };
  if (place === 'path' || says === 'unknown' || asked.mayMeanAnother(at)) return [];
  const own = lastOf(name);
  const form = formAsked(said.replaceAll(own, ' '));
  if (place === 'body' && !asked.isDeclared(at)) return editsBeyond(asked, { place, name, says, said }, form);
  const current = asked.valueAt(at);
  if (current === undefined || form === undefined) return [];
  return editInForm(asked, at, form, current);
}

function editInForm(
  asked: RefusedRequest,
  at: Pick<Edit, 'place' | 'name'>,
  form: AskedForm,
  current: JsonValue,
): Edit[] {
  if (at.place === 'body' && form.text && typeof current === 'string' && current !== '') {
    const value = broughtInto(current, form.text);
    return value === current ? [] : [{ ...at, value, form: form.text }];
  }
  const value = valueInForm(form, current, randomFor(asked, at.name));
  return value === undefined ? [] : [{ ...at, value }];
}

/**
 * Returns what puts in a member that the contract does not name, or gives it another value. Where the target holds things of others, it gets a
 * text that is nobody's, and nothing that could be the number of a thing or move others.
 */
function editsBeyond(asked: RefusedRequest, { place, name, says, said }: Reason, form: AskedForm | undefined): Edit[] {
  const at = { place, name };
  const own = lastOf(name);
  const current = asked.valueAt(at);
  if (current === undefined && says !== 'missing') return [];
  const isFreed = isFree(asked.operation, asked.known);
  if (!isFreed && (isRelatingName(own) || isExclusiveFlag(own))) return [];
  const mayBe = ({ value }: Edit) => isFreed || isNobodysHere(own, value);
  const edits = form && current !== undefined ? editInForm(asked, at, form, current).filter(mayBe) : [];
  if (edits.length > 0) return edits;
  const random = randomFor(asked, name);
  const other = form && !form.text ? valueInForm(form, undefined, random) : undefined;
  const others = [...(other === undefined ? [] : [other]), ...(isFreed ? valuesSaid(said.replaceAll(own, ' ')) : [])];
  const usual = valueByName(own, random);
  const text = { ...at, value: form?.text ? broughtInto(usual, form.text) : usual, isAnew: true as const };
  const further = others.filter((value) => !isNow(value, current)).map((value): Edit => ({ ...at, value }));
  return [...further.filter(mayBe), ...(current === undefined || !isScalar(current) ? [text] : [])];
}

/** Tells whether a value of a member cannot be what names a thing, or moves others, whatever the service makes of it. */
function isNobodysHere(name: string, value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return true;
  return typeof value === 'number' && !isUniqueName(name) && !isPlaceInOrder(name);
}

function isNow(value: JsonValue, current: JsonValue | undefined): boolean {
  return current !== undefined && isScalar(current) && isScalar(value) && toText(current) === toText(value);
}

/** Returns the reasons of a refusal that names no place, and asks for a form of a value that it quotes: `Name 'abc' is not canonical`. */
export function reasonsQuoted(asked: RefusedRequest): Reason[] {
  const { response } = asked.refused;
  const said = response ? textsOfRefusal(response) : [];
  const members = scalarsIn(asked.body, '', 0).map((name): EditPlace => ({ place: 'body', name }));
  const reasons = members.flatMap((at): Reason[] => {
    const value = asked.valueAt(at);
    const about = isScalar(value ?? null) ? said.find((each) => quotes(each, toText(value as string))) : undefined;
    return about === undefined ? [] : [{ ...at, says: 'wrong', said: about }];
  });
  return reasons.filter((reason) => editsAsked(asked, reason).length > 0);
}

/** Chance for a place, the same at each call. */
function randomFor({ operation, known }: RefusedRequest, name: string) {
  return createRandom(known.chance.own, `${operation.name} asked for ${name}`);
}
