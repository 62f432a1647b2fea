import { declaredSuccesses, type Operation } from '../../src/contract/contract';
import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { bareType } from '../../src/http/mediaType';
import { fieldValues, type Response } from '../../src/http/message';
import { NO_SUCH_FIELD, statusLine, wholeOperation } from '../judging/exchanges';

/** Each of these statuses says something of the request: "415 … the content is in a format not supported", for example. RFC 9110 §15.4.5, §15.5.14, §15.5.16, §15.5.22, §15.5.7 */
export const statusFitsRequest: Rule = {
  id: 'status-fits-request',
  level: 'should',
  statement:
    'A status says what is so of the request: 304 is for GET and HEAD, 413 and 415 are for content, 426 names what to upgrade to, and 406 is for a type that is not declared.',
  reference: 'RFC 9110 §15.4.5, §15.5.7, §15.5.14, §15.5.16, §15.5.22',
  advice: 'Answer with the status that names the reason, often 400 or 404.',
  probes: EVERY_PROBE,
  bind: wholeOperation,
  judge(exchange, { operation }) {
    const { response, error, case: each } = exchange;
    if (!response || error) return undefined;
    // The contract may say itself that this is the answer.
    if (each.claim.probe === 'provoke' || each.claim.expect === response.status) return undefined;
    const breach = breachOf(exchange, operation, response);
    return breach ? [breach] : [];
  },
};

function breachOf({ request }: Exchange, operation: Operation, response: Response): Breach | undefined {
  const { method, body } = request;
  const actual = statusLine(response);
  switch (response.status) {
    case 304:
      if (method === 'GET' || method === 'HEAD') return undefined;
      return {
        message: `a ${method} is answered 304, which is for GET and HEAD`,
        kind: '304',
        expected: 'no 304',
        actual,
      };
    case 406:
      return body === undefined && method === operation.method ? notAcceptable(request, operation, actual) : undefined;
    case 413:
      if (body !== undefined && body.length > 0) return undefined;
      return {
        message: 'a request without content is answered 413: too large',
        kind: '413',
        expected: 'no 413',
        actual,
      };
    case 415:
      // Where content is declared and left out, the status may speak of the type that is left out with it.
      if (operation.requestBody || fieldValues(request, 'content-type').length > 0) return undefined;
      return {
        message: 'a request without content is answered 415, which speaks of the type of content',
        kind: '415',
        expected: 'no 415',
        actual,
      };
    case 426:
      if (fieldValues(response, 'upgrade').length > 0) return undefined;
      return {
        message: 'a 426 does not say what to upgrade to',
        kind: '426',
        expected: 'Upgrade: …',
        ...NO_SUCH_FIELD,
      };
    default:
      return undefined;
  }
}

/** Judges a 406 where one type alone is declared for successes, and the request takes it. Of several, a service need not have each for every thing. */
function notAcceptable(request: Exchange['request'], operation: Operation, actual: string): Breach | undefined {
  const declared = declaredSuccesses(operation).flatMap(({ media }) => media);
  const types = new Set(declared.map(({ type }) => type));
  const [only] = types;
  const accepted = fieldValues(request, 'accept').flatMap((value) => value.split(',').map((each) => bareType(each)));
  const isTaken = accepted.length === 0 || accepted.some((each) => each === '*/*' || each === only);
  if (types.size !== 1 || only === undefined || !isTaken) return undefined;
  return {
    message: 'the only type that is declared is said not to be acceptable',
    kind: '406',
    expected: only,
    actual,
    level: 'must',
  };
}
