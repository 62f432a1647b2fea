/** What users have defined → what the engine takes: rules, probes, hooks, makers of values, and what happens around a run. */

import type { Operation } from '../contract/contract';
import { EVERY_PROBE } from '../engine/model/case';
import type { OwnProbe, OwnRequest, OwnValues, RequestHook } from '../engine/model/hooks';
import type { Breach, Rule } from '../engine/model/rule';
import type { Settings } from '../engine/model/settings';
import type { Suite } from '../engine/model/suite';
import { whyNoField, whyNoMember } from '../engine/request/hooking';
import { whyFailed } from '../engine/usersFailure';
import { UsageError } from '../support/errors';
import type {
  Extension,
  HookDefinition,
  ProbeDefinition,
  RuleBreach,
  RuleDefinition,
  RunDefinition,
  ValuesDefinition,
} from './define';
import { judgedExchangeOf } from './judgedExchange';

/** All that a run is extended by. */
export interface Extensions {
  readonly rules: readonly Rule[];
  readonly hooks: readonly RequestHook[];
  readonly values: readonly OwnValues[];
  readonly probes: readonly OwnProbe[];
  readonly runs: readonly RunDefinition[];
}

export const NO_EXTENSIONS: Extensions = { rules: [], hooks: [], values: [], probes: [], runs: [] };

/** An extension, and the file that it is of, or what else it was given by. */
export interface GivenExtension {
  readonly extension: Extension;
  readonly from: string;
}

/** @throws UsageError for what is not defined as it should be, and for two of one name. */
export function readExtensions(given: readonly GivenExtension[]): Extensions {
  const rules: Rule[] = [];
  const hooks: RequestHook[] = [];
  const values: OwnValues[] = [];
  const probes: OwnProbe[] = [];
  const runs: RunDefinition[] = [];
  const names = new Set<string>();
  for (const { extension, from } of given) {
    const name = nameOf(extension, from);
    if (names.has(name)) throw new UsageError(`${from} defines ${name}, which is defined already.`);
    names.add(name);
    switch (extension.extends) {
      case 'rule':
        rules.push(toRule(extension, from));
        break;
      case 'hook':
        hooks.push(toHook(extension, from));
        break;
      case 'values':
        values.push(toMaker(extension, from));
        break;
      case 'probe':
        probes.push(toProbe(extension, from));
        break;
      case 'run':
        refuseMissing(extension, from, { setUp: 'function' });
        runs.push(extension);
        break;
      default:
        extension satisfies never;
    }
  }
  return { rules, hooks, values, probes, runs };
}

/** Whether a value is what one of the `define…` functions returns. */
export function isExtension(value: unknown): value is Extension {
  const kinds: readonly unknown[] = ['rule', 'hook', 'values', 'probe', 'run'] satisfies Extension['extends'][];
  return typeof value === 'object' && value !== null && 'extends' in value && kinds.includes(value.extends);
}

/** The suite, with rules of the user's own after all others. */
export function extendedSuite(suite: Suite, { rules }: Pick<Extensions, 'rules'>): Suite {
  return rules.length === 0 ? suite : { ...suite, rules: [...suite.rules, ...rules] };
}

/** The settings of a run, with its hooks, its makers of values and its probes. */
export function extendedSettings<T extends Settings>(settings: T, { hooks, values, probes }: Extensions): T {
  const { credentials, consent } = settings;
  return { ...settings, credentials: { ...credentials, hooks }, consent: { ...consent, values, probes } };
}

/** So that no rule of Espalier's ever has the same name. */
const OWN_NAME = /^[a-z][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/;

function nameOf(extension: Extension, from: string): string {
  const [member, name] = extension.extends === 'rule' ? ['id', extension.id] : ['name', extension.name];
  if (typeof name === 'string' && OWN_NAME.test(name)) return name;
  throw new UsageError(
    `${from}: the ${member} ${JSON.stringify(name)} is not usable; write a prefix of your own, a slash and a name, of small letters, digits and hyphens: house/request-id.`,
  );
}

function refuseMissing(
  extension: Extension,
  from: string,
  wanted: Readonly<Record<string, 'string' | 'function'>>,
): void {
  for (const [member, type] of Object.entries(wanted)) {
    const value = extension[member as keyof Extension] as unknown;
    if (typeof value !== type || value === '')
      throw new UsageError(
        `${from}: ${nameOf(extension, from)} has no \`${member}\`, which must be a ${type === 'string' ? 'text' : type}.`,
      );
  }
}

function toRule(defined: RuleDefinition & { readonly extends: 'rule' }, from: string): Rule {
  refuseMissing(defined, from, { statement: 'string', source: 'string', judge: 'function' });
  const { id, level, statement, source, advice = `Look at ${source}.`, appliesTo = () => true } = defined;
  if (level !== 'must' && level !== 'should')
    throw new UsageError(`${from}: ${id} has the level ${JSON.stringify(level)}; there are must and should.`);
  return {
    ...{ id, level, statement, advice, from },
    reference: source,
    probes: EVERY_PROBE,
    bind: (operation) =>
      appliesOr(() => appliesTo(operation), { id, operation, from })
        ? [{ operation, clause: operation.clause, optional: () => NOTHING_TO_SAY }]
        : [],
    judge(exchange) {
      const judged = judgedExchangeOf(exchange);
      return judged && breachesOf(defined.judge(judged));
    },
  };
}

/** A rule of the user's own says by what it returns which answers concern it. */
const NOTHING_TO_SAY = 'no answer came that it has something to say about';

function appliesOr(
  applies: () => boolean,
  { id, operation, from }: { readonly id: string; readonly operation: Operation; readonly from: string },
): boolean {
  try {
    return applies();
  } catch (error) {
    throw new UsageError(`${from}: \`appliesTo\` of ${id} failed for ${operation.name}: ${whyFailed(error)}.`);
  }
}

/** @throws TypeError for what is no breach: its rule is told of that. */
function breachesOf(returned: unknown): readonly Breach[] | undefined {
  if (returned === undefined || returned === null) return undefined;
  if (returned instanceof Promise) {
    // Nobody waits for it.
    returned.catch(() => {});
    throw new TypeError('`judge` returned a promise; it has to answer at once');
  }
  if (typeof returned !== 'object')
    throw new TypeError(`\`judge\` returned ${JSON.stringify(returned)}; it should be undefined, [] or what is wrong`);
  return [returned].flat().map(breachOf);
}

function breachOf(breach: Partial<RuleBreach>): Breach {
  const { message, expected, actual, kind, names, places, level } = breach;
  if (typeof message !== 'string' || typeof expected !== 'string' || typeof actual !== 'string')
    throw new TypeError('`judge` returned a breach without the texts `message`, `expected` and `actual`');
  return {
    ...{ message, expected, actual },
    ...(kind === undefined ? {} : { kind }),
    ...(names === undefined ? {} : { names }),
    ...(places === undefined ? {} : { places }),
    ...(level === 'should' ? { level } : {}),
  };
}

function toHook(defined: HookDefinition & { readonly extends: 'hook' }, from: string): RequestHook {
  refuseMissing(defined, from, { request: 'function' });
  const { name, schemes = [], always = false } = defined;
  return { name, schemes, always, add: async (request) => (await defined.request(request)) ?? undefined };
}

function toProbe(defined: ProbeDefinition & { readonly extends: 'probe' }, from: string): OwnProbe {
  refuseMissing(defined, from, { requests: 'function' });
  const { name } = defined;
  return {
    name,
    requests(operation) {
      try {
        const requests: readonly OwnRequest[] = defined.requests(operation);
        for (const each of requests) refuseRequest(each, operation);
        return requests;
      } catch (error) {
        throw new UsageError(`${from}: ${name} failed for ${operation.name}: ${whyFailed(error)}.`);
      }
    },
  };
}

/** @throws TypeError for a request that cannot be sent, or that may mean another one than the one that it stands for. */
function refuseRequest(request: OwnRequest, { security }: Operation): void {
  const { name, query = {}, headers = {} } = request;
  const unknown = Object.keys(request).find((member) => !['name', 'query', 'headers'].includes(member));
  if (unknown !== undefined)
    throw new TypeError(`a request has \`name\`, \`query\` and \`headers\`, and no \`${unknown}\``);
  const credentials = security.alternatives.flatMap(({ schemes }) => schemes.map(({ field }) => field.toLowerCase()));
  const isCredential = (field: string) =>
    /^(authorization|cookie)$/i.test(field) || credentials.includes(field.toLowerCase());
  const shown = [...Object.keys(headers), ...Object.keys(query)].find(isCredential);
  if (shown !== undefined) throw new TypeError(`"${name}" sets ${shown}, which holds the credential; hand that over`);
  if (typeof name !== 'string' || name === '') throw new TypeError('a request has no `name`');
  const why = [
    ...Object.entries(headers).map(([field, value]) => whyNoField(field, value)),
    ...Object.entries(query).flatMap(([member, values]) => [values].flat().map((value) => whyNoMember(member, value))),
  ].find((each) => each !== undefined);
  if (why !== undefined) throw new TypeError(`"${name}" ${why}`);
}

function toMaker(defined: ValuesDefinition & { readonly extends: 'values' }, from: string): OwnValues {
  refuseMissing(defined, from, { make: 'function' });
  const { name: maker, for: wanted, unique = false } = defined;
  const { operation, member, format } = wanted ?? {};
  if (operation === undefined && member === undefined && format === undefined)
    throw new UsageError(`${from}: ${maker} does not say what it is \`for\`: an operation, a member or a format.`);
  // The whole body has no name, and no format is asked for there.
  const isBody = member === undefined && format === undefined;
  return {
    name: maker,
    operation,
    unique,
    fits: (place) =>
      (operation === undefined || operation === place.operation.name) &&
      (isBody ? place.name === '' : member === undefined || member === place.name) &&
      (format === undefined || format === place.format),
    make(place) {
      try {
        return defined.make(place);
      } catch (error) {
        const where = place.name === '' ? 'its body' : place.name;
        throw new UsageError(`${from}: ${maker} failed for ${where} of ${place.operation.name}: ${whyFailed(error)}.`);
      }
    },
  };
}
