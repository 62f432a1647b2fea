/** Chooses, for all probes, which resource to ask about, and says what to hand over if there is none. */

import { type Operation, type Parameter, pathParameters, type SecurityScheme } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { CONSENTS } from '../../src/engine/plan/consents';
import { wantedCredential, wantedInPath } from '../../src/engine/plan/wanted';
import { type JsonValue, toText } from '../../src/json/value';
import type { Values } from '../../src/routing/pathTemplate';
import { remembered } from '../../src/support/caching';
import type { Resource } from '../inputs/toCase';
import { createGenerator } from '../values/generator';
import { improbableValue } from '../values/pathValues';
import { listedResource, orListed } from './listedResources';
import { makings } from './makeResources';
import { couldMake, isFree, leavesNothing, makesOwn } from './mayMake';

/** Returns a resource that should not exist, with improbable values for all path parameters; undefined if one cannot be made up. */
export function nowhere(operation: Operation, known: Known): Resource | undefined {
  const entries = pathParameters(operation).map(
    (parameter) => [parameter.name, improbableValue(parameter, known.chance.random(operation))] as const,
  );
  if (entries.some(([, value]) => value === undefined)) return undefined;
  const exists = known.wanted.everythingExists || entries.length === 0;
  return { values: Object.fromEntries(entries) as Values, exists, handedOver: exists };
}

/**
 * Returns the resources that exist: those that were handed over, those whose path has no parameters, any resource of the mock, and those
 * that the run makes.
 */
export function existing(operation: Operation, known: Known): Resource[] {
  return existingOf(known)(operation);
}

const existingOf = remembered((known: Known) => remembered((operation: Operation) => find(operation, known)));

function find(operation: Operation, known: Known): Resource[] {
  const values = known.handedOver.resources(operation);
  if (values.length > 0) return values.map((each) => ({ values: each, exists: true, handedOver: true }));
  if (pathParameters(operation).length === 0) return [{ values: {}, exists: true, handedOver: true }];
  if (!known.wanted.everythingExists) return makings(operation, known).map((each) => orListed(operation, each, known));
  const made = nowhere(operation, known) ?? madeUp(operation, known);
  // If the path may be another operation's, it is unknown how that one answers.
  return made ? [{ ...made, exists: true, handedOver: !known.contract.rival(operation, made.values) }] : [];
}

/** Returns the resources that may exist: with values that the contract itself gives, or allows only few of. They serve only safe requests. */
export function possible(operation: Operation, known: Known): Resource[] {
  const resources = existing(operation, known);
  if (resources.length > 0 || !isFree(operation, known)) return resources;
  const made = madeUp(operation, known);
  return made ? [made] : [];
}

/** Returns the resources that likely exist. Items that a collection lists come before values that are made up. */
export function likely(operation: Operation, known: Known): Resource[] {
  const resources = possible(operation, known);
  const item = resources.some(({ exists }) => exists)
    ? undefined
    : listedResource(operation, known, handOver(operation, known));
  return item ? [item, ...(isGiven(operation) ? resources : [])] : resources;
}

/**
 * Returns the values of a resource that takes the place of one that the run should have made and could not, so that consent to make things
 * never leads to fewer requests than no consent: `POST /things` takes a batch and names none, and GET /things/{id} is to be refused without a
 * credential all the same. They name nothing, or for requests that only read they may be values of the contract.
 * @returns undefined if the run does not make the resource.
 */
export function inPlaceOf({ made }: Resource, operation: Operation, known: Known): Values | undefined {
  if (!made || !leavesNothing(operation, known)) return undefined;
  const named = nowhere(operation, known) ?? (operation.safe ? madeUp(operation, known) : undefined);
  return named?.values;
}

/** Does the same for a request that is to be answered with success. Only a request that reads may name what is not the run's own. */
export function givenInPlaceOf({ made }: Resource, operation: Operation, known: Known): Values | undefined {
  return made && operation.safe ? madeUp(operation, known)?.values : undefined;
}

/** Tells whether the contract itself has values for all parameters of the path. */
function isGiven(operation: Operation): boolean {
  return pathParameters(operation).every(({ schema, examples }) => {
    const { keywords } = schema ?? {};
    return examples.length > 0 || (typeof keywords === 'object' && ['enum', 'const'].some((each) => each in keywords));
  });
}

/** Tells whether a request that the service takes changes only what was handed over, or what the run made. */
export function mayBeAsked(operation: Operation, known: Known, there: Resource | undefined): boolean {
  if (isFree(operation, known) || makesOwn(operation, known)) return true;
  return pathParameters(operation).length > 0 || !there;
}

function madeUp(operation: Operation, known: Known): Resource | undefined {
  const texts = pathParameters(operation).map((parameter) => [parameter.name, textsFor(parameter, known)] as const);
  const values: Record<string, string> = {};
  for (const [name, [plain]] of texts) {
    if (plain === undefined) return undefined;
    values[name] = plain;
  }
  return { values: withoutRival(operation, values, texts, known), exists: false, handedOver: false };
}

/** Changes one of the values if the path with the plainest values is also a path of another operation: /users/{id} and /users/me. */
function withoutRival(
  operation: Operation,
  values: Values,
  texts: readonly (readonly [name: string, texts: readonly string[]])[],
  { contract: { rival } }: Pick<Known, 'contract'>,
): Values {
  if (!rival(operation, values)) return values;
  const others = texts.flatMap(([name, all]) => all.map((text) => ({ ...values, [name]: text })));
  return others.find((each) => !rival(operation, each)) ?? values;
}

/** Returns texts that satisfy the schema of a path parameter, the contract's own examples first. */
export function textsFor(parameter: Parameter, known: Known): string[] {
  const { schema, name } = parameter;
  const examples = parameter.examples.map(({ value }) => value);
  const generator = createGenerator({ direction: 'request', seed: known.chance.seed });
  const values = schema
    ? generator.valid(schema, { name, examples }).map(({ value }) => value)
    : [...(examples as JsonValue[]), 'any'];
  return values.flatMap((value) => {
    const text = pathText(value);
    return text !== undefined && parameter.accepts(text) ? [text] : [];
  });
}

function pathText(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null) return toText(value);
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((each) => (typeof each === 'object' ? undefined : toText(each)));
  return texts.every((text) => text !== undefined && !text.includes(',')) ? texts.join(',') : undefined;
}

/**
 * Returns the resources for requests that must be refused. If there are two or more, the last one is left out. If later that one answers and
 * the others do not, a refused request had an effect.
 */
export function tried(operation: Operation, known: Known): Resource[] {
  const resources = existing(operation, known);
  return resources.length > 1 ? resources.slice(0, -1) : resources;
}

/** Returns the parameters to hand over, as they are written on the command line: those that were not handed over. */
export function handOver(operation: Operation, known: Known): string[] {
  const withheld = known.handedOver.withheld(operation);
  if (withheld !== undefined) return [withheld];
  const values = pathParameters(operation)
    .filter(({ name }) => known.handedOver.handed(operation, name).length === 0)
    .map(({ name }) => wantedInPath(operation, name));
  return values.length > 0 && couldMake(operation, known) ? [...values, CONSENTS.own] : values;
}

/**
 * Tells whether the contract may let every request in by what the user sends with it, such as `Authorization: Basic …`, `Cookie: sid=…` or a
 * client certificate. Then no request is without a credential.
 */
export function isLetInAnyway(
  { security }: Operation,
  { handedOver: { headerNames, credentials } }: Pick<Known, 'handedOver'>,
): boolean {
  const mayShow = (scheme: SecurityScheme) => {
    if (scheme.in === 'connection') return credentials(scheme) !== undefined;
    if (scheme.in !== 'header' && scheme.in !== 'cookie') return false;
    return headerNames.includes(scheme.in === 'cookie' ? 'cookie' : scheme.field.toLowerCase());
  };
  return security.alternatives.some(({ schemes }) => schemes.every(mayShow));
}

/** Returns the credentials to hand over so that an operation lets requests in. */
export function handOverCredential({ security: { alternatives } }: Operation, known: Known): string[] {
  const [easiest] = [...alternatives].sort((one, other) => one.schemes.length - other.schemes.length);
  return (easiest?.schemes ?? [])
    .filter((scheme) => known.handedOver.credentials(scheme) === undefined)
    .map(wantedCredential);
}
