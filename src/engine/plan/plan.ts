/** What is known and wanted → cases and requirements. Nothing is sent. */

import { randomInt } from 'node:crypto';
import {
  type Contract,
  isNoSegment,
  type Operation,
  pathParameters,
  type SecurityScheme,
} from '../../contract/contract';
import type { ShardReport } from '../../report/report';
import { kindsOf } from '../../resources/kinds';
import { rivalsOf, twinKey } from '../../routing/overlaps';
import { authoriseEach, NOBODY } from '../../serialization/credentials';
import { groupBy } from '../../support/collections';
import { UsageError } from '../../support/errors';
import { atOnce } from '../../support/letOthersRun';
import { createRandom, type Random } from '../../support/random';
import { didYouMean } from '../../support/words';
import type { Script } from '../../workflows/script';
import type { Case } from '../model/case';
import type { OwnValues, RequestHook } from '../model/hooks';
import type { Planned, Planning } from '../model/planning';
import type { Known, PlanChance, Provocation } from '../model/probe';
import type { Rule } from '../model/rule';
import type { CredentialSettings, SelectionSettings, Settings } from '../model/settings';
import type { Suite } from '../model/suite';
import { standIn } from '../request/hooking';
import { settingsOf } from '../settingsOf';
import { readHandedOver, refuseUnknownParams } from './handedOver';
import { OperationPlans } from './operationPlans';
import { bindInParts } from './requirements';
import { readServers } from './servers';
import { describeShard, shardOperations } from './shard';
import { WANTED_BODY, wantedElsewhere, wantedInPath } from './wanted';
import { whyLeftOut } from './whyLeftOut';

/** @throws UsageError as {@link plan}, without planning anything. */
export function refuseUnusable(contract: Contract, suite: Suite, settings: Settings): void {
  selectRules(suite.rules, settings);
  refuseUseless(contract, settings);
  toKnown(contract, settings, 0);
}

/** The URL of ours for a place of an operation that names the URL of a callback. */
export type CallbackUrl = (operation: Operation, place: number) => string;

/**
 * Plans a run to its end; sends nothing.
 * @param callbackUrl absent if no callback is received.
 * @throws UsageError where a rule or a parameter is named that there is not, or a value is not of its type.
 */
export function plan(contract: Contract, suite: Suite, settings: Settings, callbackUrl?: CallbackUrl): Planned {
  const planning = atOnce(beginPlan(contract, suite, settings, callbackUrl));
  const cases: Case[] = [];
  while (planning.cases.upcoming) cases.push(...atOnce(planning.cases.next()));
  return { ...planning, cases };
}

/**
 * As {@link plan}, operation after operation as cases are asked for: `missing` and `leftOut` speak of those that were. Stops after each part of
 * the beginning.
 */
export function* beginPlan(
  contract: Contract,
  suite: Suite,
  settings: Settings,
  callbackUrl?: CallbackUrl,
): Generator<void, Planning> {
  const { selection, consent } = settings;
  const script = selection.scriptAlone ? selection.script : undefined;
  const rules = rulesFor(script, selectRules(suite.rules, settings));
  const seed = seedOf(selection);
  refuseUseless(contract, settings);
  const known = toKnown(contract, settings, seed, callbackUrl);
  yield;
  const operations = script ? operationsOf(script) : selectOperations(contract, selection);
  const requirements = yield* bindInParts(contract, operations, rules, consent.privateThings, selection.script?.steps);
  const plans = new OperationPlans(script ? [] : operations, suite, known);
  const ask: Planned['ask'] = (operation, values, way) => suite.ask(operation, known, values, false, way);
  return {
    rules,
    requirements,
    cases: plans,
    missing: plans.missing,
    leftOut: plans.leftOut,
    unhanded: (operation) => unhanded(operation, known),
    ...kindsMade(known),
    ask: (operation, values, way) =>
      known.wanted.leftOut(operation) === undefined ? ask(operation, values, way) : undefined,
    letIn: (operation) => letIn(operation, known),
    show: (operation, values) => suite.ask(operation, known, values, true),
    operations,
    untouched: (operation, place) => plans.untouched(operation, place),
    violable: (operation) => plans.violable(operation),
    findViolable: () => plans.findViolable(),
    tries: (refused, found) => suite.tries(refused, known, found),
    apart: (each) => suite.apart(each, known),
    placesFound: (each, found) => suite.placesFound(each, known, found),
    likeTaken: (each, taken) => suite.likeTaken(each, taken, known),
    mended: (each, edits) => suite.mended(each, edits, known),
    keyed: (each, number) => suite.keyed(each, number, known),
    seed,
    ...(known.wanted.everythingExists ? {} : { salt: selection.salt }),
    isMocked: known.wanted.everythingExists,
    writes: known.wanted.everythingExists ? 'any' : known.wanted.writes,
  };
}

/** Where a script alone is asked, only what its exchanges can show is judged. */
function rulesFor(script: Script | undefined, rules: readonly Rule[]): readonly Rule[] {
  return script ? rules.filter(({ probes }) => probes.includes('workflow')) : rules;
}

function operationsOf({ steps }: Script): readonly Operation[] {
  return [...new Set(steps.map(({ operation }) => operation))];
}

/** Returns the seed of a run, another one each time unless the user gives one. */
export function seedOf({ seed, shard }: Partial<Pick<SelectionSettings, 'seed' | 'shard'>>): number {
  // Parts of a run that nobody gave a seed have the same one.
  return seed ?? (shard ? 1 : randomInt(2 ** 31));
}

/**
 * Returns the salt of a run, another one each time unless the user gives one. It begins with a letter, so that no seed with it looks like a
 * fraction.
 */
export function saltOf({ salt }: Partial<Pick<SelectionSettings, 'salt'>>): string {
  return salt ?? randomInt(10 * 36 ** 5, 36 ** 6).toString(36);
}

/** Chooses by what chance a run goes, so that it can be repeated. The things of a mock are nobody's. */
export function withChance<T extends Settings>(settings: T): T {
  const { selection, target } = settings;
  const salt = target.everythingExists ? undefined : saltOf(selection);
  return { ...settings, selection: { ...selection, seed: seedOf(selection), salt } };
}

/** Without a credential it is asked all the same: its script may have one. */
function letIn(operation: Operation, { wanted, handedOver }: Known): ReturnType<Planning['letIn']> {
  const left = wanted.leftOut(operation);
  if (left) return left.reason;
  const [first] = authoriseEach(operation.security, handedOver.credentials);
  return { authorisation: first?.authorisation ?? NOBODY, authorised: first?.alternative !== undefined };
}

/** What could be handed over in place of what was made up for a request, or was to be made. */
function unhanded(operation: Operation, { handedOver }: Known): ReturnType<Planning['unhanded']> {
  const parameters = operation.parameters.filter(
    (parameter) => parameter.in !== 'path' && parameter.required && handedOver.texts(operation, parameter).length === 0,
  );
  const isBodyMadeUp = operation.requestBody !== undefined && handedOver.bodies(operation).length === 0;
  const withheld = handedOver.withheld(operation);
  const inPath = pathParameters(operation)
    .filter(({ name }) => handedOver.handed(operation, name).length === 0)
    .map(({ name }) => wantedInPath(operation, name));
  return {
    inPath: withheld === undefined ? inPath : [withheld],
    elsewhere: [
      ...parameters.map(({ name, in: place }) => wantedElsewhere(place, name)),
      ...(isBodyMadeUp ? [WANTED_BODY] : []),
    ],
  };
}

/** The operations that were selected, of those that are in this part of the run. */
function selectOperations({ operations }: Contract, { selection, shard }: SelectionSettings): readonly Operation[] {
  const selected = operations.filter(selection);
  const part = shard && shardOperations(shard, selected);
  return part ? selected.filter((operation) => part.has(operation)) : selected;
}

/** What requests may make: the run's own with consent; without it that of others, which is told of and left. */
function kindsMade({ contract, wanted: { everythingExists, writes } }: Known): Pick<Planning, 'kinds' | 'others'> {
  const none = kindsOf([]);
  if (everythingExists) return { kinds: none, others: none };
  return writes === 'handed-over' ? { kinds: none, others: contract.kinds } : { kinds: contract.kinds, others: none };
}

/** Says which part of a run a report is of; undefined for a whole run. */
export function describePart(contract: Contract, suite: Suite, settings: Settings): ShardReport | undefined {
  const { shard, selection, closed, thorough } = settings.selection;
  if (!shard) return undefined;
  const { strict, complete } = settings.reporting;
  const rules = selectRules(suite.rules, settings).map(({ id }) => id);
  const selected = contract.operations.filter(selection);
  return describeShard(shard, contract, selected, [rules, settings.consent.writes, strict, closed, complete, thorough]);
}

export function selectRules(all: readonly Rule[], settings: Pick<Settings, 'selection' | 'target'>): Rule[] {
  const { only, skip, closed } = settings.selection;
  const { everythingExists } = settings.target;
  const rules = all.filter(({ onlyClosed }) => closed || !onlyClosed);
  const ids = rules.map(({ id }) => id);
  for (const id of [...only, ...skip]) {
    if (ids.includes(id)) continue;
    throw new UsageError(`There is no rule "${id}".${didYouMean(id, ids)} The rules are: ${ids.join(', ')}.`);
  }
  return rules.filter(({ id, notOfMock = false }) => {
    const isWanted = only.length === 0 ? !(notOfMock && everythingExists) : only.includes(id);
    return isWanted && !skip.includes(id);
  });
}

/** The clauses of an operation that some request can break, whatever is handed over. */
export function violableAnyway(contract: Contract, suite: Suite): Planned['violable'] {
  const known = toKnown(contract, settingsOf({ everythingExists: true }), 0);
  return (operation) => [
    ...pathParameters(operation).flatMap(({ name, types, clause }) =>
      types.length > 0 && !types.includes('string') ? [{ clause, subject: `${name} in the path` }] : [],
    ),
    // What a run leaves out others may have asked.
    ...(operation.unsupported === undefined ? atOnce(suite.violable(operation, known)) : []).map(
      ({ clause, subject }) => ({
        clause,
        subject,
      }),
    ),
  ];
}

function toKnown(
  contract: Contract,
  { target, consent, credentials: given, selection }: Settings,
  seed: number,
  callbackUrl?: CallbackUrl,
): Known {
  const { everythingExists } = target;
  const { params, resources, operations, provocations, writes, privateThings } = consent;
  const handedOver = readHandedOver(contract.operations, params, (name) => operations[name]?.params);
  const byName = new Map(contract.operations.map((operation) => [operation.name, operation]));
  const others = Object.assign(Object.create(null), given.otherCredentials) as Record<string, string | undefined>;
  const twins = groupBy(contract.operations, twinKey);
  const servers = readServers(contract.operations);
  const own = ownChance(seed, selection, everythingExists);
  const known: Known = {
    handedOver: {
      credentials: credentialOf(given, everythingExists),
      ...{ makers: consent.values, ownProbes: consent.probes },
      others: ({ name }) => others[name],
      headerNames: given.headers.map(([name]) => name.toLowerCase()),
      wrongToken: given.wrongToken,
      provocations: (operation) => provocations.filter((each) => concerns(each, operation)),
      resources: (operation) => resources[operation.name] ?? handedOver.resources(operation),
      handed: handedOver.one,
      withheld: handedOver.withheld,
      texts: handedOver.texts,
      bodies: ({ name }) => operations[name]?.bodies ?? [],
      expect: ({ name }) => operations[name]?.expect,
    },
    chance: { random: chancesOf(seed, own), seed, own },
    wanted: {
      everythingExists,
      writes,
      selected: (operation) =>
        selection.selection(operation) &&
        operations[operation.name]?.leaveOut === undefined &&
        operation.unsupported === undefined,
      leftOut: (operation) =>
        whyLeftOut(operation, known, {
          needs: operations[operation.name],
          twins: twins.get(twinKey(operation)),
          servers,
        }),
      privateThings,
      ...(callbackUrl ? { callbackUrl } : {}),
      thorough: selection.thorough,
      isPrivate: target.isPrivate ?? false,
    },
    contract: {
      size: contract.operations.length,
      at: (path, method) => byName.get(`${method} ${path}`),
      kinds: kindsOf(contract.operations),
      rival: rivalsOf(contract.operations),
    },
  };
  return known;
}

function credentialOf(given: CredentialSettings, everythingExists: boolean): Known['handedOver']['credentials'] {
  const credentials = Object.assign(Object.create(null), given.credentials) as Record<string, string | undefined>;
  return (scheme) =>
    given.hooks.some(({ schemes }) => schemes.includes(scheme.name))
      ? standIn(scheme)
      : (credentials[scheme.name] ?? usualCredential(scheme, given, everythingExists));
}

/** Parts of a run may ask for the same thing to be made, each for itself. */
function ownChance(seed: number, { salt, shard }: SelectionSettings, everythingExists: boolean): number | string {
  if (salt === undefined || everythingExists) return seed;
  return `${seed}.${salt}${shard ? `.${shard.index}` : ''}`;
}

function chancesOf(seed: number, own: PlanChance['own']): PlanChance['random'] {
  const known = new Map<Operation, Random>();
  return (operation) => {
    const mayMake = !operation.safe && operation.method !== 'DELETE';
    const random = known.get(operation) ?? createRandom(mayMake ? own : seed, operation.name);
    known.set(operation, random);
    return random;
  };
}

/** What a scheme takes where nothing was handed over for it by name. The mock takes anything. */
export function usualCredential(
  { http, in: where }: SecurityScheme,
  { token, certificate = false }: Partial<Pick<CredentialSettings, 'token' | 'certificate'>>,
  everythingExists: boolean,
): string | undefined {
  if (http === 'bearer') return token;
  if (where === 'connection') return certificate || everythingExists ? '' : undefined;
  if (!everythingExists || where === 'nowhere') return undefined;
  return http === 'basic' ? 'user:password' : 'any-key';
}

/** A provocation concerns each operation that has its parameters, and declares its status. */
function concerns({ status, values }: Provocation, operation: Operation): boolean {
  const names = pathParameters(operation).map(({ name }) => name);
  const declared = operation.responses.some((response) => response.status.toUpperCase() === status.toUpperCase());
  return declared && names.length === Object.keys(values).length && names.every((name) => values[name] !== undefined);
}

/** @throws UsageError for what was handed over, and nothing of the contract has a use for. */
function refuseUseless(contract: Contract, { consent, credentials }: Settings): void {
  refuseUnknownParams(contract.operations, consent.params);
  refuseUselessProvocations(contract, consent.provocations);
  refuseUselessMakers(contract, consent.values);
  refuseUselessHooks(contract, credentials.hooks);
}

/** @throws UsageError for a maker of values of an operation that the contract does not have: nobody would notice that it is never asked. */
function refuseUselessMakers({ operations }: Contract, makers: readonly OwnValues[]): void {
  const names = operations.map(({ name }) => name);
  for (const { name, operation } of makers)
    if (operation !== undefined && !names.includes(operation))
      throw new UsageError(
        `${name} makes values for ${operation}, which the contract does not have.${didYouMean(operation, names)}`,
      );
}

/** @throws UsageError for a hook that makes the credential of a security scheme which no operation asks for: nobody would notice that nothing is let in by it. */
function refuseUselessHooks({ operations }: Contract, hooks: readonly RequestHook[]): void {
  const alternatives = operations.flatMap(({ security }) => security.alternatives);
  const names = [...new Set(alternatives.flatMap(({ schemes }) => schemes.map(({ name }) => name)))];
  for (const { name, schemes } of hooks)
    for (const scheme of schemes)
      if (!names.includes(scheme))
        throw new UsageError(
          `${name} makes the credential of the security scheme "${scheme}", which no operation of the contract asks for.${didYouMean(scheme, names)}`,
        );
}

/** @throws UsageError for a provocation that no operation has a use for. */
export function refuseUselessProvocations({ operations }: Contract, provocations: readonly Provocation[]): void {
  for (const provocation of provocations) {
    const useful = operations.some((operation) => concerns(provocation, operation));
    if (useful && !Object.values(provocation.values).some(isNoSegment)) continue;
    const values = Object.entries(provocation.values).map(([name, value]) => `${name}=${value}`);
    throw new UsageError(
      `Nothing can be provoked by ${provocation.status}:${values.join('&')}: no operation declares ${provocation.status} and has just these path parameters, or a value cannot stand in a path.`,
    );
  }
}
