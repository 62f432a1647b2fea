/** Everything that is wrong in a contract, in one go; and what only deserves a look. */

import { nearest } from '../nearest';
import type { Checked, Mistake } from './contract';
import { valueIn } from './describe3';
import type { Dialect } from './dialects';
import type { Keywords } from './dialects/dialect';
import { checkExamples } from './examples';
import type { Files } from './files';
import { BrokenReference, find, followed, member, members, type Place, rootOf } from './reference';
import { type Fault, toMistake, type Visited, walk } from './structure';

export interface Checking {
  readonly files: Files;
  readonly dialect: Dialect;
}

/** @param warn whether to look for what only deserves a look, such as an example that its schema refuses. */
export function checkContract({ files, dialect }: Checking, warn: boolean): Checked {
  const faults: Fault[] = [];
  const report = (fault: Fault) => void faults.push(fault);
  const visited: Visited[] = [];
  walk(
    { kind: 'Root', place: rootOf(files.root) },
    { files, dialect, report, visit: (each) => void visited.push(each) },
  );
  const rules = [
    ...[uniqueOperationIds, uniqueParameters, pathTemplates, knownSchemes, serverVariables, uniqueTags, knownLinks],
    ...(warn ? [doubtfulSchemas, checkExamples] : []),
  ];
  for (const rule of rules) rule(visited, { files, dialect, report });
  const of = (warning: boolean) => faults.filter((fault) => (fault.warning === true) === warning).map(toMistake);
  return { mistakes: inOrder(of(false)), warnings: warn ? inOrder(of(true)) : [] };
}

/** The same mistake is come to on several ways. */
function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const unique = new Map(mistakes.map((each) => [`${each.file}:${each.line}:${each.column}:${each.message}`, each]));
  return [...unique.values()].sort(
    (one, other) => one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column,
  );
}

export interface Judging extends Checking {
  readonly report: (fault: Fault) => void;
}

type Rule = (visited: readonly Visited[], judging: Judging) => void;

function of(visited: readonly Visited[], kind: string): Place[] {
  return visited.filter((each) => each.kind === kind).map(({ place }) => place);
}

function mistake(place: Place, message: string, onKey = false): Fault {
  return { place, message, onKey, unusable: false };
}

function warning(place: Place, message: string): Fault {
  return { place, message, onKey: true, unusable: false, warning: true };
}

const uniqueOperationIds: Rule = (visited, { report }) => {
  const seen = new Set<unknown>();
  for (const place of of(visited, 'Operation')) {
    const id = member(place, 'operationId');
    if (!id) continue;
    if (seen.has(id.value))
      report(mistake(id, `The operationId "${id.value}" is that of another operation, too.`, true));
    seen.add(id.value);
  }
};

const uniqueParameters: Rule = (visited, { files, report }) => {
  for (const owner of [...of(visited, 'PathItem'), ...of(visited, 'Operation')]) {
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

const TEMPLATED = /\{([^{}]*)\}/g;

/** "The value for these path parameters MUST be …" (OpenAPI 3.1 §4.8.8): each is declared, and each that is declared is there. */
const pathTemplates: Rule = (_visited, { files, dialect, report }) => {
  const seen = new Map<string, string>();
  for (const [path, item] of members(member(rootOf(files.root), 'paths'))) {
    const names = [...path.matchAll(TEMPLATED)].map(([, name = '']) => name);
    const shape = path.replace(TEMPLATED, '{}');
    const same = seen.get(shape);
    if (same !== undefined)
      report(mistake(item, `The path ${path} is the same as ${same}, but for names of parameters.`, true));
    seen.set(shape, path);
    for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at)))
      report(mistake(item, `The path ${path} has the parameter {${name}} twice.`, true));
    const place = followed(item, files);
    if (!place) continue;
    const inPath = (owner: Place) =>
      members(member(owner, 'parameters')).flatMap(([, declared]) => {
        const parameter = followed(declared, files);
        return parameter && valueIn(parameter, 'in') === 'path' ? [{ declared, parameter }] : [];
      });
    const shared = inPath(place);
    const nameOf = ({ parameter }: { parameter: Place }) => String(valueIn(parameter, 'name'));
    for (const method of dialect.methods) {
      const operation = member(place, method);
      if (!operation) continue;
      const own = inPath(operation);
      const declared = new Set([...shared, ...own].map(nameOf));
      for (const name of new Set(names)) {
        if (!declared.has(name))
          report(mistake(operation, `The parameter {${name}} of the path ${path} is not declared.`, true));
      }
      for (const each of own) {
        if (!names.includes(nameOf(each))) report(mistake(each.declared, notInPath(nameOf(each), path)));
      }
    }
    for (const each of shared) {
      if (!names.includes(nameOf(each))) report(mistake(each.declared, notInPath(nameOf(each), path)));
    }
  }
};

function notInPath(name: string, path: string): string {
  return `There is no {${name}} in the path ${path}.`;
}

const knownSchemes: Rule = (visited, { files, dialect, report }) => {
  const root = rootOf(files.root);
  const place =
    dialect.member === 'swagger'
      ? member(root, 'securityDefinitions')
      : followed(member(root, 'components'), files) &&
        member(followed(member(root, 'components'), files) as Place, 'securitySchemes');
  const names = members(place).map(([name]) => name);
  for (const requirement of of(visited, 'SecurityRequirement')) {
    for (const [name, scopes] of members(requirement)) {
      // From OpenAPI 3.2 on a scheme may be named by an address.
      if (names.includes(name) || (dialect.methods.includes('query') && /[/#:]/.test(name))) continue;
      const meant = nearest(name, names);
      const hint = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
      report(mistake(scopes, `There is no security scheme \`${name}\`.${hint}`, true));
    }
  }
};

const serverVariables: Rule = (visited, { report }) => {
  for (const server of of(visited, 'Server')) {
    const url = member(server, 'url');
    if (typeof url?.value !== 'string') continue;
    const variables = member(server, 'variables');
    for (const [, name = ''] of url.value.matchAll(TEMPLATED)) {
      if (!variables || !member(variables, name))
        report(mistake(url, `The variable {${name}} of the server's URL is not declared.`));
    }
    for (const [name, variable] of members(variables)) {
      const listed = member(variable, 'enum')?.value;
      const value = member(variable, 'default');
      if (Array.isArray(listed) && value && !listed.includes(value.value))
        report(mistake(value, `The default of the variable {${name}} is none of those that its \`enum\` allows.`));
    }
  }
};

const uniqueTags: Rule = (_visited, { files, report }) => {
  const seen = new Set<unknown>();
  for (const [, tag] of members(member(rootOf(files.root), 'tags'))) {
    const name = valueIn(tag, 'name');
    if (seen.has(name)) report(mistake(tag, `The tag "${name}" is declared twice.`));
    seen.add(name);
  }
};

const knownLinks: Rule = (visited, { files, report }) => {
  const ids = new Set(of(visited, 'Operation').map((operation) => valueIn(operation, 'operationId')));
  for (const link of of(visited, 'Link')) {
    const [id, ref] = [member(link, 'operationId'), member(link, 'operationRef')];
    if (typeof id?.value === 'string' && !ids.has(id.value))
      report(mistake(id, `There is no operation with the operationId "${id.value}".`));
    if (typeof ref?.value !== 'string') continue;
    try {
      find(ref.value, ref, files);
    } catch (error) {
      if (!(error instanceof BrokenReference)) throw error;
      report(mistake(ref, error.message.replace(/^\$ref/, 'The operationRef')));
    }
  }
};

const doubtfulSchemas: Rule = (visited, { dialect, report }) => {
  for (const place of of(visited, 'Schema')) {
    for (const { key, message } of dialect.schemas.doubtful(place.value as Keywords))
      report(warning((key === undefined ? undefined : member(place, key)) ?? place, message));
    reportEnum(place, report);
  }
};

const MATCHING: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};

/** A listed value that the type excludes can never come. */
function reportEnum(place: Place, report: Judging['report']): void {
  const { type, nullable } = place.value as Keywords;
  const types = [type].flat().filter((each) => typeof each === 'string' && Object.hasOwn(MATCHING, each)) as string[];
  if (types.length === 0) return;
  for (const [, item] of members(member(place, 'enum'))) {
    if (item.value === null && nullable === true) continue;
    if (!types.some((each) => MATCHING[each]?.(item.value)))
      report(
        warning(
          item,
          `${JSON.stringify(item.value).slice(0, 60)} is not of the type ${types.join(' or ')}, and can never come.`,
        ),
      );
  }
}
