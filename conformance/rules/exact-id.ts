import type { Rule } from '../../src/rule';
import { isSuccess, statusLine, whyGone } from './shared';

const WIDE = String(2n ** 61n);

/** "int64: signed 64 bits (a.k.a long)": each of its values is another one. OpenAPI 3.1 §4.4 */
export const exactId: Rule = {
  id: 'exact-id',
  level: 'must',
  statement: 'The operation acts on the id supplied and on no other, such as one that differs only above 32 bits.',
  reference: ['data types'],
  advice: 'Parse the id into a type that holds its whole range, and refuse what it does not hold.',
  probes: ['lookalike', 'valid'],
  across: true,
  bind(operation) {
    // A type without room for an id that differs in its upper bits has no other one to be taken for this one.
    const parameter = operation.parameters.find(
      ({ in: where, types, accepts }) => where === 'path' && types.includes('integer') && accepts(WIDE),
    );
    return parameter && !operation.safe ? [{ operation, clause: parameter.clause }] : [];
  },
  judge(exchange, _subject, context) {
    const { case: each, response, error } = exchange;
    if (each.probe !== 'valid' || !response || error) return undefined;
    const others = context.earlier.filter(({ case: { probe }, response: other }) => probe === 'lookalike' && other);
    if (others.length === 0) return undefined;
    if (isSuccess(response.status)) return [];
    const culprit = others.find(
      ({ case: { operation }, response: other }) => !operation.safe && other && isSuccess(other.status),
    );
    // An anonymous or invalid request that succeeded before it may have used the resource up as well.
    const earlier = context.earlier.filter(({ case: { probe } }) => probe !== 'lookalike');
    if (!culprit?.response || whyGone(exchange, { ...context, earlier }) === 'acted-on') return undefined;
    return [
      {
        message: 'a request for another id acted on this one',
        expected: `${exchange.request.path} still there after ${culprit.request.path}`,
        actual: `${statusLine(culprit.response)} to the other (${culprit.case.name}), then ${statusLine(response)}`,
      },
    ];
  },
};
