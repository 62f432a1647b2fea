/** Declares what a service answers and the contract does not say: statuses, media types, methods, header fields. */

import { STATUS_CODES } from 'node:http';
import type { Clause } from '../contract/clause';
import { declaredResponse, type Operation, pathParameters } from '../contract/contract';
import { mediaKind } from '../http/mediaType';
import { isSuccess } from '../http/statuses';
import { isObject } from '../json/value';
import { groupBy } from '../support/collections';
import type { Amendment, ContractEdit } from './amendment';
import { declaredSchema } from './declaredSchema';
import { errorSchemas, type NewErrorSchema, newErrorSchema } from './errorSchemas';
import { isOrdinary, type SeenAnswer, type SeenFinding } from './seenAnswers';
import { nullStyleOf, schemaOfValues } from './valuesSchema';
import type { Written } from './written';

/** What is asked in these ways says nothing about the operation itself, or says it by chance. */
const UNTYPICAL: ReadonlySet<string> = new Set(['method', 'unusual', 'head', 'stranger', 'lookalike']);

/** Returns a change for each status that an operation answered and does not declare. */
export function amendStatuses(answers: readonly SeenAnswer[], written: Written): Amendment[] {
  const undeclared = answers.filter(
    (answer) =>
      declaredResponse(answer.operation, answer.response.status) === undefined &&
      !UNTYPICAL.has(answer.exchange.probe) &&
      answer.exchange.request.method === answer.operation.method &&
      (answer.response.status >= 400 || isOrdinary(answer)),
  );
  const groups = [...groupBy(undeclared, ({ operation, response }) => `${operation.name} ${response.status}`).values()];
  const common = newErrorSchema(groups, written);
  return groups.flatMap((group): Amendment[] => {
    const [first] = group;
    const at = written.placeOf(first.operation.clause);
    if (!at) return [];
    const { status } = first.response;
    const shared = sharedResponse(status, group, written);
    const response = shared ?? responseOf(status, group, written, common);
    const tokens = [...at.tokens, 'responses', String(status)];
    return [
      {
        kind: 'statuses' as const,
        ...about(first, 'which is not declared'),
        edits: [
          // Each change has it, since any of them may be left out.
          ...(!shared && common?.isFor(group) ? [common.edit] : []),
          { file: at.file, tokens, change: { set: response } },
          ...producing(first.operation, group, written),
        ],
        findings: [],
      },
    ];
  });
}

function about(answer: SeenAnswer, what: string): Pick<Amendment, 'operation' | 'seen' | 'shown'> {
  const { operation, response, type, report, exchange } = answer;
  const content = response.bodyBytes > 0 && type !== '' ? ` with ${type}` : '';
  return {
    operation: operation.name,
    seen: `${exchange.request.method} ${operation.path} answered ${response.status}${content}, ${what}`,
    shown: { report, exchange: exchange.index },
  };
}

/** Returns the reference by which all other operations declare this status, if the answers are as it says. */
function sharedResponse(status: number, answers: readonly SeenAnswer[], written: Written): unknown {
  const declared = written.contract.operations.flatMap(({ responses }) =>
    responses.filter((response) => response.status === String(status)),
  );
  const references = new Set(declared.map(({ declaredAt }) => referenceAt(written, declaredAt)));
  const [only] = references;
  const [example] = declared;
  if (references.size !== 1 || only === undefined || !example) return undefined;
  // From another file the same response is referred to in another way.
  const file = answers[0]?.operation.clause.file;
  if (declared.some(({ declaredAt }) => declaredAt.file !== file)) return undefined;
  const fits = answers.every((answer) => {
    if (answer.response.bodyBytes === 0) return example.media.length === 0;
    const media = example.media.find(({ type }) => type === answer.type);
    return media !== undefined && (!media.judge || !answer.json || media.judge(answer.json)?.length === 0);
  });
  return fits ? { $ref: only } : undefined;
}

function referenceAt(written: Written, clause: Clause): string | undefined {
  const value = written.valueOf(clause);
  return isObject(value) && typeof value['$ref'] === 'string' ? value['$ref'] : undefined;
}

function responseOf(
  status: number,
  answers: readonly SeenAnswer[],
  written: Written,
  common?: NewErrorSchema,
): unknown {
  const description = STATUS_CODES[status] ?? `Status ${status}`;
  const withContent = answers.filter(({ response, type }) => response.bodyBytes > 0 && type !== '');
  const byType = groupBy(withContent, ({ type }) => type);
  if (byType.size === 0) return { description };
  const schemas = [...byType].map(([type, group]) => {
    const schema = common?.isFor(answers) && group[0].json ? common.reference : contentSchema(group, written);
    return [type, schema] as const;
  });
  // In OpenAPI 2.0 all types have one schema, and it is JSON that it is judged by.
  if (written.isSwagger) return { description, schema: (schemas.find(([type]) => isJson(type)) ?? schemas[0])?.[1] };
  return { description, content: Object.fromEntries(schemas.map(([type, schema]) => [type, { schema }])) };
}

function isJson(type: string): boolean {
  return mediaKind(type) === 'json';
}

/** Returns a schema that the contract has for such answers where one takes them all, and otherwise one that is made of them. */
function contentSchema(answers: readonly SeenAnswer[], written: Written): unknown {
  const style = nullStyleOf(written.contract.dialect);
  const bodies = answers.flatMap(({ json }) => (json ? [json] : []));
  if (bodies.length === 0) return answers[0]?.type.includes('json') ? {} : { type: 'string' };
  const declared = declaredSchema(answers, written);
  if (declared !== undefined) return declared;
  const isRefusal = answers.every(({ response }) => response.status >= 400);
  const isInRoot = answers.every(({ operation }) => operation.clause.file === written.contract.file);
  const own = isRefusal && isInRoot ? errorSchemas(written).find(({ accepts }) => bodies.every(accepts)) : undefined;
  return own
    ? { $ref: own.reference }
    : schemaOfValues(
        bodies.map(({ value }) => value),
        style,
      );
}

/** In OpenAPI 2.0 the types stand beside the operation. */
function producing(operation: Operation, answers: readonly SeenAnswer[], written: Written): ContractEdit[] {
  const at = written.placeOf(operation.clause);
  if (!written.isSwagger || !at) return [];
  const inherited = written.rootAt(['produces']);
  const ofResponses = operation.responses.flatMap(({ media }) => media.map(({ declared: type }) => type));
  const declared = [...new Set([...ofResponses, ...(Array.isArray(inherited) ? (inherited as string[]) : [])])];
  const withContent = answers.filter(({ response }) => response.bodyBytes > 0);
  const further = [...new Set(withContent.map(({ type }) => type))].filter(
    (type) => type !== '' && !declared.includes(type),
  );
  if (further.length === 0) return [];
  const own = written.valueOf(operation.clause);
  const tokens = [...at.tokens, 'produces'];
  if (isObject(own) && Array.isArray(own['produces']))
    return further.map((type) => ({ file: at.file, tokens, change: { append: type } }));
  return [{ file: at.file, tokens, change: { set: [...declared, ...further] } }];
}

/** Returns a change for each media type that an answer has beside those that are declared for its status. */
export function amendMediaTypes(findings: readonly SeenFinding[], written: Written): Amendment[] {
  const undeclared = findings.filter(
    ({ requirement: { rule }, finding: { kind } }) =>
      (rule === 'media-type' && kind === 'undeclared') || (rule === 'no-content' && kind === 'content'),
  );
  return undeclared.flatMap(({ finding, answers }) => {
    const groups = groupBy(answers, ({ type }) => type);
    return [...groups].flatMap(([type, group]): Amendment[] => {
      const [first] = group;
      const response = declaredResponse(first.operation, first.response.status);
      const at = response && written.placeOf(response.clause);
      if (!at || type === '' || /^(204|205|304)$/.test(response.status)) return [];
      const edits: readonly ContractEdit[] = written.isSwagger
        ? producing(first.operation, group, written)
        : [
            {
              file: at.file,
              tokens: [...at.tokens, 'content', type],
              change: { set: { schema: contentSchema(group, written) } },
            },
          ];
      if (edits.length === 0) return [];
      return [
        {
          kind: 'media-types',
          ...about(first, 'a type that is not declared'),
          edits,
          findings: finding.id === undefined ? [] : [finding.id],
        },
      ];
    });
  });
}

/** Returns a change for each method that a path does not declare and that the service answers with success. */
export function amendMethods(answers: readonly SeenAnswer[], written: Written): Amendment[] {
  const answered = answers.filter(
    ({ exchange, response }) =>
      exchange.probe === 'method' && isSuccess(response.status) && DECLARED_BY_PEOPLE.has(exchange.request.method),
  );
  const groups = groupBy(answered, ({ operation, exchange }) => `${exchange.request.method} ${operation.path}`);
  return [...groups.values()].flatMap((group): Amendment[] => {
    const [first] = group;
    const { operation, exchange, response } = first;
    const { method } = exchange.request;
    const at = written.placeOf(operation.clause);
    if (!at || operation.pathMethods.includes(method)) return [];
    const responses = { [String(response.status)]: responseOf(response.status, group, written) };
    const parameters = pathParametersOf(operation, written);
    const described = { ...(parameters.length > 0 ? { parameters } : {}), responses };
    return [
      {
        kind: 'methods',
        ...about(first, 'a method that is not declared'),
        edits: [
          { file: at.file, tokens: [...at.tokens.slice(0, -1), method.toLowerCase()], change: { set: described } },
        ],
        findings: [],
      },
    ];
  });
}

/** Returns the parameters of the path that an operation declares itself, so that another operation of the path can declare them, too. */
function pathParametersOf(operation: Operation, written: Written): unknown[] {
  const own = written.valueOf(operation.clause);
  const declared = isObject(own) && Array.isArray(own['parameters']) ? (own['parameters'] as unknown[]) : [];
  const places = pathParameters(operation).map(({ clause }) => clause.pointer);
  return declared.filter(
    (each) =>
      isObject(each) && (each['in'] === 'path' || (typeof each['$ref'] === 'string' && places.includes(each['$ref']))),
  );
}

/** Frameworks answer HEAD, OPTIONS and TRACE by themselves, and nobody declares them. */
const DECLARED_BY_PEOPLE: ReadonlySet<string> = new Set(['GET', 'PUT', 'POST', 'PATCH', 'DELETE']);

/** Returns a change for each header field of the service's own that answers with success have and the contract does not name. */
export function amendHeaders(answers: readonly SeenAnswer[], written: Written): Amendment[] {
  const amendments = new Map<string, Amendment>();
  for (const answer of answers) {
    const declared = declaredResponse(answer.operation, answer.response.status);
    const at = declared && written.placeOf(declared.clause);
    if (!at || !isSuccess(answer.response.status) || !isOrdinary(answer)) continue;
    for (const [name, value] of answer.response.headers) {
      const isDeclared = declared.headers.some((header) => header.name.toLowerCase() === name.toLowerCase());
      if (isDeclared || !OF_THE_SERVICE.test(name)) continue;
      const schema = { type: /^-?\d{1,15}$/.test(value) ? 'integer' : 'string' };
      const tokens = [...at.tokens, 'headers', name];
      const key = `${at.file} ${tokens.join('/').toLowerCase()}`;
      if (amendments.has(key)) continue;
      amendments.set(key, {
        kind: 'headers',
        ...about(answer, `with the field ${name}, which is not declared`),
        edits: [{ file: at.file, tokens, change: { set: written.isSwagger ? schema : { schema } } }],
        findings: [],
      });
    }
  }
  return [...amendments.values()];
}

/** Matches fields that a service sets for its clients, not those that a server or a proxy sets by itself. */
const OF_THE_SERVICE =
  /^(x-(?!powered-by|content-type-options|frame-options|xss|request-id|correlation|runtime|dns|download|permitted|envoy|amz|cache|served|forwarded|real).+|link|location|etag|retry-after|content-disposition|(x-)?ratelimit.*)$/i;

/** Returns a change for each header field that is declared as required and was left out. */
export function amendRequiredHeaders(findings: readonly SeenFinding[], written: Written): Amendment[] {
  return findings.flatMap(({ requirement, finding, answers: [first] }) => {
    const isMissing = requirement.rule === 'response-header' && finding.kind === 'missing';
    const at = isMissing && first ? written.placeOf(finding.clause ?? requirement.clause) : undefined;
    const header = isMissing && first ? headerAt(finding.clause ?? requirement.clause, written) : undefined;
    if (!at || !header || !first) return [];
    return [
      {
        kind: 'required' as const,
        ...about(first, 'without a field that is declared as required'),
        edits: [{ file: at.file, tokens: [...at.tokens, 'required'], change: { set: false } }],
        findings: finding.id === undefined ? [] : [finding.id],
      },
    ];
  });
}

function headerAt(clause: Clause, written: Written): unknown {
  const value = written.valueOf(clause);
  return isObject(value) && value['required'] === true ? value : undefined;
}
