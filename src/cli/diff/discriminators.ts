/** Tells how alternatives are told apart otherwise. By OpenAPI 3.1 §4.8.25 a discriminator refuses nothing, so no value shows it. */

import type { Keywords } from '../../contract/dialects/dialect';
import { endOf, isSchema } from '../../contract/schema/schema';
import { canonical, isEqual } from '../../json/equality';
import { isObject } from '../../json/value';

/** Returns sentences without a full stop: "`discriminator` has no value cat any more". */
export function discriminatorNotes(before: Keywords, now: Keywords): string[] {
  const [one, other] = [before, now].map(discriminatorIn);
  if (!one && !other) return [];
  if (!one || !other) {
    const [was, is] = [one, other].map((each) => (each ? `tells by ${canonical(each.by)}` : 'says nothing'));
    return [`\`discriminator\` ${is}, and ${was?.replace(/^tells/, 'told').replace(/^says/, 'said')}`];
  }
  return [
    ...(isEqual(one.by, other.by)
      ? []
      : [`\`discriminator\` tells by ${canonical(other.by)}, and told by ${canonical(one.by)}`]),
    ...[...one.values].flatMap(([value, name]) => {
      const nameNow = other.values.get(value);
      if (nameNow === undefined) return [`\`discriminator\` has no value ${value} any more`];
      return nameNow === name ? [] : [`\`discriminator\` leads from ${value} to ${nameNow}, and led to ${name}`];
    }),
    ...[...other.values.keys()]
      .filter((value) => !one.values.has(value))
      .map((value) => `\`discriminator\` has a new value ${value}`),
  ];
}

interface Discriminator {
  /** The name of the member, and what stands for any other value. */
  readonly by: Readonly<Record<string, unknown>>;
  /** The names of the schemas by the values that stand for them: those of `mapping`, and else their own names. */
  readonly values: ReadonlyMap<string, string>;
}

function discriminatorIn({ discriminator, oneOf, anyOf }: Keywords): Discriminator | undefined {
  if (typeof discriminator === 'string') return { by: { propertyName: discriminator }, values: new Map() };
  if (!isObject(discriminator)) return undefined;
  const { mapping, ...by } = discriminator;
  const branches = [oneOf, anyOf].flatMap((each) => (Array.isArray(each) ? each.filter(isSchema) : []));
  const own = branches.map((branch) => nameIn(endOf(branch).place.pointer)).filter((name) => !/^\d+$/.test(name));
  const mapped = Object.entries(isObject(mapping) ? mapping : {});
  return {
    by,
    values: new Map([
      ...own.map((name) => [name, name] as const),
      ...mapped.map(([value, to]) => [value, nameIn(String(to))] as const),
    ]),
  };
}

/** Returns the last step of a pointer or of a URI: `Cat` of `#/components/schemas/Cat`, and of `Cat` itself. */
function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? reference;
}
