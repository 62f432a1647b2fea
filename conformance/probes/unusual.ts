import { type Operation, pathParameters } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known, Probe, ProbePlan } from '../../src/engine/model/probe';
import type { Parts } from '../../src/support/letOthersRun';
import { referring } from '../chains/makeResources';
import { isFree, leavesNothing } from '../chains/mayMake';
import { existing, inPlaceOf, mayBeAsked, nowhere, possible } from '../chains/resources';
import { recognised } from '../chains/tellableInputs';
import { plainInput } from '../inputs/inputs';
import { type Resource, type Right, right, toCase } from '../inputs/toCase';
import { conditions } from '../unusual/conditions';
import { inTurn } from '../unusual/inTurn';
import { numbersTogether } from '../unusual/numbersTogether';
import { oddBodies, typeOfNoBody } from '../unusual/oddBodies';
import { ownRequests } from '../unusual/ownRequests';
import { pathBoundaries } from '../unusual/pathBoundaries';
import { type UnusualInput, unusualInputs } from '../unusual/unusualInputs';

/**
 * Asks, authorised, with what the contract allows or says nothing of, and few clients send. A service may refuse it in any way that the contract
 * declares. It must not fail.
 */
export const unusual: Probe = {
  name: 'unusual',
  *plan(operation, known): Parts<ProbePlan> {
    const letIn = right(operation, known);
    if (!letIn || !plainInput(operation, known)) return { cases: [], missing: [] };
    const [there] = existing(operation, known);
    const resource = there ?? nowhere(operation, known) ?? possible(operation, known)[0];
    if (!resource) return { cases: [], missing: [] };
    const asking: Asking = { operation, known, letIn, resource };
    // A valid one might make something at a place of which nobody knows that it is ours.
    const odd = oddBodies(operation, known).filter(({ isBroken }) => isBroken || there || isFree(operation, known));
    const bodies = mayBeAsked(operation, known, there) ? inTurn(odd, 1, operation, known) : [];
    yield;
    const cases = [...atBoundaries(asking), ...(there ? [] : ofNumbers(asking))];
    for (const each of bodies) {
      cases.push(...withBody(asking, each));
      yield;
    }
    cases.push(...withoutBody(asking));
    if (operation.safe || (there && mayBeAsked(operation, known, there)))
      cases.push(...ownRequests(operation, known).flatMap((each) => withBody(asking, each)));
    yield;
    // They come last, so that what they leave is not what the plainest request makes.
    if (there && mayBeAsked(operation, known, there) && operation.method !== 'DELETE')
      cases.push(...(yield* withInputs(asking)));
    return { cases, missing: [] };
  },
};

interface Asking {
  readonly operation: Operation;
  readonly known: Known;
  readonly letIn: Right;
  readonly resource: Resource;
}

/** Asks for what the ends of the types in the path name. Only requests that read do so, since something may be there. */
function atBoundaries({ operation, known, letIn, resource }: Asking): Case[] {
  if (!operation.safe) return [];
  const { authorisation, authorised } = letIn;
  const input = plainInput(operation, known);
  const otherwise = inPlaceOf(resource, operation, known);
  return pathParameters(operation).flatMap((parameter) =>
    inTurn(pathBoundaries(parameter, known, operation), 1, operation, known).flatMap(({ text, why }) => {
      const values = { ...resource.values, [parameter.name]: text };
      if (!input || known.contract.rival(operation, values)) return [];
      // They wait for each other, as all that is asked of one thing does.
      const about = { ...resource, exists: false };
      const asked = { input, authorisation, authorised, values, otherwise };
      return [toCase('unusual', `${parameter.name} is ${why}`, operation, about, asked)];
    }),
  );
}

/** Several numbers in a path may be what is to be computed with, and no names of things: a made-up one was answered with success then. */
function ofNumbers({ operation, known, letIn, resource }: Asking): Case[] {
  const { authorisation, authorised } = letIn;
  const input = plainInput(operation, known);
  return inTurn(numbersTogether(operation, known), 1, operation, known).flatMap(({ name, values }) => {
    if (!input) return [];
    const asked = { input, authorisation, authorised, values, changes: true, taken: true } as const;
    return [toCase('unusual', name, operation, resource, asked)];
  });
}

/** What is not only read is not there, so that nothing is used up. */
function withoutBody({ operation, known, letIn: { authorisation, authorised }, resource }: Asking): Case[] {
  const about = nowhere(operation, known) ?? (operation.safe ? resource : undefined);
  const [odd] = inTurn([typeOfNoBody(operation, known), undefined, undefined, undefined], 1, operation, known);
  if (!about || !odd || !mayBeAsked(operation, known, about) || !leavesNothing(operation, known)) return [];
  const otherwise = inPlaceOf(about, operation, known);
  return [toCase('unusual', odd.name, operation, about, { input: odd.input, authorisation, authorised, otherwise })];
}

function* withInputs(asking: Asking): Parts<Case[]> {
  const { operation, known } = asking;
  const cases = conditions(operation, known).flatMap((each) => withBody(asking, each));
  const chosen = yield* unusualInputs(operation, known, (all) => inTurn(all, 1, operation, known));
  for (const { singly, ...all } of chosen) {
    const [joint] = withBody(asking, all);
    if (!joint) continue;
    cases.push(joint);
    for (const each of singly) {
      cases.push(...withBody(asking, each, joint));
      yield;
    }
  }
  return cases;
}

/** @param failed the request for all that is unusual together. */
function withBody({ operation, known, letIn, resource }: Asking, { name, input }: UnusualInput, failed?: Case): Case[] {
  const { authorisation, authorised } = letIn;
  const sent = recognised(operation, input, known);
  const { resource: about, fills } = referring(operation, known, resource, sent);
  const otherwise = inPlaceOf(resource, operation, known);
  const asked = { input: sent, authorisation, authorised, otherwise, ...(fills ? { fills } : {}) };
  return [toCase('unusual', name, operation, about, { ...asked, ...(failed ? { failed } : {}) })];
}
