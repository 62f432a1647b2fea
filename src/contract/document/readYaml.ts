/** Reads a YAML text: its value, where each part of it stands, and what is not strict YAML. */

import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  type Node,
  type Pair,
  Parser,
  Scalar,
  type YAMLError,
} from 'yaml';
import { type Departure, LenientLexer } from './lenientLexer';
import { collectNodes, type Index, type NodeNumber } from './positionsIndex';
import { DEEPEST_DOCUMENT, TextError, TOO_DEEP } from './textError';
import { scalarOf } from './yamlScalars';

/** At most this many members may be merged by `<<` in total. */
const MOST_MERGED = 100_000;

interface YamlText {
  /** Undefined if the text is empty. What stands several times by aliases is one object. */
  readonly value: unknown;
  readonly index: Index;
  /** What YAML 1.2 forbids, and what is read all the same. */
  readonly departures: readonly Departure[];
  readonly hasAliases: boolean;
}

/**
 * Reads YAML 1.2 with merge keys. Member names that are numbers become texts. What PyYAML and Go's yaml read alike is read as they do, even
 * if YAML 1.2 forbids it.
 * @throws TextError if the text is not YAML, or is too deep, or what it means is not certain.
 */
export function readYaml(text: string): YamlText {
  // YAML ends lines by a carriage return alone, too (§5.4), and `yaml` does not.
  const lines = /\r(?!\n)/.test(text) ? text.replace(/\r(?!\n)/g, '\n') : text;
  const unprintable = UNPRINTABLE.exec(lines);
  if (unprintable) throw errorAt(lines, unprintable.index, 'it has a control character, which YAML forbids');
  // Scalars are read here, and names compared: `yaml` compares each name of an object with each other one.
  const { document, departures } = yamlDocument(lines, { schema: 'failsafe', uniqueKeys: false });
  return { ...new Reading(lines).read(document), departures };
}

/** What may not stand in YAML (§5.1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

function errorAt(text: string, offset: number, message: string): TextError {
  const before = text.slice(0, offset).split('\n');
  return new TextError(message, before.length, (before.at(-1) ?? '').length + 1);
}

/**
 * Returns the nodes of a YAML text.
 * @returns no document if the text is empty.
 * @throws TextError if the text has mistakes, or several documents.
 */
export function yamlDocument(
  text: string,
  options: Options,
): { readonly document: Document | undefined; readonly departures: readonly Departure[] } {
  const lexer = new LenientLexer();
  const parser = new Parser();
  const { stack } = parser as unknown as { readonly stack: readonly unknown[] };
  const composer = new Composer(options);
  const documents: Document[] = [];
  for (const lexeme of lexer.lex(text)) {
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    if (stack.length > DEEPEST_DOCUMENT + ON_STACK) throw new TextError(TOO_DEEP);
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end());
  const [document] = documents;
  const mistakes = (documents.length > 0 ? documents : [composer.streamInfo()]).flatMap(({ errors, warnings }) => [
    ...errors,
    ...warnings.filter(isOtherVersion),
  ]);
  const departures = [...lexer.departures, ...forgiven(text, mistakes, lexer.departures)];
  if (documents.length > 1) throw new TextError('it holds several documents; keep one in a file');
  return { document, departures };
}

type Options = ConstructorParameters<typeof Composer>[0];

/** So many tokens of the parser hold no value within another: the document, and a scalar or what separates two. */
const ON_STACK = 8;

/** Whether a text is of YAML 2 or later (§6.8.1). */
function isOtherVersion({ message }: YAMLError): boolean {
  return /^Unsupported YAML version (?!1\.)/.test(message);
}

/**
 * Returns which of the mistakes leave no doubt about what is meant.
 * @param before where lines within quotes or brackets stand too far left, as they do where a quote or a bracket is not closed.
 * @throws TextError for the first of the others.
 */
function forgiven(text: string, mistakes: readonly YAMLError[], before: readonly Departure[]): Departure[] {
  const [first] = mistakes
    .filter((mistake) => forgivenAs(mistake) === undefined)
    .sort((left, right) => left.pos[0] - right.pos[0]);
  if (first) throw first.code === 'RESOURCE_EXHAUSTION' ? new TextError(TOO_DEEP) : mistakeOf(text, first, before);
  return mistakes.map((mistake) => ({ offset: mistake.pos[0], message: forgivenAs(mistake) ?? mistake.message }));
}

function forgivenAs({ code, message }: YAMLError): string | undefined {
  if (code === 'KEY_OVER_1024_CHARS') return 'a name without `?` must not be longer than 1,024 characters';
  if (message.startsWith('Comments must be separated')) return 'a space must stand before a comment';
  return undefined;
}

function mistakeOf(text: string, { pos, code, message }: YAMLError, before: readonly Departure[]): TextError {
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && message.startsWith('Nested'))
    return errorAt(text, pos[0], 'the value of a member goes on with a `:`, so a line may be indented wrongly');
  const [, bracket] = /must (?:be sufficiently indented and )?end with a ([\]}])/.exec(message) ?? [];
  const said = bracket === undefined ? message : `a \`${bracket}\` is missing`;
  const open = before.findLast(({ offset }) => offset <= pos[1]);
  const cause = open
    ? `; a quote or a bracket may not be closed before line ${errorAt(text, open.offset, '').line}`
    : '';
  return errorAt(text, pos[0], said.charAt(0).toLowerCase() + said.slice(1).replace(/\.$/, '') + cause);
}

/** What an anchor (`&name`) stands for. */
interface Anchored {
  readonly value: unknown;
  readonly number: NodeNumber;
}

/** One walk through a document, which makes the value and the index of its places together. */
class Reading {
  private readonly nodes = collectNodes();
  private readonly names: string[] = [];
  private readonly aliases = new Map<NodeNumber, NodeNumber>();
  private readonly merges = new Set<NodeNumber>();
  private readonly anchors = new Map<string, Anchored>();
  /** Where the last value began that stands somewhere: an empty one has no place of its own. */
  private last = 0;
  private merged = 0;

  constructor(private readonly text: string) {}

  read(document: Document | undefined): Omit<YamlText, 'departures'> {
    const value = document ? this.valueOf(document.contents, 0) : undefined;
    const { names, aliases, merges } = this;
    const index = { ...this.nodes.finish(), aliases, merges, nameOf: (key: NodeNumber) => names[key] ?? '' };
    return { value, index, hasAliases: aliases.size > 0 };
  }

  private valueOf(node: Node | null, depth: number): unknown {
    if (!node || isScalar(node)) return this.scalar(node);
    if (isAlias(node)) {
      const number = this.begin('scalar', node);
      const meant = this.anchors.get(node.source);
      if (!meant) throw this.error(node, `no \`&${node.source}\` stands before \`*${node.source}\``);
      this.aliases.set(number, meant.number);
      return meant.value;
    }
    if (depth >= DEEPEST_DOCUMENT) throw new TextError(TOO_DEEP);
    const kind = isMap(node) ? 'map' : 'seq';
    if (node.tag !== undefined && node.tag !== '!' && node.tag !== `tag:yaml.org,2002:${kind}`)
      throw this.error(node, unknownTag(node.tag));
    const value: unknown[] | Record<string, unknown> = kind === 'map' ? {} : [];
    const number = this.begin(kind === 'map' ? 'object' : 'list', node);
    if (node.anchor !== undefined) this.anchors.set(node.anchor, { value, number });
    if (isMap(node)) this.readMembers(node.items as Pair<Node, Node | null>[], value as Record<string, unknown>, depth);
    else for (const item of node.items) (value as unknown[]).push(this.valueOf(item as Node | null, depth + 1));
    this.nodes.end(number);
    return value;
  }

  private readMembers(pairs: readonly Pair<Node, Node | null>[], object: Record<string, unknown>, depth: number): void {
    /** The names that were merged into the object, which members of its own take the place of. */
    let merged: Set<string> | undefined;
    for (const { key, value } of pairs) {
      const number = this.names.length;
      const name = this.nameOf(key);
      if (isMerge(key)) {
        this.merges.add(number);
        merged ??= new Set();
        this.merge(key, this.valueOf(value, depth + 1), object, merged);
        continue;
      }
      if (Object.hasOwn(object, name) && merged?.delete(name) !== true)
        throw this.error(key, `\`${name}\` stands twice in one object`);
      setMember(object, name, this.valueOf(value, depth + 1));
    }
  }

  /** Reads the name of a member: a text, a number as it is written in JavaScript, `true`, `false` or `null`. */
  private nameOf(key: Node | null): string {
    if (key && !isScalar(key) && !isAlias(key)) throw this.error(key, 'the name of a member is a list or an object');
    if (key && isScalar(key) && isEmpty(key)) this.refuseStrayColon(key);
    const number = this.names.length;
    const value = isMerge(key) ? this.mergeName(key) : this.valueOf(key, 0);
    if (typeof value === 'object' && value !== null)
      throw this.error(key, 'the name of a member is a list or an object');
    const name = String(value);
    this.names[number] = name;
    return name;
  }

  private mergeName(key: Scalar): string {
    this.begin('scalar', key);
    return '<<';
  }

  /** `yaml` takes `a: [b]: c` for two members, the second of which has no name. All others refuse it. */
  private refuseStrayColon({ range }: Scalar): void {
    const at = range?.[0] ?? 0;
    const before = this.text.slice(this.text.lastIndexOf('\n', at - 1) + 1, at);
    if (/[\]}"'][ \t]*$/.test(before)) throw errorAt(this.text, at, 'a `:` stands after a value');
  }

  private merge(key: Node, from: unknown, into: Record<string, unknown>, merged: Set<string>): void {
    const sources: unknown[] = Array.isArray(from) ? from : [from];
    for (const source of sources) {
      if (typeof source !== 'object' || source === null || Array.isArray(source))
        throw this.error(key, '`<<` merges an object, or a list of objects, and nothing else');
      for (const [name, value] of Object.entries(source)) {
        this.merged++;
        if (this.merged > MOST_MERGED) throw this.error(key, `\`<<\` merges more than ${MOST_MERGED} members`);
        if (Object.hasOwn(into, name)) continue;
        merged.add(name);
        setMember(into, name, value);
      }
    }
  }

  private scalar(node: Scalar | null): unknown {
    const number = this.begin('scalar', node);
    const isPlain = node === null || node.type === Scalar.PLAIN || node.type === undefined;
    const source = node?.source ?? '';
    const value = scalarOf(source, node?.tag ?? (isPlain ? undefined : '!'));
    if (value === undefined) throw this.error(node, unknownTag(node?.tag ?? ''));
    if (node?.anchor !== undefined) this.anchors.set(node.anchor, { value, number });
    return value;
  }

  private begin(kind: 'object' | 'list' | 'scalar', node: Node | null): NodeNumber {
    if (node && !(isScalar(node) && isEmpty(node))) this.last = node.range?.[0] ?? this.last;
    this.names.push('');
    return this.nodes.begin(kind, this.last);
  }

  private error(node: Node | null, message: string): TextError {
    return errorAt(this.text, node?.range?.[0] ?? this.last, message);
  }
}

/** Whether nothing is written where the value is. */
function isEmpty({ source, type }: Scalar): boolean {
  return source === '' && (type === Scalar.PLAIN || type === undefined);
}

function isMerge(key: Node | null): key is Scalar {
  if (!isScalar(key)) return false;
  return key.tag === undefined
    ? key.source === '<<' && key.type === Scalar.PLAIN
    : key.tag === 'tag:yaml.org,2002:merge';
}

/** Sets a member also where it is called `__proto__`. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function unknownTag(tag: string): string {
  return `the tag \`${tag.replace(/^tag:yaml\.org,2002:/, '!!')}\` is not known, or does not fit the value`;
}
