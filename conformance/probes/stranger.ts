import type { Operation } from '../../src/contract/contract';
import { isGuarded } from '../../src/contract/security';
import type { Case, WaitsFor } from '../../src/engine/model/case';
import type { Known, Probe } from '../../src/engine/model/probe';
import { CONSENTS } from '../../src/engine/plan/consents';
import { type Kind, listersOf, listersOfMade, placesAbove } from '../../src/resources/kinds';
import { isRemovable } from '../../src/resources/removable';
import { holdsCredential } from '../../src/resources/vocabulary/secrets';
import type { Input } from '../../src/serialization/input';
import { fullest } from '../chains/chainBodies';
import { makerCase, placesFor, references, resourceOf } from '../chains/makeResources';
import { mayMake } from '../chains/mayMake';
import { inputsOf } from '../inputs/inputs';
import { chainNamed, NO_RIGHT, othersRight, type Right, right, toCase } from '../inputs/toCase';

/**
 * Asks with the credential of somebody else for what the run made: to see it, to change it, and to remove it. It is asked about that thing
 * alone, and where an id may name another thing of that other person, nothing is changed.
 */
export const stranger: Probe = {
  name: 'stranger',
  plan(operation, known) {
    const kind = kindFor(operation, known);
    if (!kind) return { cases: [], missing: [] };
    const { maker, reader, replacer, patcher, remover } = kind;
    const all = [maker, reader, ...listersOf(kind), replacer, patcher, remover];
    const owner = all.find((each) => each && known.wanted.selected(each));
    return { cases: owner === operation ? casesOf(kind, known) : [], missing: missingFor(operation, kind, known) };
  },
};

function kindFor(operation: Operation, { contract: { kinds } }: Known): Kind | undefined {
  const items = kinds.madeBy(operation) ?? kinds.ofItem(operation) ?? kinds.listedBy(operation);
  return items && kinds.at(items.item);
}

/** Returns what to hand over so that somebody else can be asked about things that are private. */
function missingFor(operation: Operation, kind: Kind, known: Known): string[] {
  const { writes, privateThings, everythingExists } = known.wanted;
  if (everythingExists || !privateThings(operation)) return [];
  const [alternative] = operation.security.alternatives;
  const name = alternative?.schemes[0]?.name ?? 'NAME';
  const canBeOwn = isRemovable(kind, known.contract.kinds);
  const consent = canBeOwn ? CONSENTS.own : CONSENTS.any;
  const isConsented = writes === 'any' || (writes === 'own' && canBeOwn);
  return [
    ...(isGuarded(operation.security) && !othersRight(operation, known)
      ? [`the credential of somebody else (--other-credential ${name}=VALUE)`]
      : []),
    ...(isConsented ? [] : [consent]),
  ];
}

interface Step extends Pick<WaitsFor, 'allowed'> {
  readonly input?: Input;
  readonly step: NonNullable<Case['chain']>['step'] & string;
  readonly awaits?: 'there' | 'gone';
}

/** A chain on one thing: its maker is shown it between the requests of somebody else. */
function casesOf(kind: Kind, known: Known): Case[] {
  const { maker, reader, replacer, patcher, remover } = kind;
  const lister = kind.lister ?? listersOfMade(kind)[0];
  // A field that is sent with every request would name the maker to the service, whoever asks.
  if (!mayMake(kind, known) || known.handedOver.headerNames.some(holdsCredential)) return [];
  const name = chainNamed(`${kind.item} asked for by somebody else`);
  const above = placesFor(maker, known, name, { most: placesAbove(kind) });
  const made = above && makerCase(kind, known, name, above);
  const sees = isAsked(reader, known) ? (othersRight(reader, known) ?? openTo(reader)) : undefined;
  if (!made || !sees || !isAsked(reader, known)) return [];
  const cases: Case[] = [];
  const add = (operation: Operation, letIn: Right | undefined, what: string, { input, ...more }: Step) => {
    const sent = input ?? inputsOf(operation, known).valid[0]?.input;
    if (!letIn || !sent) return;
    const { alternative: _, isFurther: __, ...shown } = letIn;
    const resource = resourceOf(kind, operation, above, { from: made }, name);
    const referring = references(operation, known, resource, sent);
    const ofPrivate = known.wanted.privateThings(operation) ? { ofPrivate: true as const } : {};
    cases.push(
      toCase('stranger', what, operation, resource, { input: sent, ...shown, ...referring, ...ofPrivate, ...more }),
    );
  };
  const first = (operation: Operation, what: string, step: Step) => add(operation, right(operation, known), what, step);
  const other = (operation: Operation, what: string, step: Omit<Step, 'step'> = {}) =>
    add(operation, othersRight(operation, known) ?? openTo(operation), what, { step: 'by-other', ...step });

  first(reader, 'what was made', { step: 'read', awaits: 'there' });
  if (isAsked(lister, known) && othersRight(lister, known)) {
    first(lister, 'all that there is', { step: 'list' });
    other(lister, 'all that there is, with the other credential');
  }
  other(reader, 'what was made, with the other credential');
  const isThrowAway = known.wanted.writes === 'any';
  for (const writer of [patcher, replacer]) {
    if (!isAsked(writer, known) || !othersRight(writer, known)) continue;
    const input = fullest(writer, known);
    // Without a text of its own nobody could tell what was changed, and the thing could not be known again.
    if (!input || Object.keys(input.like ?? {}).length === 0) continue;
    other(writer, 'a change with the other credential', { input, ...(isThrowAway ? {} : { allowed: 'same' }) });
    first(reader, 'what somebody else left', { step: 'read' });
  }
  if (!isAsked(remover, known)) return cases;
  if (othersRight(remover, known)) {
    other(remover, 'its removal with the other credential', isThrowAway ? {} : { allowed: 'nobody else' });
    first(reader, 'what somebody else left', { step: 'read', awaits: 'there' });
  }
  // Whether a refusal tells that there is something shows once there is nothing.
  first(remover, 'what was made', { step: 'remove', allowed: 'forbidden' });
  first(reader, 'what was removed', { step: 'read', awaits: 'gone', allowed: 'forbidden' });
  other(reader, 'what is gone, with the other credential', { allowed: 'forbidden' });
  return cases;
}

function isAsked(operation: Operation | undefined, known: Known): operation is Operation {
  return (
    operation !== undefined &&
    known.wanted.selected(operation) &&
    !known.wanted.leftOut(operation) &&
    right(operation, known) !== undefined
  );
}

/** What anybody may ask is asked without a credential. */
function openTo({ security }: Operation): Right | undefined {
  return isGuarded(security) ? undefined : NO_RIGHT;
}
