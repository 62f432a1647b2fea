/**
 * Checks that the objects of a contract fit together: names refer to something that exists, and unique names are
 * unique.
 */

import { didYouMean } from '../../support/words';
import { declaredParameters } from '../dialects/describe';
import { pathItems } from '../document/pathItems';
import {
  BrokenReference,
  type DocumentPlace,
  find,
  followed,
  member,
  members,
  rootOf,
  splitReference,
  valueIn,
} from '../document/reference';
import { findScheme, schemesIn } from '../security';
import type { Check, Checking } from './checking';
import type { ContractFault } from './structure';

function mistake(place: DocumentPlace, message: string, onKey = false): ContractFault {
  return { place, message, onKey, unusable: false };
}

const uniqueOperationIds: Check = (placesOf, { report }) => {
  const seen = new Set<unknown>();
  for (const place of placesOf('Operation')) {
    const id = member(place, 'operationId');
    if (!id) continue;
    if (seen.has(id.value))
      report(mistake(id, `The operationId "${id.value}" is that of another operation, too.`, true));
    seen.add(id.value);
  }
};

const uniqueParameters: Check = (placesOf, { files, report }) => {
  for (const owner of [...placesOf('PathItem'), ...placesOf('Operation')]) {
    const seen = new Set<string>();
    for (const [, declared] of members(member(owner, 'parameters'))) {
      const place = followed(declared, files);
      if (!place) continue;
      const key = `${valueIn(place, 'in')} ${valueIn(place, 'name')}`;
      if (seen.has(key))
        report(
          mistake(declared, `The ${valueIn(place, 'in')} parameter "${valueIn(place, 'name')}" is declared twice.`),
        );
      seen.add(key);
    }
  }
};

/** "There can be one body parameter at most", and no form beside it (OpenAPI 2.0, Parameter Object). */
const oneBody: Check = (placesOf, { files, dialect, report }) => {
  for (const owner of dialect.version === '2.0' ? placesOf('Operation') : []) {
    const declared = members(member(owner, 'parameters')).map(([, place]) => place);
    const inBody = declared.filter((place) => where(place, files) === 'body');
    if (inBody[1]) report(mistake(inBody[1], 'There can be only one parameter in the body.'));
    const [field] = declared.filter((place) => where(place, files) === 'formData');
    if (field && inBody[0])
      report(mistake(field, 'There cannot be parameters in the formData beside one in the body.'));
  }
};

/** "MUST NOT appear in the same operation as any in: query parameters" (OpenAPI 3.2, Parameter Object). */
const oneQueryString: Check = (placesOf, { files, dialect, report }) => {
  const owners = dialect.version === '3.2' ? [...placesOf('PathItem'), ...placesOf('Operation')] : [];
  for (const owner of owners) {
    const declared = members(member(owner, 'parameters')).map(([, place]) => place);
    const whole = declared.filter((place) => where(place, files) === 'querystring');
    if (whole[1]) report(mistake(whole[1], 'There can be only one parameter that is the whole query string.'));
    const [part] = declared.filter((place) => where(place, files) === 'query');
    if (part && whole[0])
      report(mistake(part, 'There cannot be parameters in the query beside one that is the whole of it.'));
  }
};

function where(parameter: DocumentPlace, files: Checking['files']): unknown {
  const place = followed(parameter, files);
  return place && valueIn(place, 'in');
}

const TEMPLATED = /\{([^{}]*)\}/g;

function namesIn(template: string): string[] {
  return [...template.matchAll(TEMPLATED)].map(([, name = '']) => name);
}

/**
 * Each path is declared once (OpenAPI 3.1 §4.8.8.1), and contains each of its parameters once (3.2, "Path Templating").
 */
const uniquePaths: Check = (_all, { files, dialect, report }) => {
  const seen = new Map<string, { readonly path: string; readonly methods: readonly string[] }>();
  for (const [path, item] of members(member(rootOf(files.root), 'paths'))) {
    if (!path.startsWith('/')) continue;
    const shape = path.replace(TEMPLATED, '{}');
    const methods = pathItems(item, files).flatMap((pathItem) =>
      byMethod(pathItem, dialect.methods).map(([method]) => method),
    );
    const same = seen.get(shape);
    if (same)
      report({
        ...mistake(item, `The path ${path} differs from ${same.path} only in the names of its parameters.`, true),
        // If the two paths have different methods, each request still belongs to one of them.
        warning: dialect.version === '2.0' || !methods.some((method) => same.methods.includes(method)),
      });
    seen.set(shape, { path: same?.path ?? path, methods: [...(same?.methods ?? []), ...methods] });
    const names = namesIn(path);
    for (const name of new Set(names.filter((repeated, at) => names.indexOf(repeated) !== at)))
      report({
        ...mistake(item, `The path ${path} has the parameter {${name}} twice.`, true),
        warning: dialect.version !== '3.2',
      });
  }
};

/** Each parameter in a path is declared, and each declared path parameter is in the path (OpenAPI 3.1 §4.8.2). */
const pathTemplates: Check = (_all, { files, dialect, report }) => {
  for (const [path, item] of members(member(rootOf(files.root), 'paths'))) {
    if (!path.startsWith('/')) continue;
    const names = new Set(namesIn(path));
    // The standard does not allow a query in a path. Where there is one, its parameters may be declared as path or
    // query parameters.
    const inQuery = new Set(namesIn(path.slice(path.search(/[?#]|$/))));
    const items = pathItems(item, files);
    for (const owner of items) declaredInPath(owner);
    for (const operation of items.flatMap((owner) => operationsIn(owner, dialect.methods))) {
      declaredInPath(operation);
      const declared = new Set<unknown>();
      for (const parameter of declaredParameters([operation, ...items], files)) {
        const name = valueIn(parameter, 'name');
        const kind = valueIn(parameter, 'in');
        if (kind === 'path' || (kind === 'query' && inQuery.has(String(name)))) declared.add(name);
      }
      for (const name of names) {
        if (!declared.has(name))
          report(mistake(operation, `The parameter {${name}} of the path ${path} is not declared.`, true));
      }
    }

    function declaredInPath(owner: DocumentPlace): void {
      for (const [, declared] of members(member(owner, 'parameters'))) {
        const parameter = followed(declared, files);
        const name = parameter && valueIn(parameter, 'name');
        if (parameter && valueIn(parameter, 'in') === 'path' && typeof name === 'string' && !names.has(name))
          report(mistake(declared, `There is no {${name}} in the path ${path}.`));
      }
    }
  }
};

function operationsIn(item: DocumentPlace, methods: readonly string[]): DocumentPlace[] {
  return byMethod(item, methods).map(([, place]) => place);
}

function byMethod(item: DocumentPlace, methods: readonly string[]): [method: string, DocumentPlace][] {
  const usual = methods.flatMap((method): [string, DocumentPlace][] => {
    const place = member(item, method);
    return place ? [[method, place]] : [];
  });
  return [...usual, ...members(member(item, 'additionalOperations'))];
}

const knownSchemes: Check = (placesOf, { files, dialect, report }) => {
  const names = members(schemesIn(files.root, { files, dialect })).map(([name]) => name);
  for (const requirement of placesOf('SecurityRequirement')) {
    for (const [name, scopes] of members(requirement)) {
      // From OpenAPI 3.2 on, a requirement may name a scheme by a URI, which may lead anywhere.
      if (findScheme(name, requirement, { files, dialect }) || (dialect.version === '3.2' && URL.canParse(name)))
        continue;
      const hint = didYouMean(name, names, (meant) => `\`${meant}\``);
      report(mistake(scopes, `There is no security scheme \`${name}\`.${hint}`, true));
    }
  }
};

const serverVariables: Check = (placesOf, { dialect, report }) => {
  for (const server of placesOf('Server')) {
    const url = member(server, 'url');
    if (typeof url?.value !== 'string') continue;
    const variables = member(server, 'variables');
    for (const name of new Set(namesIn(url.value))) {
      if (!variables || !member(variables, name))
        report(mistake(url, `The variable {${name}} of the server's URL is not declared.`));
    }
    // From OpenAPI 3.1 on, this is a rule for the object itself, and reported with it.
    for (const [name, variable] of dialect.version === '3.0' ? members(variables) : []) {
      const [listed, value] = [valueIn(variable, 'enum'), member(variable, 'default')];
      if (Array.isArray(listed) && value && !listed.includes(value.value)) {
        const message = `The default of the variable {${name}} is not one of the values that its \`enum\` allows.`;
        report({ ...mistake(value, message), warning: true });
      }
    }
  }
};

const tags: Check = (_all, { files, report }) => {
  const declared = members(member(rootOf(files.root), 'tags')).map(([, tag]) => tag);
  const parents = new Map<unknown, unknown>();
  for (const tag of declared) {
    const name = valueIn(tag, 'name');
    if (parents.has(name)) report(mistake(tag, `The tag "${name}" is declared twice.`));
    parents.set(name, valueIn(tag, 'parent'));
  }
  for (const tag of declared) {
    const parent = member(tag, 'parent');
    if (!parent) continue;
    if (!parents.has(parent.value)) report(mistake(parent, `There is no tag "${parent.value}".`));
    const name = valueIn(tag, 'name');
    const above = new Set<unknown>();
    for (let next: unknown = parent.value; next !== undefined && !above.has(next); next = parents.get(next))
      above.add(next);
    if (above.has(name)) report(mistake(parent, `The tag "${name}" is a parent of itself.`));
  }
};

const knownLinks: Check = (placesOf, { files, report }) => {
  const ids = new Set(placesOf('Operation').map((operation) => valueIn(operation, 'operationId')));
  for (const link of placesOf('Link')) {
    const [id, ref] = [member(link, 'operationId'), member(link, 'operationRef')];
    if (typeof id?.value === 'string' && !ids.has(id.value))
      report(mistake(id, `There is no operation with the operationId "${id.value}".`));
    // The operation may be in another contract, on the network.
    if (typeof ref?.value !== 'string' || URL.canParse(splitReference(ref.value)[0])) continue;
    try {
      find(ref.value, ref, files);
    } catch (error) {
      if (!(error instanceof BrokenReference)) throw error;
      report(mistake(ref, error.message.replace(/^\$ref/, 'The operationRef')));
    }
  }
};

export const agreements: readonly Check[] = [
  ...[uniqueOperationIds, uniqueParameters, oneBody, oneQueryString, uniquePaths, pathTemplates],
  ...[knownSchemes, serverVariables, tags, knownLinks],
];
