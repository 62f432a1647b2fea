/** Gives what is made the slug of its title, as services do: `How to train` → `how-to-train`. */

import { isObject, type JsonValue } from '../../src/json/value';
import type { View } from '../../src/resources/answers/views';
import { plain } from '../../src/resources/vocabulary/words';
import { titleSlug } from '../engine/lifelike/agree';
import type { About } from './requestPlan';
import { takes } from './values';

/** How often a number is put behind a slug that is taken. */
const MOST_TRIED = 100;

/** Returns the slug by which paths ask for what is made, if they ask for a slug. @param sent what the request has set. */
export function slugAsId({ know: { filling }, shelf, of }: About, sent: JsonValue | undefined): string | undefined {
  const { view } = filling ?? {};
  const slug = view?.id === undefined || plain(view.id) !== 'slug' ? undefined : slugOf(sent);
  if (slug === undefined) return undefined;
  for (let tried = 1; tried <= MOST_TRIED; tried++) {
    const id = tried === 1 ? slug : `${slug}-${tried}`;
    if (!shelf.things.has(id) && of.parameter.accepts(id)) return id;
  }
  return undefined;
}

/** Returns a thing with the slug of its title, if the request has sent a title and no slug. */
export function withSlug({ members }: View, thing: JsonValue, sent: JsonValue | undefined): JsonValue {
  const name = [...members.keys()].find((each) => plain(each) === 'slug');
  const slug = name === undefined || !isObject(sent) || Object.hasOwn(sent, name) ? undefined : slugOf(sent);
  if (name === undefined || slug === undefined || !isObject(thing)) return thing;
  return (members.get(name) ?? []).every((schema) => takes(schema, slug)) ? { ...thing, [name]: slug } : thing;
}

function slugOf(sent: JsonValue | undefined): string | undefined {
  const title = isObject(sent) ? (sent['title'] ?? sent['name'] ?? sent['headline']) : undefined;
  const slug = typeof title === 'string' ? titleSlug(title, 1) : '';
  return slug === '' ? undefined : slug;
}
