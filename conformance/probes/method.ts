import type { Operation } from '../../src/contract/contract';
import type { Known, Probe } from '../../src/engine/model/probe';
import { SAFE_METHODS } from '../../src/http/methods';
import { endsInChange, endsInLogout } from '../../src/resources/vocabulary/actions';
import { NO_INPUT } from '../../src/serialization/input';
import { nowhere } from '../chains/resources';
import { right, toCase } from '../inputs/toCase';
import { inTurn } from '../unusual/inTurn';

/** Those for which a service may have a handler that it also has for other methods. */
const READING: readonly string[] = ['GET', 'HEAD', 'QUERY'];

/** Methods that few servers know. */
const RARE = ['QUERY'];
/** The others that change nothing. */
const SAFE = [...SAFE_METHODS].filter((each) => !RARE.includes(each));
/** Methods that change something. */
const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Asks for each path once by each method that the contract does not have for it. What comes is left open; how a 405 looks is not, and none may
 * fail. HEAD is no such method where there is a GET (RFC 9110 §9.1).
 */
export const method: Probe = {
  name: 'method',
  plan(operation, known) {
    const letIn = right(operation, known);
    const resource = nowhere(operation, known);
    const first = operation.pathMethods[0] === operation.method;
    if (!first || !letIn || !resource) return { cases: [], missing: [] };
    // Whether such a request is let in says nothing of the credential.
    const asked = { input: NO_INPUT, authorisation: letIn.authorisation, authorised: false };
    return {
      cases: inTurn(undeclaredFor(operation, known), 1, operation, known).map((each) =>
        toCase('method', `the method ${each}`, operation, resource, { ...asked, method: each }),
      ),
      missing: [],
    };
  },
};

/**
 * What changes something is sent to a throw-away target alone: nobody knows what it would change. A GET of what is called `/queue/purge` may do
 * what the declared POST does.
 */
function undeclaredFor(
  { path, pathMethods }: Operation,
  { wanted: { thorough, writes, everythingExists } }: Known,
): string[] {
  const mayChange = writes === 'any' || everythingExists;
  const all = [...SAFE, ...(thorough ? [...RARE, ...(mayChange ? UNSAFE : [])] : [])];
  const asked =
    mayChange || !(endsInChange(path) || endsInLogout(path)) ? all : all.filter((each) => !READING.includes(each));
  return asked.filter((each) => !pathMethods.includes(each) && !(each === 'HEAD' && pathMethods.includes('GET')));
}
