/**
 * Reads in a refusal what it says outright: which of two values is to be less (`start_time must be earlier than end_time`), and what to set
 * (`Set delete_all=true`).
 */

import type { Edit, EditPlace, Try } from '../../src/engine/model/tries';
import { isScalar, type JsonValue, toText } from '../../src/json/value';
import { isIdName } from '../../src/resources/vocabulary/ids';
import { isFree } from '../chains/mayMake';
import { scalarsIn } from './bodyPlaces';
import { changesOf } from './editNames';
import { spelled } from './refusal';
import { lastOf, type RefusedRequest } from './refusedRequest';
import { textsOfRefusal } from './saidForms';

/** A shorter name stands in too many texts, in characters. */
const SHORTEST = 2;

/** Returns what is likely to help where a refusal speaks of two values that were sent, or names one to be set. */
export function saidOutright(asked: RefusedRequest): Try[] {
  const { response } = asked.refused;
  const said = response ? textsOfRefusal(response) : [];
  const edits = said.flatMap((text) => [...assigned(asked, text), ...inOrder(asked, text)]);
  return edits.map((each) => ({ why: `${changesOf(each)}, as the refusal says`, edits: each, isNamed: true }));
}

const ASSIGNED = /(?<![\w-])([A-Za-z_][\w-]{1,40}) ?= ?["'`]?([\w.-]{1,40})/g;

/** Sets what the contract knows by that name. What it sets may be about everything, so all has to be free. */
function assigned(asked: RefusedRequest, text: string): Edit[][] {
  if (!isFree(asked.operation, asked.known)) return [];
  return [...text.matchAll(ASSIGNED)].flatMap(([, name = '', value = '']): Edit[][] => {
    const parameter = asked.operation.parameters.find((each) => each.name === name);
    if (parameter && (parameter.in === 'query' || parameter.in === 'header'))
      return [[{ place: parameter.in, name, value }]];
    const at: EditPlace = { place: 'body', name: `/${name}` };
    return asked.body !== undefined && asked.isDeclared(at) ? [[{ ...at, value: typedAs(value) }]] : [];
  });
}

function typedAs(text: string): JsonValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}

const RELATION =
  /\b(earlier|before|less|smaller|lower|shorter|precede|exceed|greater|after|later|larger|higher|more|follow)/i;
/** Words by which the first of two values is to be the greater one. */
const GREATER = /\b(greater|after|later|larger|higher|more|follow)/i;

/** Sets two values that the text names apart, the lesser one as it is; first in the order in which it seems to want them. */
function inOrder(asked: RefusedRequest, text: string): Edit[][] {
  if (!RELATION.test(text)) return [];
  const members = scalarsIn(asked.body, '', 0).map((name): EditPlace => ({ place: 'body', name }));
  const places = [...asked.parametersSent(), ...members].filter(
    (at) => !isIdName(lastOf(at.name)) && !asked.mayMeanAnother(at),
  );
  const named = places.flatMap((at) => {
    const index = placeIn(text, lastOf(at.name));
    return index < 0 ? [] : [{ at, index }];
  });
  named.sort((one, other) => one.index - other.index);
  const [first, second] = named.map(({ at }) => at);
  if (!first || !second) return [];
  const [isFirstLess, isSecondLess] = [above(asked, first, second), above(asked, second, first)];
  return (GREATER.test(text) ? [isSecondLess, isFirstLess] : [isFirstLess, isSecondLess]).filter(
    (each) => each !== undefined,
  );
}

function placeIn(text: string, name: string): number {
  if (name.length < SHORTEST) return -1;
  return new RegExp(`(?<![\\w-])${spelled(name)}(?![\\w-])`, 'i').exec(text)?.index ?? -1;
}

/** Returns what makes the value at one place a little more than that at another; undefined where they are no times or numbers alike. */
function above(asked: RefusedRequest, less: EditPlace, more: EditPlace): Edit[] | undefined {
  const [low, high] = [asked.valueAt(less), asked.valueAt(more)];
  if (low === undefined || high === undefined || !isScalar(low) || !isScalar(high)) return undefined;
  const value = nextTo(toText(low), typeof high === 'number');
  return value === undefined || toText(value) === toText(high) ? undefined : [{ ...more, value }];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day after a day, the same time a day later, and the number after a number. */
function nextTo(text: string, isNumber: boolean): string | number | undefined {
  if (/^-?\d{1,12}(\.\d+)?$/.test(text)) return isNumber ? Number(text) + 1 : String(Number(text) + 1);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || !Number.isFinite(Date.parse(text))) return undefined;
  const later = new Date(Date.parse(DAY.test(text) ? `${text}T00:00:00Z` : text) + DAY_MS).toISOString();
  if (DAY.test(text)) return later.slice(0, 10);
  return /(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? later.replace(/\.000Z$/, 'Z') : later.slice(0, 19);
}
