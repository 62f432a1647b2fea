/** Gives a request the form in which another one of its operation was taken: without the body, or without the members that the other one did not have. */

import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { Edit } from '../../src/engine/model/tries';
import { escapePointer } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { changeableBody } from '../../src/serialization/changeableBody';
import { withEdits } from './edits';

/** @returns undefined if the request has that form already, or may not be sent in it. */
export function likeTaken(each: Case, taken: Case, known: Known): Case | undefined {
  const { operation, input } = each.request;
  if (known.handedOver.bodies(operation).length > 0 || !input.body) return undefined;
  if (!taken.request.input.body) {
    if (operation.requestBody?.required) return undefined;
    // What is made so has no text of the run's own. The answer to the other one has shown that it is known without.
    const { like: _, refers: __, ...rest } = input;
    return { ...each, request: { ...each.request, input: { ...rest, body: undefined } } };
  }
  const [own, other] = [each, taken].map(({ request }) => changeableBody(operation, request.input)?.json.value);
  if (!isObject(own) || !isObject(other)) return undefined;
  const edits = Object.keys(own).flatMap((name): Edit[] =>
    name in other ? [] : [{ place: 'body', name: `/${escapePointer(name)}`, value: undefined }],
  );
  const changed = withEdits(each, edits, known);
  return changed === each ? undefined : changed;
}
