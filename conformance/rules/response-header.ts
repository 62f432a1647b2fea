import type { DeclaredHeader } from '../../src/contract/contract';
import { requirementOf } from '../../src/contract/schema/evaluate';
import { clauseOfBroken } from '../../src/contract/schema/judge';
import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Breach, Rule } from '../../src/engine/model/rule';
import { fieldValues, type Response } from '../../src/http/message';
import { fitsHeader, holdsReference, looseFormat } from '../../src/serialization/responseHeaders';
import { isUndeclaredSuccess, NO_SUCH_FIELD, quoted, responseOf } from '../judging/exchanges';

/** "Determines whether this header is mandatory." and "The schema defining the type used for the header." OpenAPI 3.1 §4.8.21 */
export const responseHeader: Rule = {
  id: 'response-header',
  level: 'must',
  statement: 'A header declared as required is there, and each declared one satisfies its schema.',
  reference: ['Header Object'],
  advice: 'Set the header on every way to this response, in the form that the contract declares.',
  probes: EVERY_PROBE,
  bind(operation) {
    return operation.responses.flatMap((response) => {
      const [first] = response.headers.filter(({ required, schema }) => required || schema);
      const required = response.headers.some((header) => header.required);
      const optional = () => (required ? undefined : 'the headers that it declares are optional, and none came');
      const defect = response.headers.map((header) => header.defect).find((mistake) => mistake !== undefined);
      return first ? [{ operation, response, clause: first.clause, defect, optional }] : [];
    });
  },
  judge(exchange, subject) {
    const response = responseOf(exchange, subject);
    // What the whole answer should not be is told of its content.
    if (!response || !subject.response || isUndeclaredSuccess(response, subject)) return undefined;
    const judged = subject.response.headers.flatMap((header) => judgeHeader(response, header) ?? []);
    const seen = subject.response.headers.some((header) => judgeHeader(response, header) !== undefined);
    return seen ? judged : undefined;
  },
};

/** Matches fields that say how this one message is sent. Any proxy may change them (RFC 9110 §7.6.1). */
const OF_THE_CONNECTION = /^(connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-.*|content-length)$/i;

/** @returns undefined if the field is absent and need not be there. */
function judgeHeader(response: Response, header: DeclaredHeader): Breach[] | undefined {
  const { name, required, schema, defect, clause } = header;
  const values = fieldValues(response, name);
  if (values.length === 0) {
    if (!required) return undefined;
    const expected = `a ${name} field`;
    return [{ message: `a ${response.status} has no ${name}`, kind: 'missing', expected, ...NO_SUCH_FIELD, clause }];
  }
  if (!schema || defect || OF_THE_CONNECTION.test(name)) return [];
  // Several fields of one name are one list (RFC 9110 §5.3), except for cookies.
  const texts = /^set-cookie$/i.test(name) ? values : [values.join(', ')];
  const wrong = texts.find((text) => !fitsHeader(header, text));
  if (wrong === undefined) return [];
  const format = values.length === 1 ? looseFormat(header, wrong) : undefined;
  if (format && holdsReference(header)) return [];
  const hint: Partial<Breach> = format
    ? { kind: 'format', level: 'should', expected: requirementOf(format), clause: clauseOfBroken(format) }
    : {};
  return [
    {
      message: `the ${name} of a ${response.status} does not satisfy its schema`,
      kind: 'schema',
      expected: 'a value that satisfies the schema',
      actual: `${name}: ${quoted(wrong)}`,
      clause,
      ...hint,
    },
  ];
}
