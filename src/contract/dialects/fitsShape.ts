/** Checks whether a value has the shape that a table asks for, and words what it is if it does not. */

import { isObject } from '../../json/value';
import type { Shape } from './shape';

/** Returns whether a value itself has the shape. What it contains is not checked. */
export function fitsShape(value: unknown, shape: Shape): boolean {
  switch (shape.is) {
    case 'any':
      return true;
    case 'text':
      return typeof value === 'string';
    case 'boolean':
    case 'number':
      return typeof value === shape.is;
    case 'whole':
      return Number.isInteger(value) && (value as number) >= 0;
    case 'list':
      return Array.isArray(value);
    case 'map':
      return isObject(value);
    case 'object':
      // `true` and `false` are schemas, too.
      return isObject(value) || (shape.kind === 'Schema' && typeof value === 'boolean');
    case 'either':
      return shape.of.some((alternative) => fitsShape(value, alternative));
    default:
      return shape satisfies never;
  }
}

/**
 * Works like {@link fitsShape}, but also checks what the value contains, except objects of other kinds. Numbers must be
 * finite.
 */
export function isWellFormed(value: unknown, shape: Shape): boolean {
  switch (shape.is) {
    case 'text':
      return typeof value === 'string' && (shape.oneOf?.includes(value) ?? true);
    case 'number':
      // JSON allows 1e400, but it becomes infinite and cannot be compared.
      return Number.isFinite(value);
    case 'list':
      return (
        Array.isArray(value) &&
        value.length >= shape.least &&
        (shape.of.is === 'object' || value.every((item) => isWellFormed(item, shape.of)))
      );
    case 'map':
      return (
        isObject(value) &&
        (shape.of.is === 'object' || Object.values(value).every((item) => isWellFormed(item, shape.of)))
      );
    case 'either':
      return shape.of.some((alternative) => isWellFormed(value, alternative));
    default:
      return fitsShape(value, shape);
  }
}

const DESCRIBED = {
  any: 'anything',
  text: 'a string',
  boolean: 'true or false',
  number: 'a number',
  whole: 'a whole number, 0 or more',
  list: 'a list',
  map: 'an object',
  object: 'an object',
} as const;

/** Words a shape: "a string", "a list". */
export function describe(shape: Shape): string {
  return shape.is === 'either' ? shape.of.map(describe).join(' or ') : DESCRIBED[shape.is];
}

/** Words what stands in place of the wanted shape: "the string "1"", "1; put it in quotes". */
export function whatIs(value: unknown, wanted?: Shape): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 40))}`;
  return wanted?.is === 'text' ? `${value}; put it in quotes` : String(value);
}

/** Returns whether a value has its shape and holds nothing else that is to be looked at. */
export function isWhollyRight(value: unknown, shape: Shape): boolean {
  switch (shape.is) {
    case 'object':
    case 'map':
    case 'either':
      return false;
    case 'list':
      return (
        Array.isArray(value) && value.length >= shape.least && value.every((item) => isWhollyRight(item, shape.of))
      );
    case 'text':
      return typeof value === 'string' && (shape.oneOf?.includes(value) ?? true);
    default:
      return fitsShape(value, shape);
  }
}
