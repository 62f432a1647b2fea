/** What a planned request says of itself, whatever the run knows. */

import { bareType, mediaKind } from '../../http/mediaType';
import { parsedBody } from '../../json/exactJson';
import type { Thing } from '../../resources/things';
import { hasToken } from '../../resources/tokens';
import { isSecretByName } from '../../resources/vocabulary/secrets';
import { lastName } from '../../routing/pathTemplate';
import type { Case } from '../model/case';
import { isImprobable } from './ownership';
import { scalarsWithin } from './view';

/** Whether a request may make or change something: one without a credential that is wanted is refused. */
export function mayAct({ request: { operation, method, authorised } }: Case): boolean {
  return method === undefined && !operation.safe && (authorised || operation.security.alternatives.length === 0);
}

/** Whether the user says what a request is about: then it is theirs to be used up. */
export function isHandedOver({ claim, chain }: Case): boolean {
  return claim.exists && (chain === undefined || chain.kind === 'handed over');
}

/** Whether a request is not to be taken: it breaks a clause, or has no right to what it asks. */
export function shouldBeRefused(each: Case): boolean {
  return each.claim.violation !== undefined || !mayAct(each);
}

/** Whether its path has another name than that of the thing that it is about. */
export function isStray({ claim: { violation, probe }, request: { operation } }: Case): boolean {
  return probe === 'lookalike' || violation?.subject === `${lastName(operation.path)} in the path`;
}

/** Whether a name in a path was made up, so that it names nothing. */
export function hasMadeUpName(each: Case, { ids }: Thing): boolean {
  const { exists, probe } = each.claim;
  return (
    (each.chain?.step === 'make' || isStray(each) || (!exists && probe !== 'valid')) && isImprobable(ids.at(-1) ?? '')
  );
}

/** What the body of a request holds in its own members, as text. Some services read JSON whatever its `Content-Type` says. */
export function scalarsOf({ input: { body } }: Pick<Case['request'], 'input'>): Readonly<Record<string, string>> {
  const value = body && parsedBody(body.bytes)?.value;
  if (typeof value !== 'object' || value === null) return {};
  const scalars = Object.entries(value).filter(([, each]) => ['string', 'number', 'boolean'].includes(typeof each));
  return Object.fromEntries(scalars.map(([name, each]) => [name, String(each)]));
}

/** Returns all scalars that the body of a request holds, at any depth. */
export function sentWithin({ request: { input } }: Case): ReturnType<typeof scalarsWithin> {
  return scalarsWithin(input.body && parsedBody(input.body.bytes)?.value);
}

/**
 * Whether a request signs somebody in: it sends a password, and no name that the run made up, as one that signs somebody up does. The token that it
 * is answered is a session, which ends by itself, and nothing that somebody would have to remove.
 */
export function isSignIn(each: Case): boolean {
  const { body } = each.request.input;
  const isForm = body !== undefined && mediaKind(bareType(body.contentType)) === 'form';
  const fields = isForm ? [...new URLSearchParams(body.bytes.toString('latin1'))] : [];
  const sent = [...sentWithin(each), ...fields.map(([name, text]) => ({ name, text }))];
  return sent.some(({ name }) => isSecretByName(name)) && !sent.some(({ text }) => hasToken(text));
}

/** Returns all scalars that a request sends in its body and its query, as text. */
export function textsSent(each: Case): string[] {
  return [...sentWithin(each).map(({ text }) => text), ...each.request.input.query.map(({ value }) => value)];
}

/** Whether a case repeats another request, and so is sent as that was, or not at all. */
export function isSentAgain({ waitsFor }: Case): boolean {
  return waitsFor?.repeats?.as === 'same';
}
