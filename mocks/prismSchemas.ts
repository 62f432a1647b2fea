/** How Prism is to judge values by schemas: without comparing pairwise, or collecting without end, or misreading a text. */

import type { IPrismDiagnostic } from '@stoplight/prism-core';
import { compareDateTime, date_time, fmtDef } from '@stoplight/prism-http/dist/validator/validators/dateTime';
import type { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types';

import utils = require('@stoplight/prism-http/dist/validator/validators/utils');

import { DiagnosticSeverity } from '@stoplight/types';
import { Ajv, type AnySchemaObject, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isNonEmpty } from 'fp-ts/Array';
import type { NonEmptyArray } from 'fp-ts/NonEmptyArray';
import { none, type Option, some } from 'fp-ts/Option';

type Schema = Parameters<typeof utils.validateAgainstSchema>[1];

/** Up to how many values may stand in one for all that is wrong with it to be collected; of a larger one the first is told. */
const MOST_VALUES = 10_000;

/** A body may be wrong in more places than anybody reads of. */
const MOST_BREACHES = 100;

/** To be called before Prism judges anything: its parts ask each other by these names. */
export function mendJudging(): void {
  Object.assign(utils, { validateAgainstSchema: judge } satisfies Partial<typeof utils>);
}

/**
 * As Prism's own function of this place in all that is not mended.
 * @param coerce whether the value holds the text of parameters or form fields, whose types the schema tells.
 */
function judge(
  value: unknown,
  schema: Schema,
  coerce: boolean,
  context: ValidationContext,
  prefix?: string,
  bundle?: unknown,
): Option<NonEmptyArray<IPrismDiagnostic>> {
  const all = !isLarge(value);
  const texts = coerce && all ? copyOf(value) : undefined;
  const found = breachesOf(value, schema, { coerce, all }, bundle);
  const breaches = texts === undefined ? found : withoutReadable(found, texts as Texts, schema, bundle);
  const told = breaches.slice(0, MOST_BREACHES);
  return isNonEmpty(told) ? some(utils.convertAjvErrors(told, DiagnosticSeverity.Error, context, prefix)) : none;
}

interface Mode {
  /** Whether text may stand for a number or a boolean. */
  readonly coerce: boolean;
  /** Whether all breaches are collected, and not the first alone. */
  readonly all: boolean;
}

/** Where a schema cannot be compiled, nothing is judged by it. */
function breachesOf(value: unknown, schema: Schema, mode: Mode, bundle: unknown): readonly ErrorObject[] {
  try {
    const program = programOf(schema, mode, bundle);
    return program(value) ? [] : (program.errors ?? []);
  } catch {
    return [];
  }
}

const programs = new WeakMap<object, WeakMap<object, Map<string, ValidateFunction>>>();
const NO_BUNDLE = {};

/** @throws Error where ajv cannot compile the schema. */
function programOf(schema: Schema, mode: Mode, bundle: unknown): ValidateFunction {
  const ofSchema = programs.get(schema) ?? new WeakMap();
  programs.set(schema, ofSchema);
  const scope = typeof bundle === 'object' && bundle !== null ? bundle : NO_BUNDLE;
  const ofBundle: Map<string, ValidateFunction> = ofSchema.get(scope) ?? new Map();
  ofSchema.set(scope, ofBundle);
  const key = `${mode.coerce} ${mode.all}`;
  const whole: AnySchemaObject = { ...(schema as object), __bundled__: bundle };
  const known = ofBundle.get(key) ?? compilerOf(String(schema.$schema), mode).compile(whole);
  ofBundle.set(key, known);
  return known;
}

const compilers = new Map<string, Ajv>();

/** Prism's own settings, but for what is mended. */
function compilerOf(dialect: string, { coerce, all }: Mode): Ajv {
  const [draft = ''] = /(?<=json-schema\.org\/draft\/)(?:2019-09|2020-12)/.exec(dialect) ?? [];
  const key = `${draft} ${coerce} ${all}`;
  const known = compilers.get(key);
  if (known) return known;
  const Compiler = draft === '2019-09' ? Ajv2019 : draft === '2020-12' ? Ajv2020 : Ajv;
  const made = new Compiler({ allErrors: all, strict: false, logger: false, coerceTypes: coerce });
  addFormats.default(made);
  made.addFormat('date-time', fmtDef(date_time, compareDateTime));
  made.removeKeyword('uniqueItems');
  made.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', errors: true, validate: areUnique });
  compilers.set(key, made);
  return made;
}

/** ajv compares each item with each other one, which of a hundred thousand takes minutes. */
const areUnique: SchemaValidateFunction = (wanted: boolean, items: readonly unknown[]) => {
  const places = new Map<string, number>();
  let same: readonly [number, number] | undefined;
  if (wanted) {
    for (const [at, item] of items.entries()) {
      const text = canonical(item);
      const before = places.get(text);
      if (before !== undefined) same = [before, at];
      places.set(text, at);
    }
  }
  const message = `must NOT have duplicate items (items ## ${same?.join(' and ')} are identical)`;
  areUnique.errors = same === undefined ? [] : [{ keyword: 'uniqueItems', message, params: {} }];
  return same === undefined;
};

/** The same text for what JSON Schema takes for equal: numbers by their value, objects whatever the order of their members. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

function isLarge(value: unknown): boolean {
  const waiting = [value];
  let seen = 0;
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    const values = Array.isArray(node) ? node : Object.values(node);
    seen += values.length;
    if (seen > MOST_VALUES) return true;
    waiting.push(...values);
  }
  return false;
}

type Texts = Readonly<Record<string, unknown>>;

/** Leaves out what is said of a parameter or field that is valid by another reading of its text than the one that ajv took. */
function withoutReadable(
  breaches: readonly ErrorObject[],
  texts: Texts,
  schema: Schema,
  bundle: unknown,
): readonly ErrorObject[] {
  const readable = new Map<string, boolean>();
  return breaches.filter(({ instancePath }) => {
    const step = instancePath.split('/', 2)[1];
    if (step === undefined) return true;
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const known = readable.get(name) ?? isReadable(texts[name], schema, name, bundle);
    readable.set(name, known);
    return !known;
  });
}

const wrappers = new WeakMap<object, Schema>();

/** The text itself, or the numbers and booleans that it may stand for: ajv takes it for all of them at once under `oneOf`. */
function isReadable(text: unknown, { $schema, properties }: Schema, name: string, bundle: unknown): boolean {
  const schema = properties?.[name];
  if (typeof schema !== 'object') return false;
  const wrapper = wrappers.get(schema) ?? ({ $schema, properties: { value: schema } } as Schema);
  wrappers.set(schema, wrapper);
  return [text, scalarsOf(text)].some(
    (value) => breachesOf({ value }, wrapper, { coerce: false, all: false }, bundle).length === 0,
  );
}

function scalarsOf(text: unknown): unknown {
  if (typeof text === 'string')
    return /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text) ? JSON.parse(text) : text;
  return mapped(text, scalarsOf);
}

function copyOf(value: unknown): unknown {
  return mapped(value, copyOf);
}

function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}
