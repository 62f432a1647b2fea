/** Describes operations for the page: a list of all, and for each one what it takes and answers, from which it can be tried. */

import { placeOf } from '../../src/contract/clause';
import type { Contract, Operation } from '../../src/contract/contract';
import { describeCallback } from './describeCallback';
import { describeBody, describeParameters, parametersIn } from './describeForm';
import { describeResponses } from './describeResponses';
import type { DeclaredAnswer, ListedOperation, ShownOperation, ShownSecurity } from './engine';
import { type Document, itemAt, type PlainObject, targetOf, textIn, withReferred } from './prism/operation';

/** Lists all operations in the order of the contract. */
export function listOperations({ operations }: Contract, document: Document): ListedOperation[] {
  return operations.map((operation) => listed(operation, ownOf(document, operation)));
}

function listed({ name, method, path, tags }: Operation, own: PlainObject): ListedOperation {
  return {
    name,
    method,
    path,
    summary: textIn(own, 'summary'),
    tag: tags[0] ?? '',
    deprecated: own['deprecated'] === true,
  };
}

/** Describes an operation. @param document the contract in one document. */
export function showOperation(operation: Operation, document: Document): ShownOperation {
  const own = ownOf(document, operation);
  const { parameters: shared } = itemAt(document, operation.path, operation.method);
  const declared = parametersIn(document, shared, own['parameters']);
  const described = {
    parameters: describeParameters(operation, declared),
    body: describeBody(operation, own, declared, document),
    responses: describeResponses(operation, own, document),
  };
  // The schemas to which the description refers are looked for in a document that holds it.
  const needed = withReferred(document, { described }, operation.path);
  const { paths, info: _info, servers: _servers, ...rest } = needed;
  const { described: copy, ...item } = (paths as Readonly<Record<string, PlainObject>>)[operation.path] ?? {};
  return {
    ...listed(operation, own),
    place: placeOf(operation.clause),
    description: textIn(own, 'description'),
    externalDocs: externalDocsOf(own['externalDocs']),
    answers: answersOf(operation),
    security: securityOf(operation),
    ...(copy as typeof described),
    callbacks: (operation.callbacks ?? []).map(describeCallback),
    document: { ...rest, paths: { ...(paths as object), [operation.path]: item } },
  };
}

function externalDocsOf(value: unknown): ShownOperation['externalDocs'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const url = textIn(value as PlainObject, 'url');
  return { url, description: textIn(value as PlainObject, 'description') };
}

function securityOf({ security: { optional, alternatives } }: Operation): ShownSecurity {
  const shown = alternatives.map(({ schemes }) =>
    schemes.map(({ name, type, in: where, field, http }) => ({ name, type, in: where, field, http })),
  );
  return { optional, alternatives: shown };
}

function answersOf({ responses }: Operation): DeclaredAnswer[] {
  return responses.flatMap(({ status, media }) => {
    const code = status === 'default' ? '500' : status.replace(/XX/i, '00');
    const names = new Set(media.flatMap(({ exampleNames }) => exampleNames));
    const examples = [...names].map((name) => ({
      label: `${status} ${name}`,
      prefer: `code=${code}, example=${name}`,
    }));
    return examples.length > 0 ? examples : [{ label: status, prefer: `code=${code}` }];
  });
}

function ownOf(document: Document, { path, method }: Operation): PlainObject {
  return targetOf(document, itemAt(document, path, method)[method.toLowerCase()]);
}
