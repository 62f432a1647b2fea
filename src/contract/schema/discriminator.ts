/** What tells alternatives apart by the name that a member of an object has (OpenAPI 3.1 §4.8.25). */

import { isSchema, type Schema } from './schema';

export interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/** OpenAPI 2.0 has but the name of the property. */
export function discriminatorOf(value: unknown): Discriminator | undefined {
  if (typeof value === 'string') return { propertyName: value, mapping: {} };
  if (typeof value !== 'object' || value === null) return undefined;
  const { propertyName, mapping } = value as { propertyName?: unknown; mapping?: unknown };
  if (typeof propertyName !== 'string') return undefined;
  const names = typeof mapping === 'object' && mapping !== null ? Object.entries(mapping) : [];
  return { propertyName, mapping: Object.fromEntries(names.filter(([, to]) => typeof to === 'string')) };
}

/** "Dog" for `#/components/schemas/Dog`, or what the mapping calls it (OpenAPI 3.1 §4.8.25). */
export function branchName(schema: Schema, { mapping }: Discriminator): string | undefined {
  const { keywords } = schema;
  const referred = typeof keywords === 'object' ? keywords['$ref'] : undefined;
  const { pointer } = (isSchema(referred) ? referred : schema).place;
  const mapped = Object.entries(mapping).find(([, to]) => to.endsWith(pointer) || pointer.endsWith(`/${to}`));
  return mapped?.[0] ?? /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(pointer)?.[1];
}

/** The alternative that an object says it is; undefined where it names none of them. */
export function namedBranch(
  keywords: Readonly<Record<string, unknown>>,
  branches: readonly Schema[],
  value: Readonly<Record<string, unknown>>,
): Schema | undefined {
  const discriminator = discriminatorOf(keywords['discriminator']);
  const name = discriminator && Object.hasOwn(value, discriminator.propertyName) && value[discriminator.propertyName];
  if (!discriminator || typeof name !== 'string') return undefined;
  const mapping = Object.hasOwn(discriminator.mapping, name) ? { [name]: discriminator.mapping[name] ?? '' } : {};
  const [branch, ...more] = branches.filter((each) => branchName(each, { ...discriminator, mapping }) === name);
  return more.length === 0 ? branch : undefined;
}
