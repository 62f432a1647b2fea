/** Obeys `x-faker` in a schema: `x-faker: name.firstName`, or `x-faker: { helpers.arrayElement: [[a, b]] }`. */

import type { MutableJson } from '../../../conformance/values/generator';
import { isObject } from '../../../src/json/value';
import type { NextRandom } from './subject';

/** Returns the value that faker makes; undefined if the schema asks for none, or for one that faker does not know. */
export function byFaker(wanted: unknown, random: NextRandom): MutableJson | undefined {
  const [path, args] =
    typeof wanted === 'string' ? [wanted, []] : isObject(wanted) ? (Object.entries(wanted)[0] ?? []) : [];
  if (path === undefined) return undefined;
  try {
    // It is loaded only here, since few contracts ask for it.
    const { default: faker } = require('@faker-js/faker') as {
      default: Readonly<Record<string, unknown>> & { seed(seed: number): void };
    };
    faker.seed(Math.floor(random() * 2 ** 31));
    const [group = '', name = ''] = path.split('.');
    const holder = faker[group] as Readonly<Record<string, (...args: unknown[]) => unknown>> | undefined;
    const made = holder?.[name]?.(...(Array.isArray(args) ? args : args === null || args === undefined ? [] : [args]));
    return made === undefined ? undefined : (JSON.parse(JSON.stringify(made)) as MutableJson);
  } catch {
    return undefined;
  }
}
