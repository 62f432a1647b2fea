/** Puts into words what a clause of a schema requires. */

import { pointerTokens } from '../../json/pointer';
import { numberAsWritten } from '../document/numberAsWritten';
import type { BrokenClause } from './brokenClause';
import { RANGES } from './formats';
import { branchesText, misnamedText } from './nearestBranch';
import { isSchema } from './schema';

/** Returns a sentence without a subject: "must be integer". */
export function requirementOf(clause: BrokenClause): string {
  const { schema, keyword, about } = clause;
  const keywords = typeof schema.keywords === 'boolean' ? {} : schema.keywords;
  const value = keywords[keyword];
  switch (keyword) {
    case 'type':
      return `must be ${[value].flat().join(' or ')}`;
    case 'enum':
      return `must be one of ${cut(value)}`;
    case 'const':
      return `must be ${cut(value)}`;
    case 'false':
      return 'must not be there';
    case 'format':
      return formatRequired(String(value));
    case 'pattern':
      return `must match the pattern ${cut(value, true)}`;
    case 'minimum':
      return `must be ${bound(clause)} or more`;
    case 'maximum':
      return `must be ${bound(clause)} or less`;
    case 'exclusiveMinimum':
      return `must be more than ${bound(clause)}`;
    case 'exclusiveMaximum':
      return `must be less than ${bound(clause)}`;
    case 'multipleOf':
      return `must be a multiple of ${bound(clause)}`;
    case 'minLength':
    case 'maxLength':
      return counted(keyword, value, 'character');
    case 'minItems':
    case 'maxItems':
      return counted(keyword, value, 'item');
    case 'minProperties':
    case 'maxProperties':
      return counted(keyword, value, 'property');
    case 'uniqueItems':
      return `must not have the same item twice (items ${about?.join(' and ')})`;
    case 'required':
      return `must have the property "${about?.[0]}"`;
    case 'dependentRequired':
      return `must have the property "${about?.[1]}", since it has "${about?.[0]}"`;
    case 'propertyNames':
      return `must not have a property called "${about?.[0]}"`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `must not have the property "${about?.[0]}"`;
    case 'discriminator':
      return misnamedText(clause, requirementOf);
    case 'unevaluatedItems':
      return `must not have the item ${about?.[0]}`;
    case 'contains':
      return 'must contain an item that `contains` describes';
    case 'minContains':
    case 'maxContains':
      return `must contain at ${keyword === 'minContains' ? 'least' : 'most'} ${value} items that \`contains\` describes`;
    case 'anyOf':
    case 'oneOf':
      return branchesText(clause, requirementOf);
    case 'not':
      return 'must not satisfy the schema of `not`';
    default:
      return `must satisfy \`${keyword}: ${cut(value)}\``;
  }
}

/** Before OpenAPI 3.1, `exclusiveMinimum` only says of `minimum` that it is exclusive. */
const WRITTEN_AS: Readonly<Record<string, string>> = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' };

/** Returns the bound of a clause as the contract writes it. */
export function bound({ schema: { keywords, place }, keyword }: Pick<BrokenClause, 'schema' | 'keyword'>): string {
  const value = typeof keywords === 'boolean' ? undefined : keywords[keyword];
  if (typeof value !== 'number') return String(value);
  const tokens = pointerTokens(place.pointer);
  const own = numberAsWritten(place.file, [...tokens, keyword], value);
  const other = WRITTEN_AS[keyword];
  return other === undefined || own !== String(value) ? own : numberAsWritten(place.file, [...tokens, other], value);
}

function formatRequired(format: string): string {
  const range = Object.hasOwn(RANGES, format) ? RANGES[format] : undefined;
  return range
    ? `must be ${format}, a whole number from ${range[0]} to ${range[1]}`
    : `must be of the format ${format}`;
}

function counted(keyword: string, count: unknown, what: string): string {
  const plural = what === 'property' ? 'properties' : `${what}s`;
  return `must have at ${keyword.startsWith('min') ? 'least' : 'most'} ${count} ${count === 1 ? what : plural}`;
}

/** At most this many characters of a value are shown in a sentence. */
const LONGEST = 400;

function cut(value: unknown, plain = false): string {
  if (isSchema(value)) return '…';
  // Only the beginning of a long list is written out.
  const shown = Array.isArray(value) ? value.slice(0, LONGEST) : value;
  const text = plain ? String(shown) : (JSON.stringify(shown) ?? '');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
