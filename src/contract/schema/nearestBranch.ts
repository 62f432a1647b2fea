/** Says of a broken `anyOf` or `oneOf` which branch was meant, and what the value breaks in it. */

import { isObject } from '../../json/value';
import { isNullOnly } from './applied';
import type { BrokenClause } from './brokenClause';
import { excludedBranches, tellingBranches } from './coveredBranches';
import { discriminatorOf, namedBranch, namesOfBranches } from './discriminator';
import { facets, memberSchemas } from './facets';
import { isSchema, keywordsOf, type Schema } from './schema';

/** A message is cut to this many characters. */
const LONGEST = 240;

/** At most this many branches are named as the nearest, and so many breaches of each. */
const MOST_NEAREST = 3;
const MOST_BREACHES = 3;

/**
 * Puts what a person is to be told in the place of what was found: the clauses of the branch that was meant, in the place of `oneOf`. That is
 * the branch that a `discriminator` names (OpenAPI 3.0.3 §4.7.25), and the schema itself where `anyOf` stands for
 * `nullable`, since the contract has no such keyword there.
 */
export function toldOf(broken: readonly BrokenClause[]): readonly BrokenClause[] {
  return broken.some(({ branches }) => branches) ? told(withoutFollowing(broken), new Map()) : broken;
}

/**
 * Leaves out members that nothing has looked at only because each branch that declares them refuses the value for another reason.
 */
function withoutFollowing(broken: readonly BrokenClause[]): readonly BrokenClause[] {
  const choices = broken.filter((clause) => CHOICES.has(clause.keyword) && !isMistakeOfContract(clause));
  const follows = ({ schema, path, keyword, about = [] }: BrokenClause) =>
    keyword === 'unevaluatedProperties' &&
    choices
      .filter((choice) => choice.schema.place === schema.place && choice.path === path)
      .some((choice) => branchesOf(choice).some((branch) => about.every((name) => declares(branch, name))));
  return broken.filter((clause) => !follows(clause));
}

const CHOICES: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

function declares(branch: Schema, name: string | number): boolean {
  return memberSchemas(branch).has(String(name));
}

/** @param known what is told of the lists so far: the same branches may stand within many others. */
function told(broken: readonly BrokenClause[], known: Map<unknown, readonly BrokenClause[]>): readonly BrokenClause[] {
  const before = known.get(broken);
  if (before) return before;
  // A schema that leads back to itself ends here.
  known.set(broken, []);
  const clauses: BrokenClause[] = [];
  for (const clause of broken) {
    const meant = meantBranch(clause);
    const inner = meant && meant.length > 0 ? told(meant, known) : [clause];
    clauses.push(...inner.slice(0, MOST_TOLD - clauses.length));
  }
  known.set(broken, clauses);
  return clauses;
}

/** At most this many clauses are told of one value. */
const MOST_TOLD = 1000;

/**
 * Returns whether a `oneOf` is broken that is rather a mistake of the contract: several branches take the value, and it names one of them or
 * is the null that each of them allows; or no value at all can satisfy it.
 */
export function isMistakeOfContract(clause: BrokenClause): boolean {
  const { schema, keyword, branches = [], value } = clause;
  if (keyword !== 'oneOf' && keyword !== 'anyOf') return false;
  if (excludedBranches(keywordsOf(schema), keyword)) return true;
  const taken = branches.filter(({ length }) => length === 0).length;
  return taken > 1 && (value === null || brokenInNamed(clause)?.length === 0);
}

function meantBranch(clause: BrokenClause): readonly BrokenClause[] | undefined {
  const { schema, keyword, branches } = clause;
  if (!branches || keyword === 'discriminator') return undefined;
  const ofNullable = branchesOf(clause).findIndex((branch) => branch.place === schema.place && !isNullOnly(branch));
  return ofNullable < 0 ? brokenInNamed(clause) : branches[ofNullable];
}

function brokenInNamed(clause: BrokenClause): readonly BrokenClause[] | undefined {
  const { schema, branches, value } = clause;
  const keywords = keywordsOf(schema);
  if (typeof keywords === 'boolean' || !isObject(value)) return undefined;
  const all = branchesOf(clause);
  const named = namedBranch(keywords, all, value);
  return named && branches?.[all.indexOf(named)];
}

/** Returns the branches that were tried, in the order of `branches`: of a `oneOf` all of them only where it was judged to the letter. */
function branchesOf({ schema, keyword, branches }: BrokenClause): readonly Schema[] {
  const keywords = keywordsOf(schema);
  const listed = typeof keywords === 'boolean' ? [] : ((keywords[keyword] ?? []) as Schema[]);
  return keyword === 'oneOf' && branches?.length !== listed.length ? tellingBranches(listed) : listed;
}

/**
 * Returns a sentence without a subject that says which branch is nearest.
 * Example: ``must satisfy exactly one schema of `oneOf`; nearest is Point (it lacks pointId)``.
 * @param requirementOf says what another clause requires.
 */
export function branchesText(clause: BrokenClause, requirementOf: (clause: BrokenClause) => string): string {
  // Branches within branches are not written out: there may be very many.
  const innerText = (inner: BrokenClause) => (inner.branches ? mustText(inner) : requirementOf(inner));
  const { keyword, branches = [] } = clause;
  const schemas = branchesOf(clause);
  const labels = schemas.map((branch) => labelOf(branch, clause));
  const satisfied = labels.filter((_, at) => branches[at]?.length === 0);
  const must = mustText(clause);
  if (satisfied.length > 1)
    return cut(
      `satisfies ${satisfied.length} schemas of \`oneOf\` (${satisfied.join(', ')}), and must satisfy exactly one`,
    );
  const types = typesWanted(clause);
  if (types) return cut(`must be ${types.join(' or ')}, to satisfy a schema of \`${keyword}\``);
  const unnamed = nameWanted(clause, schemas);
  if (unnamed !== undefined) return cut(unnamed);
  const distances = branches.map((broken) => distanceOf(broken, clause.path));
  const least = Math.min(...distances);
  const texts = labels.flatMap((label, at) =>
    distances[at] === least ? [`${label} (${breachesText(branches[at] ?? [], clause.path, innerText)})`] : [],
  );
  const nearest = [...new Set(texts)];
  if (nearest.length === 0) return must;
  if (nearest.length > MOST_NEAREST) return cut(`${must} (${labels.join(', ')})`);
  return cut(`${must}; nearest ${nearest.length === 1 ? 'is' : 'are'} ${nearest.join(' and ')}`);
}

function mustText({ keyword }: BrokenClause): string {
  return `must satisfy ${keyword === 'oneOf' ? 'exactly one schema' : 'a schema'} of \`${keyword}\``;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Returns the name of a branch: of what it refers to, its title, or its place in the list. */
function labelOf(branch: Schema, { schema, keyword }: BrokenClause): string {
  const keywords = keywordsOf(branch);
  if (typeof keywords === 'object') {
    const { $ref, allOf, title } = keywords;
    const only = Array.isArray(allOf) && allOf.length === 1 && isSchema(allOf[0]) ? keywordsOf(allOf[0]) : undefined;
    const referred = isSchema($ref) ? $ref : typeof only === 'object' ? only['$ref'] : undefined;
    if (isSchema(referred)) return nameOf(referred);
    if (typeof title === 'string' && title !== '') return title;
  }
  const listed = keywordsOf(schema);
  return `${keyword}/${typeof listed === 'boolean' ? 0 : (listed[keyword] as Schema[]).indexOf(branch)}`;
}

function nameOf({ place: { pointer, file } }: Schema): string {
  const name = pointer.split('/').at(-1) ?? '';
  return name === '' || name === '#' ? (file.path.split(/[/\\]/).at(-1) ?? name) : name;
}

/** Returns the types that the branches want if the type is all that every branch has against the value. */
function typesWanted({ path, branches = [] }: BrokenClause): string[] | undefined {
  const isType = (broken: readonly BrokenClause[]) =>
    broken.length > 0 && broken.every((clause) => clause.keyword === 'type' && clause.path === path);
  if (!branches.every(isType)) return undefined;
  const types = branches.flatMap((broken) =>
    broken.flatMap(({ schema: { keywords } }) => (typeof keywords === 'boolean' ? [] : [keywords['type']].flat())),
  );
  return [...new Set(types.map(String))];
}

/**
 * Returns what is wrong with the member that is to name a branch; undefined if it is there and another member tells the branches apart, or
 * if there is no `discriminator`.
 */
function nameWanted({ schema, keyword, value }: BrokenClause, branches: readonly Schema[]): string | undefined {
  const keywords = keywordsOf(schema);
  const discriminator = typeof keywords === 'boolean' ? undefined : discriminatorOf(keywords['discriminator']);
  if (!discriminator || !isObject(value)) return undefined;
  const { propertyName } = discriminator;
  if (!Object.hasOwn(value, propertyName))
    return `must have the property "${propertyName}", which names a schema of \`${keyword}\``;
  const declares = (branch: Schema) =>
    (memberSchemas(branch).get(propertyName) ?? [])
      .flatMap((member) => facets(member, true))
      .some((member) => 'const' in member || 'enum' in member);
  const names = namesOfBranches(discriminator, branches);
  if (names.length === 0 || branches.some(declares)) return undefined;
  return `must name a schema of \`${keyword}\` by its "${propertyName}": ${names.join(', ')}`;
}

/** What a breach says against a branch: a value of another type, or with another constant, hardly means that branch. */
function distanceOf(broken: readonly BrokenClause[], path: string): number {
  const weights = broken.map((clause) => {
    const depth = clause.path.slice(path.length).split('/').length - 1;
    if (clause.keyword === 'type' && depth === 0) return 1000;
    return isConstant(clause) && depth <= 1 ? 100 : 1;
  });
  return weights.reduce((sum, weight) => sum + weight, 0);
}

function isConstant({ schema, keyword }: BrokenClause): boolean {
  if (keyword !== 'enum' || typeof schema.keywords === 'boolean') return keyword === 'const';
  return (schema.keywords['enum'] as readonly unknown[]).length === 1;
}

/**
 * Says what a value is by the name in it, and what it lacks to be that.
 * Example: `must be what its "kind" says it is: "Line" (it lacks width)`.
 */
export function misnamedText(clause: BrokenClause, requirementOf: (clause: BrokenClause) => string): string {
  const { schema, branches: [broken = []] = [], value, path } = clause;
  const keywords = keywordsOf(schema);
  const { propertyName = '' } = (typeof keywords === 'object' && discriminatorOf(keywords['discriminator'])) || {};
  const name = isObject(value) ? JSON.stringify(value[propertyName]) : '';
  return cut(`must be what its "${propertyName}" says it is: ${name} (${breachesText(broken, path, requirementOf)})`);
}

/** Returns what a value breaks in one branch: "it lacks a, b; /c must be string". */
function breachesText(
  branch: readonly BrokenClause[],
  path: string,
  requirementOf: (clause: BrokenClause) => string,
): string {
  const broken = toldOf(branch);
  const lacking = broken.filter((clause) => clause.keyword === 'required' && clause.path === path);
  const lacks = lacking.length === 0 ? [] : [`it lacks ${lacking.map(({ about = [] }) => about[0]).join(', ')}`];
  const others = broken
    .filter((clause) => !lacking.includes(clause))
    .map((clause) => `${clause.path.slice(path.length) || 'it'} ${requirementOf(clause)}`);
  const all = [...lacks, ...others];
  const more = all.length - MOST_BREACHES;
  return [...all.slice(0, MOST_BREACHES), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}
