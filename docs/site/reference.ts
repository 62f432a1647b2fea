/** The parts of the guides that are made from the code: the rules, the settings, and the members of the JSON report. */

import { rules } from '../../conformance/rules';
import configurationSchema from '../../src/cli/settings/configuration.schema.json';
import { openapi31 } from '../../src/contract/dialects/openapi-3.1';
import { referenceOf } from '../../src/engine/plan/requirements';
import reportSchema from '../../src/report/report.schema.json';

/** What this reads of a JSON Schema. */
interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '`true` or `false`',
  object: 'object',
};

/** Definitions that a reader knows by a word. */
const NAMED_TYPES: Readonly<Record<string, string>> = {
  '#/$defs/value': 'value',
  '#/$defs/values': 'value, or list of values',
};

/** A table in Markdown. A vertical line inside a cell is escaped. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** The rules with their levels, sentences and standards, from their metadata. */
function rulesTable(): string {
  const rows = rules.map(({ id, level, statement, ...rule }) => [
    `\`${id}\``,
    level,
    statement,
    referenceOf(rule, openapi31.section),
  ]);
  return table(['rule', 'level', 'what it requires', 'standard'], rows);
}

function adviceTable(): string {
  const rows = rules.map(({ id, advice }) => [`\`${id}\``, advice]);
  return table(['rule', 'what to do'], rows);
}

/** Follows a reference inside the same schema; what stands beside the reference goes before what it names. */
function resolve(node: SchemaNode, root: SchemaNode): SchemaNode {
  const name = node.$ref?.replace('#/$defs/', '');
  const referred = name === undefined ? undefined : root.$defs?.[name];
  return referred === undefined ? node : { ...resolve(referred, root), ...node };
}

/** What a value of this schema is, in words: `whole number from 1`. */
function typeOf(node: SchemaNode, root: SchemaNode): string {
  const named = NAMED_TYPES[node.$ref ?? ''];
  if (named !== undefined) return named;
  const resolved = resolve(node, root);
  if (resolved.const !== undefined) return `\`${JSON.stringify(resolved.const)}\``;
  if (resolved.enum) return resolved.enum.map((value) => `\`${value}\``).join(', ');
  if (resolved.anyOf) return resolved.anyOf.map((branch) => typeOf(branch, root)).join(', or ');
  if (resolved.items) return `list of: ${typeOf(resolved.items, root)}`;
  if (isVariable(resolved)) return '`{ env: NAME }`';
  if (typeof resolved.additionalProperties === 'object') {
    return `by name: ${typeOf(resolved.additionalProperties, root)}`;
  }
  const names = [resolved.type ?? 'any value'].flat().map((type) => TYPE_NAMES[type] ?? type);
  return `${names.join(', or ')}${rangeOf(resolved)}`;
}

/** ` from 1`, ` from 200 to 599`; the largest number of a timer is no bound that a reader needs. */
function rangeOf({ minimum, maximum }: SchemaNode): string {
  const upTo = maximum === undefined || maximum > 2 ** 30 ? '' : ` to ${maximum}`;
  return minimum === undefined ? '' : ` from ${minimum}${upTo}`;
}

/** A variable stands for a text: it has the one member `env`. */
function isVariable({ properties = {} }: SchemaNode): boolean {
  return Object.keys(properties).join() === 'env';
}

/**
 * A row for each setting, with those inside of others after them: `limits.timeoutMs`, `waivers[].rule`.
 * @param told the definitions that have their rows already: they are told once.
 */
function settingRows(node: SchemaNode, root: SchemaNode, told: Set<string>, prefix = ''): string[][] {
  return Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
    const resolved = resolve(property, root);
    const own = [`\`${prefix}${name}\``, typeOf(resolved, root), resolved.description ?? ''];
    const isTold = property.$ref !== undefined && told.has(property.$ref);
    if (property.$ref !== undefined) told.add(property.$ref);
    return isTold ? [own] : [own, ...settingRowsInside(resolved, root, told, `${prefix}${name}`)];
  });
}

function settingRowsInside(node: SchemaNode, root: SchemaNode, told: Set<string>, path: string): string[][] {
  if (node.items?.properties) return settingRows(node.items, root, told, `${path}[].`);
  const byName = typeof node.additionalProperties === 'object' ? resolve(node.additionalProperties, root) : undefined;
  if (byName?.properties && !isVariable(byName)) return settingRows(byName, root, told, `${path}.NAME.`);
  return node.properties && !isVariable(node) ? settingRows(node, root, told, `${path}.`) : [];
}

function settingsTable(): string {
  const root: SchemaNode = configurationSchema;
  return table(['setting', 'value', 'meaning'], settingRows(root, root, new Set()));
}

const reportRoot = ((schema: unknown) => schema as SchemaNode)(reportSchema);

/** The members of the JSON report. @param name of one of its definitions; without it, of the whole. */
function membersTable(name?: string): string {
  const root = reportRoot;
  const node = name === undefined ? root : root.$defs?.[name];
  if (!node) throw new Error(`The JSON report has no "${name}".`);
  const rows = Object.entries(node.properties ?? {}).map(([member, property]) => {
    const { description = '' } = resolve(property, root);
    return [`\`${member}\``, typeOf(property, root), node.required?.includes(member) ? 'yes' : 'no', description];
  });
  return table(['member', 'value', 'always there', 'meaning'], rows);
}

/** What stands between the marks of the guides, by the name of the mark. */
const generatedParts: Readonly<Record<string, () => string>> = {
  rules: rulesTable,
  advice: adviceTable,
  configuration: settingsTable,
  report: () => membersTable(),
  requirement: () => membersTable('requirement'),
  finding: () => membersTable('finding'),
};

const MARKED = /(<!-- generated: (\w+) -->\n).*?(<!-- end of what is generated -->)/gs;

/**
 * Puts what is generated between its marks: `<!-- generated: rules -->` and `<!-- end of what is generated -->`.
 * @throws Error for a mark that names nothing.
 */
export function fillGenerated(markdown: string): string {
  return markdown.replace(MARKED, (_, begin: string, name: string, end: string) => {
    const part = generatedParts[name];
    if (!part) throw new Error(`Nothing is generated for "${name}".`);
    return `${begin}\n${part()}\n\n${end}`;
  });
}
