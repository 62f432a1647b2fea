/** Says in an error of the contract what was wrong with a request, so that a frontend can show it beside its fields. */

import { STATUS_CODES } from 'node:http';
import type { MutableJson } from '../../../conformance/values/generator';
import { DECLARED_IN_ERRORS, listsBreaches } from '../../../src/resources/vocabulary/errors';
import type { RequestViolation } from '../../../src/serialization/requestViolation';

/** One thing that is wrong with a request. */
export interface WrongPart {
  /** The name of the parameter, or the path to the member of the body: `address.city`. */
  readonly field: string;
  /** Where it stands: `body`, `query`, `path`, `header`. */
  readonly place: string;
  readonly message: string;
  /** The keyword that was broken, such as `minLength`, or a status. */
  readonly code: string;
}

export interface Refusal {
  readonly status: number;
  /** Returns the path of the request. */
  readonly path: () => string;
  readonly breaches: readonly WrongPart[];
  /** Whether the form is that of another status, whose examples say something else. */
  readonly isBorrowed?: boolean;
}

export function refusalOf(status: number, path: Refusal['path'], violations: readonly RequestViolation[]): Refusal {
  return { status, path, breaches: violations.flatMap(breachesOf) };
}

/** Returns what a violation says: of several members that are missing, one for each. */
function breachesOf({ path: [place = '', ...names], code, message }: RequestViolation): WrongPart[] {
  const own = message
    .replace(/^Request (?:(?:body|query|path|header|cookie)\b(?: parameter)?)\s*(?:property )?/, '')
    .trim();
  const missing = [...message.matchAll(/(?:must have the propert\w+|,|and) "([^"]+)"/g)].map(([, name = '']) => name);
  const common = { place, code: String(code) };
  if (code === 'required' && missing.length > 0)
    return missing.map((name) => ({
      ...common,
      field: [...names, name].join('.'),
      message: `${[...names, name].join('.')} is required`,
    }));
  return [{ ...common, field: names.join('.') || place, message: own === '' ? message : own }];
}

/** Returns what is wrong where no part of the request is: `Not Found`. */
export function wholeRefusal({ status }: Refusal): WrongPart {
  return { field: '', place: '', message: STATUS_CODES[status] ?? 'Error', code: String(status) };
}

const { field: FIELD, message: MESSAGE, title: TITLE, code: CODE, status: STATUS } = DECLARED_IN_ERRORS;

/** What is to be filled in an error: the words of its name, its type, the members that it declares, and whether others have a schema. */
interface ToFill {
  readonly words: string;
  readonly type: string | undefined;
  readonly members: readonly string[];
  readonly isMap: boolean;
}

/** Returns the possible values of a part of an error, the best first; none if it asks for nothing that is known. */
export function bySaying(
  refusal: Refusal,
  { words, type, members, isMap }: ToFill,
  breach: WrongPart | undefined,
): readonly MutableJson[] {
  const { status, breaches } = refusal;
  if (type === 'integer' || type === 'number') return STATUS.test(words) ? [status] : [];
  // What declares members that are none of the request is no map of fields: { error: { code, message } }.
  const isOfFields = members.length === 0 || breaches.some(({ field }) => members.includes(field.split('.')[0] ?? ''));
  const isListed = listsBreaches(words) || (words === '' && isMap);
  if (type === 'object' && isListed && isOfFields && breaches.length > 0 && !breach) {
    const texts = Object.fromEntries(breaches.map(({ field, message }) => [field, message]));
    return [texts, Object.fromEntries(Object.entries(texts).map(([field, message]) => [field, [message]]))];
  }
  if (type !== 'string') return [];
  const text = breach ? textOfBreach(refusal, breach, words) : textOf(refusal, words);
  return text === undefined ? [] : [text];
}

function textOfBreach({ status }: Refusal, breach: WrongPart, words: string): string | undefined {
  if (/^(?:http )?status(?: code)?$/.test(words)) return String(status);
  if (words === 'in' || words === 'location in') return breach.place;
  if (words === 'pointer') return `/${breach.field.replaceAll('.', '/')}`;
  if (FIELD.test(words)) return breach.field;
  if (CODE.test(words)) return breach.code;
  return MESSAGE.test(words) || listsBreaches(words) ? breach.message : undefined;
}

function textOf({ status, path, breaches }: Refusal, words: string): string | undefined {
  const title = STATUS_CODES[status] ?? 'Error';
  if (/^(?:instance|path|uri|url|request uri)$/.test(words)) return path();
  if (words === 'type') return 'about:blank';
  if (MESSAGE.test(words)) return breaches.length === 0 ? title : breaches.map(({ message }) => message).join('; ');
  if (FIELD.test(words)) return breaches[0]?.field;
  if (STATUS.test(words) && !/code/.test(words)) return String(status);
  if (CODE.test(words)) return title.toUpperCase().replace(/[^A-Z]+/g, '_');
  return TITLE.test(words) ? title : undefined;
}
