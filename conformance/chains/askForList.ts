/** Asks for the lists of collections, which show what is there already. */

import { type Operation, pathParameters } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { endsSession } from '../../src/resources/destructiveness';
import type { Named } from '../../src/resources/names';
import { itemPath, namesIn } from '../../src/routing/pathTemplate';
import { plainInput } from '../inputs/inputs';
import { right } from '../inputs/toCase';

/** Returns the kind of thing that a place of a path names. */
export function namedAt(operation: Operation, index: number): Named | undefined {
  const item = itemPath(operation.path, index);
  const parameter = pathParameters(operation).find(({ name }) => name === namesIn(operation.path)[index]);
  return item === undefined || !parameter ? undefined : { item, parameter };
}

/** Says how a list is asked for; undefined if it cannot be asked for. */
export function listAsking(lister: Operation, known: Known) {
  const letIn = right(lister, known);
  const input = plainInput(lister, known);
  if (!letIn || !input || !lister.safe || endsSession(lister) || known.wanted.leftOut(lister)) return undefined;
  const { authorisation, authorised } = letIn;
  return { input, authorisation, authorised };
}
