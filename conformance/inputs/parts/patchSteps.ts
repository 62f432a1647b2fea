/** Makes a JSON Patch that can be applied to what is there: no schema says which members that has, but the other operations on it do. */

import type { Media, Operation } from '../../../src/contract/contract';
import { memberSchemas, requiredMembers } from '../../../src/contract/schema/facets';
import { membersLeftOut } from '../../../src/contract/schema/hiddenMembers';
import type { Schema } from '../../../src/contract/schema/schema';
import type { Known } from '../../../src/engine/model/probe';
import { holdsSteps } from '../../../src/http/mediaType';
import { escapePointer } from '../../../src/json/pointer';
import type { Items } from '../../../src/resources/kinds';
import { namingMembers } from '../../../src/resources/names';
import { plain } from '../../../src/resources/vocabulary/words';
import { contentKind } from '../../../src/serialization/contentKind';
import { namesThing } from '../../sparing/namedPlaces';
import { type Generator, isMade } from '../../values/generator';

/** How a patch changes one member, in the order in which they are tried. A member that is there is replaced by `add` (RFC 6902 §4.1). */
const OPERATIONS = ['add', 'replace'] as const;

/**
 * Returns values that are a patch with one step, which sets one member to a valid value: `[{ "op": "add", "path": "/title", "value": "rose" }]`.
 * Empty where the body is no JSON Patch, or nothing says which members there are. A member that may name something else is left alone.
 */
export function patchSteps(operation: Operation, media: Media, known: Known, generator: Generator): unknown[] {
  const items = known.contract.kinds.ofItem(operation);
  const schema = holdsSteps(media.type) && items ? contentSchema(items) : undefined;
  if (!items || !schema) return [];
  const naming = namingMembers(items);
  const hidden = membersLeftOut(schema, 'request');
  const isKept = (name: string) => naming.includes(plain(name)) || namesThing(name, known) || hidden.has(name);
  const members = [...memberSchemas(schema)].filter(([name]) => !isKept(name));
  const required = requiredMembers(schema);
  // What is required has the name by which a thing is known again.
  const [name, [own] = []] = members.find(([each]) => !required.includes(each)) ?? members[0] ?? [];
  const made = name !== undefined && own ? generator.witness(own, { name }) : undefined;
  if (name === undefined || !made || !isMade(made)) return [];
  return OPERATIONS.map((op) => [{ op, path: `/${escapePointer(name)}`, value: made.value }]);
}

/** What a request that replaces or makes the thing has, or else what shows it. */
function contentSchema({ replacer, maker, reader }: Items): Schema | undefined {
  const sent = [replacer, maker].flatMap((each) => each?.requestBody?.media ?? []);
  const shown = reader?.responses.flatMap(({ status, media }) => (status.startsWith('2') ? media : [])) ?? [];
  return [...sent, ...shown].find((each) => contentKind(each) === 'json' && each.schema)?.schema;
}
