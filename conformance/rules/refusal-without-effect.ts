import { count } from '../../src/count';
import type { Rule } from '../../src/rule';
import type { Exchange } from '../../src/wire/exchange';
import { isRateLimited, isSuccess, statusLine, whyGone } from './shared';

/** "The request has not been applied because it lacks valid authentication credentials." RFC 9110 §15.5.2 */
export const refusalWithoutEffect: Rule = {
  id: 'refusal-without-effect',
  level: 'must',
  statement: 'A refused request changes nothing: the resource is still there for the authorised request that follows.',
  reference: 'RFC 9110 §15.5.2',
  advice: 'Check credential and input before the first change is made.',
  probes: ['valid'],
  across: true,
  bind(operation) {
    return operation.safe ? [] : [{ operation, clause: operation.clause, optional: nothingRefused }];
  },
  judge(exchange, _subject, context) {
    const { case: each, response, error } = exchange;
    if (each.probe !== 'valid' || !response || error) return undefined;
    const refused = context.earlier.filter(
      (other) => other.response && other.response.status >= 400 && !isRateLimited(other),
    );
    if (refused.length === 0) return undefined;
    if (isSuccess(response.status)) return [];
    if (whyGone(exchange, context) !== 'refusal') return undefined;
    return [
      {
        message: 'something was gone after requests that were refused',
        expected: 'still there, as was the one on which no refused request was tried',
        actual: `${statusLine(response)} after ${count(refused.length, 'refused request')}`,
      },
    ];
  },
};

/** Where all is let in and taken, no refusal can have had an effect. */
function nothingRefused(own: readonly Exchange[]): string | undefined {
  const taken = own.length > 0 && own.every(({ response }) => response && isSuccess(response.status));
  return taken ? 'no request was refused before' : undefined;
}
