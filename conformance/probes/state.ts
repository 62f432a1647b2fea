import type { Operation } from '../../src/contract/contract';
import { isGuarded } from '../../src/contract/security';
import type { Case } from '../../src/engine/model/case';
import type { Known, Probe } from '../../src/engine/model/probe';
import { idempotencyKeyOf, refusesUsedKeys } from '../../src/resources/idempotency';
import { asMadeAt, type Items, isNamedInPath, type Kind, listersOfMade } from '../../src/resources/kinds';
import { speaksOfTags } from '../../src/resources/locks';
import { namesIn } from '../../src/routing/pathTemplate';
import { type Input, withField } from '../../src/serialization/input';
import { actionCases } from '../chains/actionCases';
import { actionSteps } from '../chains/actionSteps';
import { fullest, least } from '../chains/chainBodies';
import {
  conditionalReads,
  LEFT,
  locks,
  type Reads,
  refusals,
  removeAndLook,
  STALE,
  writes,
} from '../chains/changingSteps';
import { chosenLists, withListedValues } from '../chains/chosenLists';
import { onCondition } from '../chains/conditions';
import { counterOf } from '../chains/counters';
import { givenChain, stepsOnGiven } from '../chains/givenChain';
import { couldMake, isFree, mayMake } from '../chains/mayMake';
import { asideOf } from '../chains/otherParents';
import { ownChain } from '../chains/ownChain';
import { pageParametersOf, wholeQuery } from '../chains/pageTurns';
import { withReadOnly } from '../chains/readOnlyMembers';
import { requestsToRefuse } from '../chains/refusals';
import { existing } from '../chains/resources';
import { singleCases } from '../chains/singleCases';
import { type ChainStepAsked, type ChainSteps, stepper } from '../chains/stepper';
import { inputsOf, plainInput } from '../inputs/inputs';
import { chainNamed, NO_RIGHT } from '../inputs/toCase';
import { wrongCredential } from '../inputs/wrongCredentials';
import { inTurn } from '../unusual/inTurn';

/** Makes, reads, replaces, changes, removes and reads again: what one request does shows in the answer to another. */
export const state: Probe = {
  name: 'state',
  plan(operation, known) {
    const kind = known.contract.kinds.madeBy(operation);
    const cases = kind
      ? [...ofItem(asMadeAt(kind, operation), known), ...actionSteps(kind, known)]
      : [...ofSingle(operation, known), ...singleCases(operation, known), ...actionCases(operation, known)];
    return { cases: [...cases, ...ofHandedOver(operation, known), ...onConditions(operation, known)], missing: [] };
  },
};

/** A chain on an item that the run makes, beside another one of which nothing is asked. */
function ofItem(kind: Kind, known: Known): Case[] {
  const { maker, reader, remover } = kind;
  const [lister, all] = listersOfMade(kind);
  // What is made in several places is changed where it is made first.
  const isFurther = known.contract.kinds.at(kind.item)?.maker !== maker;
  const name = chainNamed(`${kind.item} state${isFurther ? ` after ${maker.name}` : ''}`);
  const chain = ownChain(kind, known, name);
  if (!chain) return [];
  // With little at first, so that what is put later shows.
  const [input, otherInput] = ([0, 1] as const).map((at) =>
    withListedValues(maker, lister, least(maker, known), at, known),
  );
  const keyed = isNamedInPath(kind) ? undefined : keyedInput(maker, known, input);
  const [one, other] = [keyed ?? input, otherInput].map(chain.makes);
  if (!one || !other) return [];
  const steps = chain.stepsOn(one);
  const lists = (shows: string, asked?: ChainStepAsked) => {
    for (const each of [lister, all]) if (steps.asked(each)) steps.add('list', each, shows, asked);
  };
  const counts = counting(kind, known, steps);
  locate(one, steps);
  if (!steps.asked(reader)) return [one, ...byList(kind, known, steps)];
  const reads: Reads = {
    one: (shows, awaits = 'there') => void steps.add('read', reader, shows, { awaits }),
    other: () =>
      void steps.add('other', reader, 'another one, of which nothing was asked', { made: other, awaits: 'there' }),
  };
  reads.one('what was made');
  counts('how many there are');
  reads.other();
  counts('how many there are, with another one');
  const isListed = steps.asked(lister);
  const isPosted = isListed && maker.method === 'POST';
  // Soon, since a page that begins with the newest shows other things before long.
  if (isListed) lists('what was made', { awaits: 'listed' });
  if (isListed && pageParametersOf(lister)) inPages(lister, known, steps);
  if (isListed)
    for (const { what, input: by } of chosenLists(lister, one, known)) steps.add('chosen', lister, what, { input: by });
  const aside = isListed ? asideOf(kind, known, name, chain.above) : undefined;
  steps.cases.push(...(aside?.list ?? []));
  if (keyed) repeats(one, chain.makes(keyed), steps, reads, reader);
  if (!isFurther) changes(kind, known, steps, reads);
  // What names its thing in the path would make it anew after it was removed.
  if (isPosted && isNamedInPath(kind)) refusals(maker, known, steps, () => void steps.add('list', lister, LEFT));
  if (!isFurther) refusedRemovals(remover, known, steps, reads, other);
  counts('how many there are still');
  removeAndLook(remover, steps, reads);
  counts('how many there are without what was removed');
  for (const each of [lister, all])
    if (steps.asked(remover) && steps.asked(each))
      steps.add('list', each, 'what was removed', { awaits: 'unlisted', ...asMuch(each, known) });
  if (steps.asked(remover) && speaksOfTags([reader, remover, maker])) {
    const input = inputsOf(remover, known).valid[0]?.input;
    if (input) steps.add('refused', remover, STALE, { input: onCondition(input, 'If-Match', 'other'), made: other });
    reads.other();
  }
  steps.cases.push(...(aside?.remove ?? []));
  if (isPosted && !isNamedInPath(kind) && !isFurther) listed(maker, lister, known, steps);
  return steps.cases;
}

/** Asks what a thing lies in how many it holds, where that says so. */
function counting(kind: Kind, known: Known, steps: ChainSteps): (what: string) => void {
  const counter = counterOf(kind, known.contract.kinds);
  return (what) => void (steps.asked(counter) && steps.add('count', counter, what, { awaits: 'counted' }));
}

function changes(kind: Kind, known: Known, steps: ChainSteps, reads: Reads): void {
  writes(kind, known, steps, reads);
  locks(kind, known, steps, reads);
  assign(kind, known, steps, reads);
}

/** Returns an input for a request that has an `Idempotency-Key`; undefined where the contract has none, or it was handed over. */
function keyedInput(maker: Operation, known: Known, input = plainInput(maker, known)): Input | undefined {
  const key = idempotencyKeyOf(maker);
  if (!key || !input) return undefined;
  if (input.ownKey === key.name) return input;
  const [value] = inputsOf(maker, known).valid.flatMap(({ input: each }) =>
    each.ownKey === key.name ? each.headers.filter(([name]) => name === key.name) : [],
  );
  return value && { ...withField(input, key.name, value[1]), ownKey: key.name };
}

/**
 * Sends a request once more with the same key, and looks for what it made; then another request with that key, where the contract says that this
 * is refused.
 * @param further makes another thing, with another body.
 */
function repeats(one: Case, further: Case | undefined, steps: ChainSteps, reads: Reads, reader: Operation): void {
  const { operation, input } = one.request;
  const again = (each: Case, step: 'repeat' | 'reuse', name: string, as: 'same' | 'other'): Case => ({
    ...each,
    claim: { ...each.claim, probe: 'state', name },
    waitsFor: { ...each.waitsFor, repeats: { of: one, as } },
    chain: { kind: 'own', step },
  });
  const repeat = again(one, 'repeat', 'the same request with the same key', 'same');
  steps.cases.push(repeat);
  steps.add('repeated', reader, 'what the same request made', { made: repeat, awaits: 'there' });
  reads.one('what the first one made');
  const isOther = further && !isEqualBody(input, further.request.input);
  if (isOther && refusesUsedKeys(operation))
    steps.cases.push(again(further, 'reuse', 'another request with the same key', 'other'));
}

function isEqualBody({ body: one }: Input, { body: other }: Input): boolean {
  return one && other ? one.bytes.equals(other.bytes) : one === other;
}

/**
 * Looks by the list whether something is made and removed that cannot be asked for by its name. That it is there, the answer to a change of it
 * says.
 */
function byList(kind: Kind, known: Known, steps: ChainSteps): readonly Case[] {
  const { remover, replacer, patcher } = kind;
  const [lister] = listersOfMade(kind);
  if (!steps.asked(lister)) return steps.cases;
  const writers = [replacer, patcher].filter((each) => steps.asked(each));
  const [writer] = writers;
  const input = writer && fullest(writer, known);
  if (input) steps.add(writer === replacer ? 'put' : 'patch', writer, 'with other values', { input });
  const look = (what: string) => void steps.add('list', lister, what, { awaits: 'listed', ...asMuch(lister, known) });
  if (input || steps.asked(remover)) look('what was made');
  for (const each of writers) refusals(each, known, steps, () => look(LEFT));
  if (!steps.asked(remover)) return steps.cases;
  steps.add('remove', remover, 'what is there');
  steps.add('list', lister, 'what was removed', { awaits: 'unlisted', ...asMuch(lister, known) });
  return steps.cases;
}

/** Asks for as much of a list as there is, and for what is behind it: no one answer of such a list tells that it is whole. */
function inPages(lister: Operation, known: Known, steps: ChainSteps): void {
  steps.add('page', lister, 'as much of the list as there is', { awaits: 'listed', ...asMuch(lister, known) });
  // Which of the numbers 0 and 1 names the first page, only the second answer tells.
  for (const turn of ['behind', 'behind'] as const)
    steps.add('page', lister, 'what is behind it', { turn, ...asMuch(lister, known) });
}

/** Asks for as much of a list as one answer shows. */
function asMuch(lister: Operation, known: Known): Pick<ChainStepAsked, 'input'> {
  const input = plainInput(lister, known);
  return input ? { input: { ...input, query: wholeQuery(lister, input.query) } } : {};
}

/**
 * Lists what the chain made, and asks for more of it in ways that are to be refused. All else is changed by then: on a throw-away, what the list
 * has more afterwards is due to these requests.
 */
function listed(maker: Operation, lister: Operation, known: Known, steps: ChainSteps): void {
  const look = (what: string) => void steps.add('list', lister, what, { changes: true, awaits: 'listed' });
  if (isFree(maker, known)) {
    look('what was made');
    // What grows by itself, or since others write, is seen over as many requests as those that are to be refused.
    for (const _ of [...requestsToRefuse(maker, known), LEFT]) look('what was made, once more');
  }
  refusals(maker, known, steps, () => look(LEFT), { changes: true });
}

/** A chain on what there is one of: it is changed, so the target must be a throw-away. */
function ofSingle(operation: Operation, known: Known): Case[] {
  const { path } = operation;
  const [reader, replacer, patcher, poster, remover] = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].map((method) =>
    known.contract.at(path, method),
  );
  const owner = [replacer, poster, patcher, remover].find((each) => each && known.wanted.selected(each));
  if (owner !== operation || namesIn(path).length > 0) return [];
  if (!isFree(operation, known) || known.wanted.everythingExists || known.contract.kinds.at(`${path}/{}`)) return [];
  const steps = stepper(known, 'shared', () => ({
    values: {},
    exists: true,
    handedOver: false,
    made: { needs: {}, name: chainNamed(`${path} state`) },
  }));
  const canRead = steps.asked(reader);
  const reads: Reads = {
    one: (shows, awaits) => (canRead ? void steps.add('read', reader, shows, awaits ? { awaits } : {}) : undefined),
    other: () => {},
  };
  reads.one('what is there');
  if (canRead) writes({ replacer, patcher }, known, steps, reads);
  if (canRead) locks({ reader, replacer, patcher }, known, steps, reads);
  if (steps.asked(poster)) {
    const posted = steps.add('post', poster, 'something new');
    if (posted) locate(posted, steps);
    reads.one('what is there');
  }
  if (canRead) assign({ replacer, patcher }, known, steps, reads);
  const changed = steps.cases.some(({ chain }) => chain?.step === 'put' || chain?.step === 'post');
  if (canRead && changed) removeAndLook(remover, steps, reads);
  return steps.cases;
}

/**
 * A chain on a thing that was handed over, where nothing says that the run could make one of its kind: it is changed, and left for the
 * requests that remove it. Of another one that was handed over nothing is asked.
 */
function ofHandedOver(operation: Operation, known: Known): Case[] {
  const items = known.contract.kinds.ofItem(operation);
  if (!items?.reader || operation !== changerOfGiven(items, known)) return [];
  const { maker, reader, replacer, patcher } = items;
  const chain = givenChain(operation, reader, known);
  if (!chain) return [];
  const { steps, reads } = chain;
  reads.one('what was handed over');
  reads.other();
  const ways = { replacer, patcher, ...(maker ? { maker } : {}) };
  writes(ways, known, steps, reads);
  locks({ ...ways, reader }, known, steps, reads);
  assign(ways, known, steps, reads);
  return steps.cases;
}

/** Returns the operation that begins a chain on what was handed over of a kind; undefined where nothing of that is changed for the sake of a chain. */
function changerOfGiven(items: Items, known: Known): Operation | undefined {
  const { maker, replacer, patcher } = items;
  const first = [replacer, patcher].find((each) => each && known.wanted.selected(each));
  if (!first || known.wanted.everythingExists) return undefined;
  // Of what the run makes, or could with consent, nothing of the user's is changed. Whether a PUT makes anything is not known.
  const isPosted = maker?.method === 'POST' && couldMake(first, known);
  return isPosted || (maker && mayMake({ ...items, maker }, known)) ? undefined : first;
}

/**
 * Asks on conditions for what is there, where no chain changes anything of its kind: with `--writes handed-over`, for what was handed over. Such
 * requests only read.
 */
function onConditions(operation: Operation, known: Known): Case[] {
  const { method, path } = operation;
  const { contract, wanted } = known;
  if (method !== 'GET' || wanted.everythingExists || (wanted.writes === 'any' && namesIn(path).length === 0)) return [];
  const items = contract.kinds.ofItem(operation);
  const { maker } = items ?? {};
  if (items && (changerOfGiven(items, known) || (maker && mayMake({ ...items, maker }, known)))) return [];
  const there = existing(operation, known).find(({ made }) => !made);
  const steps = there && stepsOnGiven(operation, there.values, known, 'listed');
  const writers = ['PUT', 'PATCH'].map((each) => contract.at(path, each));
  if (!steps?.asked(operation) || !speaksOfTags([operation, ...writers])) return [];
  steps.add('read', operation, 'what is there');
  conditionalReads(operation, known, steps);
  return steps.cases;
}

/** Asks for what a `Location` names. */
function locate(maker: Case, steps: ChainSteps): void {
  if (!maker.request.operation.responses.some(({ status }) => /^(201|2XX)$/i.test(status))) return;
  const asked = { located: maker, method: 'GET', input: NOTHING, awaits: 'there' as const };
  steps.add('located', maker.request.operation, 'what its Location names', asked);
}

const NOTHING: Input = { query: [], headers: [], cookies: [], body: undefined };

/**
 * Asks in vain for the removal of the other thing, which was made last, and looks at both before and after: where the younger one is gone and the
 * older one is there, nothing but these requests took it.
 */
function refusedRemovals(
  remover: Operation | undefined,
  known: Known,
  steps: ChainSteps,
  reads: Reads,
  made: Case,
): void {
  if (!steps.asked(remover)) return;
  reads.one('what is there still');
  reads.other();
  if (!isGuarded(remover.security)) return;
  const wrong = wrongCredential(remover, known);
  if (wrong) steps.add('refused', remover, 'with a credential that is not valid', { made, authorisation: wrong });
  steps.add('refused', remover, 'without a credential', { made, authorisation: NO_RIGHT.authorisation });
  reads.other();
  reads.one(LEFT);
}

/** Sends members that are only read, once all else was asked of the thing: a service that takes them may do anything with it. */
function assign(
  { replacer, patcher, maker, reader }: Pick<Kind, 'replacer' | 'patcher'> & Partial<Pick<Kind, 'maker' | 'reader'>>,
  known: Known,
  steps: ChainSteps,
  reads: Reads,
): void {
  const name = 'with members that are only read';
  const ways = [replacer, patcher, maker?.method === 'POST' ? maker : undefined].flatMap((operation) => {
    const input = steps.asked(operation) ? withReadOnly(operation, known) : undefined;
    return operation && input ? [{ operation, input }] : [];
  });
  const [first] = ways;
  for (const { operation, input } of first ? inTurn(ways, 1, first.operation, known) : []) {
    const asked = steps.add('assign', operation, name, { input });
    if (operation !== maker) reads.one('what became of them');
    else if (asked && reader) steps.add('assigned', reader, 'what became of them', { made: asked, awaits: 'there' });
  }
}
