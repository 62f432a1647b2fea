/** Names of members that a schema does not name, by which it shows what it says of them. */

import { createGenerator, type Generator, isMade } from '../../../conformance/values/generator';
import { namesDeclared, type Part } from '../../contract/schema/applied';
import { isSchema, PlainSchema } from '../../contract/schema/schema';

/** Stands for the names of members that a schema describes without naming them. */
const UNNAMED = 'key';

/** Keywords that say something of members by their names, or of those that are not named. */
const OF_NAMES = ['additionalProperties', 'unevaluatedProperties', 'patternProperties', 'propertyNames'];

export class UnnamedMembers {
  private readonly generator: Generator;

  constructor(seed: number) {
    this.generator = createGenerator({ direction: 'request', seed });
  }

  /** Returns names that neither side names: any, one for each pattern, and some that `propertyNames` refuses. None where no side says anything of them. */
  namesFor(...sides: readonly (readonly Part[])[]): string[] {
    const parts = sides.flat();
    if (!parts.some(({ keywords }) => OF_NAMES.some((name) => keywords[name] !== undefined))) return [];
    const made = parts.flatMap(({ keywords: { patternProperties, propertyNames }, schema: { place } }) => [
      ...Object.keys((patternProperties ?? {}) as object).flatMap((pattern) => {
        const name = this.generator.witness(new PlainSchema(place, { type: 'string', pattern }), { name: 'key' });
        return isMade(name) ? [name.value] : [];
      }),
      ...(isSchema(propertyNames)
        ? this.generator.violations(propertyNames, { name: 'key' }).violations.map(({ value }) => value)
        : []),
    ]);
    const named = namesDeclared(parts);
    const names = [UNNAMED, ...made.filter((name) => typeof name === 'string')];
    return [...new Set(names)].filter((name) => !named.has(name));
  }
}
