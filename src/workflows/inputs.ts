/** The inputs of a workflow, as the schema says them that stands in the document. */

import { valueAt } from '../json/pointer';
import { isObject, type JsonValue } from '../json/value';
import type { Workflow } from './workflow';

type Schema = Readonly<Record<string, unknown>>;

/** Where a schema has one of these keywords, the inputs may have members that nobody can name beforehand. */
const LEAVE_OPEN = [
  'patternProperties',
  'unevaluatedProperties',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  '$dynamicRef',
];

/**
 * Reads the schema of inputs.
 * @param document the whole document, in which its references lead to schemas.
 * @returns the reference that leads nowhere, if there is one.
 */
export function declaredInputs(given: unknown, document: unknown): Pick<Workflow, 'inputs' | 'isOpen'> | string {
  const schemas = given === undefined ? [] : schemasOf(given, document);
  const lost = schemas.find((schema) => typeof schema === 'string');
  if (lost !== undefined) return lost;
  const all = schemas.filter((schema) => typeof schema !== 'string');
  const required = all.flatMap((schema) => (Array.isArray(schema['required']) ? schema['required'] : []));
  const inputs = all.flatMap(({ properties }) =>
    Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
      const { format, default: usual } = isObject(property) ? property : {};
      const isSecret = format === 'password';
      const isRequired = required.includes(name);
      return [name, { isRequired, isSecret, usual: usual as JsonValue | undefined }] as const;
    }),
  );
  const isOpen = all.some(
    (schema) => (schema['additionalProperties'] ?? false) !== false || LEAVE_OPEN.some((keyword) => keyword in schema),
  );
  return { inputs: new Map(inputs), isOpen };
}

/** Returns the schemas that all hold for one value, each once, and references that lead nowhere. */
function schemasOf(given: unknown, document: unknown, seen = new Set<unknown>()): (Schema | string)[] {
  if (!isObject(given) || seen.has(given)) return [];
  seen.add(given);
  const { $ref: reference, allOf } = given;
  const parts = Array.isArray(allOf) ? (allOf as unknown[]).flatMap((part) => schemasOf(part, document, seen)) : [];
  if (typeof reference !== 'string') return [given, ...parts];
  const referred = reference.startsWith('#/') ? valueAt(document, reference.slice(1)) : undefined;
  return [given, ...(referred === undefined ? [reference] : schemasOf(referred, document, seen)), ...parts];
}
