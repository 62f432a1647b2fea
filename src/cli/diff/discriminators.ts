/** Tells how alternatives are told apart otherwise. By OpenAPI 3.1 §4.8.25 a discriminator refuses nothing, so no value shows it. */

import type { Keywords } from '../../contract/dialects/dialect';
import { endOf, isSchema, type Schema } from '../../contract/schema/schema';
import { canonical, isEqual } from '../../json/equality';
import { isObject } from '../../json/value';
import { remembered } from '../../support/caching';

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

/**
 * Says what became of the schemas that extend one with a discriminator by `allOf`: nothing but their names leads to them (OpenAPI 3.0.3 §4.7.25).
 * They are compared as they are written, with what they refer to.
 */
export function extensionNotes(before: Schema, now: Schema): string[] {
  const [old, current] = [before, now].map(extensionsOf);
  if (!old || !current) return [];
  return [
    ...[...old].flatMap(([name, said]) => {
      if (!current.has(name)) return [`\`discriminator\` leads to no schema ${name} any more`];
      return isEqual(said(), current.get(name)?.())
        ? []
        : [`\`discriminator\` leads to ${name}, which says something else now`];
    }),
    ...[...current.keys()]
      .filter((name) => !old.has(name))
      .map((name) => `\`discriminator\` leads to a new schema, ${name}`),
  ];
}

type Written = Readonly<Record<string, unknown>>;

/** Returns the schemas that extend a schema with a discriminator, by their names, each with what it says. Undefined where alternatives stand beside that. */
function extensionsOf({ place: { file, pointer }, keywords }: Schema): ReadonlyMap<string, () => unknown> | undefined {
  if (!isObject(keywords) || !('discriminator' in keywords) || 'oneOf' in keywords || 'anyOf' in keywords)
    return undefined;
  if (!isObject(file.value)) return undefined;
  const schemas = namedSchemas(file.value as Written);
  const found = new Set([pointer]);
  for (const each of found) for (const extending of schemas.extending.get(each) ?? []) found.add(extending);
  const saidBy = (extending: string) => () => closureOf(schemas.byPointer, extending, pointer);
  return new Map([...found].slice(1).map((extending) => [nameIn(extending), saidBy(extending)]));
}

/** Returns the named schemas of a document by their pointers, and for each those that extend it. */
const namedSchemas = remembered((document: Written) => {
  const components = document['components'];
  const [prefix, named] = isObject(components)
    ? ['#/components/schemas/', (components as Written)['schemas']]
    : ['#/definitions/', document['definitions']];
  const byPointer = new Map(Object.entries(isObject(named) ? named : {}).map(([name, each]) => [prefix + name, each]));
  const extending = new Map<string, string[]>();
  for (const [pointer, schema] of byPointer) {
    const { allOf } = (isObject(schema) ? schema : {}) as Written;
    for (const part of Array.isArray(allOf) ? (allOf as unknown[]) : []) {
      const to = isObject(part) ? String((part as Written)['$ref']) : '';
      extending.set(to, [...(extending.get(to) ?? []), pointer]);
    }
  }
  return { byPointer, extending };
});

/** Returns what a named schema says, and what all those say that it refers to, by their names. @param base is compared by itself. */
function closureOf(byPointer: ReadonlyMap<string, unknown>, pointer: string, base: string): unknown {
  const said = new Map<string, unknown>();
  const left = new Set([pointer]);
  for (const each of left) {
    if (each === base || !byPointer.has(each)) continue;
    said.set(
      each,
      withoutProse(byPointer.get(each), (to) => left.add(to)),
    );
  }
  return Object.fromEntries(said);
}

const OF_PEOPLE: ReadonlySet<string> = new Set([
  'title',
  'description',
  'example',
  'examples',
  'externalDocs',
  '$comment',
]);

/** Returns a schema without what only people read. @param refersTo is told each reference within it. @param isNamed whether its members have names of the contract. */
function withoutProse(value: unknown, refersTo: (to: string) => void, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutProse(each, refersTo));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => isNamed || !(OF_PEOPLE.has(name) || name.startsWith('x-')));
  return Object.fromEntries(
    members.map(([name, each]) => {
      if (name === '$ref' && !isNamed) refersTo(String(each));
      return [name, withoutProse(each, refersTo, !isNamed && /^(properties|patternProperties|\$defs)$/.test(name))];
    }),
  );
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
