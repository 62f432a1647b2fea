/** Texts that identify a thing: many services refuse a second one of the same name, or take it for the one that is there. */

import { facets, memberSchemas } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Random } from '../../src/support/random';

/** Members that services want to be unlike all others. */
export const NAMES = /(^|[a-z_-])(name|title|slug|login|e?mail|key|label|handle|sku|reference|uuid)$|^(_?id|code)$/i;

/** The first of these that fits: the text with a token beside it, so that it is told from all others, or the token alone. */
export function unlikeOthers(text: string, fits: (text: string) => boolean, random: Random, token = random.hex(8)) {
  const beside = [`${text}-${token}`, `${token}-${text}`];
  // An address keeps its host: another one may be somebody's.
  return [...(text.includes('@') ? beside.reverse() : beside), token, random.uuid()].find(fits);
}

/** Whether somebody may have used a text already: the contract itself gives it, or it is the address that everybody makes up. */
export function isCommon(schema: Schema, name: string, text: string): boolean {
  return text.includes('@') || givenTexts(schema, name).has(text);
}

/** What the contract gives for a member of an object, as an example or as a default. */
function givenTexts(schema: Schema, name: string): ReadonlySet<unknown> {
  const members = (memberSchemas(schema).get(name) ?? []).flatMap((member) => facets(member, true).flatMap(examplesIn));
  const wholes = facets(schema, true).flatMap(examplesIn);
  const inWholes = wholes.map((whole) => Object.entries(Object(whole) as object).find(([each]) => each === name)?.[1]);
  return new Set<unknown>([...members, ...(inWholes as unknown[])]);
}

function examplesIn({ example, examples, default: usual }: Readonly<Record<string, unknown>>): unknown[] {
  return [example, usual, ...(Array.isArray(examples) ? (examples as unknown[]) : [])];
}
