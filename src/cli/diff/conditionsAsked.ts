/** What schemas ask of values on a condition (`then`, `else`, `dependentSchemas`), and which values meet it. */

import type { Keywords } from '../../contract/dialects/dialect';
import { partsIn } from '../../contract/schema/applicators';
import { isSchema, keptOnSchema, PlainSchema, type Schema } from '../../contract/schema/schema';

interface Condition {
  /** What values satisfy that meet the condition. */
  readonly condition: Schema;
  /** What those values are to satisfy, too. */
  readonly asked: Schema;
}

export function conditionsOf(keywords: Keywords): Condition[] {
  const { if: tested } = keywords;
  return partsIn(keywords).flatMap(({ applicator, keyword, key, schema }): Condition[] => {
    if (applicator.applies !== 'condition') return [];
    if (keyword === 'dependentSchemas') return [{ condition: havingMember(schema)(key), asked: schema }];
    if (!isSchema(tested)) return [];
    return [{ condition: keyword === 'then' ? tested : otherThan(tested), asked: schema }];
  });
}

const otherThan = keptOnSchema((schema) => new PlainSchema(schema.place, { not: schema }));

/** Returns the schema of objects that have a member. @param beside where it is looked at; it stands nowhere itself. */
const havingMember = keptOnSchema(({ place }) => {
  const known = new Map<string, Schema>();
  return (name: string): Schema => {
    const schema = known.get(name) ?? new PlainSchema(place, { type: 'object', required: [name] });
    known.set(name, schema);
    return schema;
  };
});
