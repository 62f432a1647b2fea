/** Tells the alternatives of a composition apart by the name in one member of an object (OpenAPI 3.1 §4.8.25). */

import { remembered } from '../../support/caching';
import { isSchema, type Schema } from './schema';

export interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/** Reads a `discriminator`. In OpenAPI 2.0 it is only the name of the property. */
export function discriminatorOf(value: unknown): Discriminator | undefined {
  if (typeof value === 'string') return { propertyName: value, mapping: {} };
  return typeof value === 'object' && value !== null ? readDiscriminator(value) : undefined;
}

/** Each plan of a value asks for it, so it is read once. */
const readDiscriminator = remembered((value: object): Discriminator | undefined => {
  const { propertyName, mapping } = value as { propertyName?: unknown; mapping?: unknown };
  if (typeof propertyName !== 'string') return undefined;
  const names = typeof mapping === 'object' && mapping !== null ? Object.entries(mapping) : [];
  return { propertyName, mapping: Object.fromEntries(names.filter(([, to]) => typeof to === 'string')) };
});

/**
 * Returns the name of an alternative: "Dog" for `#/components/schemas/Dog`, or its name in the mapping (OpenAPI 3.1
 * §4.8.25).
 */
export function branchName(schema: Schema, { mapping }: Discriminator): string | undefined {
  const pointer = pointerOf(schema);
  const mapped = Object.entries(mapping).find(([, to]) => to.endsWith(pointer) || pointer.endsWith(`/${to}`));
  return mapped?.[0] ?? componentName(schema);
}

/** Returns the name that a schema has in the contract: "Dog" for `#/components/schemas/Dog`, and for a reference to it. */
export function componentName(schema: Schema): string | undefined {
  return /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(pointerOf(schema))?.[1];
}

/** Returns the place of what a schema refers to, or else its own. */
function pointerOf(schema: Schema): string {
  const { keywords } = schema;
  const referred = typeof keywords === 'object' ? keywords['$ref'] : undefined;
  return (isSchema(referred) ? referred : schema).place.pointer;
}

/** Returns the alternative that an object names; undefined if it names none, or a name fits several. */
export function namedBranch(
  keywords: Readonly<Record<string, unknown>>,
  branches: readonly Schema[],
  value: Readonly<Record<string, unknown>>,
): Schema | undefined {
  const discriminator = discriminatorOf(keywords['discriminator']);
  const name = discriminator && Object.hasOwn(value, discriminator.propertyName) && value[discriminator.propertyName];
  if (!discriminator || typeof name !== 'string') return undefined;
  const mapping = Object.hasOwn(discriminator.mapping, name) ? { [name]: discriminator.mapping[name] ?? '' } : {};
  const [branch, ...more] = branches.filter(
    (candidate) => branchName(candidate, { ...discriminator, mapping }) === name,
  );
  return more.length === 0 ? branch : undefined;
}

/** Returns the names by which an object can name its alternative, as JSON. */
export function namesOfBranches(discriminator: Discriminator, branches: readonly Schema[]): string[] {
  const names = branches.map((branch) => branchName(branch, discriminator));
  return names.flatMap((name) => (name === undefined ? [] : [JSON.stringify(name)]));
}
