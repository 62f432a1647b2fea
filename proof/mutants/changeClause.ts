/** Makes mutants: contracts with one clause changed. A service that keeps a mutant breaks the original contract in that clause. */

import { isSuccessStatus } from '../../src/contract/contract';
import { bareType, mediaKind } from '../../src/http/mediaType';
import { escapePointer } from '../../src/json/pointer';
import { isObject } from '../../src/json/value';
import { entriesOf, type ParsedContract, type Place, resolved, under, valueUnder } from './place';
import { type Change, changesOfSchema, isUnsatisfiable } from './schemaChanges';

/** What a clause is about: requests of an operation, or one of its declared responses. */
interface ClauseSubject {
  readonly operation: string;
  /** The declared status; undefined for requests. */
  readonly status: string | undefined;
}

export interface Mutant extends Pick<Change, 'kind' | 'what'> {
  /** JSON Pointer of the clause in the contract, as a URI fragment. */
  readonly pointer: string;
  readonly uses: readonly ClauseSubject[];
  /** Whether the change makes the service accept more, so that only a request can show it. */
  readonly laxer: boolean;
  /** The changed contract. */
  readonly make: () => ParsedContract;
}

/** How many levels of schemas are changed. */
const DEEPEST = 8;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** How the values of a schema are written. */
interface Written {
  readonly use: ClauseSubject;
  /** As text: in a parameter, a form, or XML. */
  readonly isText: boolean;
}

/** A clause that can be changed, and where the contract uses it. */
interface Found extends Change {
  /** Leads to the object that the clause stands in. */
  readonly path: Place['path'];
  readonly uses: Map<string, ClauseSubject>;
}

/** Makes all mutants of a contract in one file. Each clause is changed once, also if several operations use it. */
export function mutantsOf(root: ParsedContract): Mutant[] {
  const walk = new ClauseWalk(root);
  walk.operations();
  return walk
    .found()
    .filter(({ laxer, uses }) => !laxer || [...uses.values()].some(({ status }) => status === undefined))
    .map(({ path, kind, what, change, uses, laxer = false }) => ({
      pointer: `#${path.map((name) => `/${escapePointer(name)}`).join('')}`,
      what,
      kind,
      uses: [...uses.values()],
      laxer,
      make() {
        const copy = structuredClone(root);
        const owner = valueUnder(copy, path);
        if (isObject(owner)) change(owner);
        return copy;
      },
    }));
}

/** Visits the clauses of all operations, and notes how each can be changed. */
class ClauseWalk {
  /** By the place and what is changed there. */
  private readonly changes = new Map<string, Found>();

  constructor(private readonly root: ParsedContract) {}

  found(): readonly Found[] {
    return [...this.changes.values()];
  }

  operations(): void {
    const paths: Place = { path: ['paths'], value: this.root['paths'] };
    for (const [template, item] of entriesOf(paths)) {
      for (const method of METHODS) {
        const operation = under(item, method);
        if (isObject(operation.value)) this.operation(operation, item, `${method.toUpperCase()} ${template}`);
      }
    }
  }

  private operation(operation: Place, item: Place, name: string): void {
    const request: ClauseSubject = { operation: name, status: undefined };
    for (const owner of [item, operation]) {
      for (const [, declared] of entriesOf(under(owner, 'parameters')))
        this.parameter(resolved(declared, this.root), request);
    }
    this.body(resolved(under(operation, 'requestBody'), this.root), request);
    this.responses(under(operation, 'responses'), name);
    this.security(operation, request);
  }

  private parameter(parameter: Place, use: ClauseSubject): void {
    const { value } = parameter;
    if (!isObject(value)) return;
    if (value['in'] === 'body') {
      this.schema(under(parameter, 'schema'), { use, isText: false });
      return;
    }
    if (value['required'] === true && value['in'] !== 'path')
      this.note(parameter, noMoreRequired(`${value['name']}`), use);
    this.schema(isObject(value['schema']) ? under(parameter, 'schema') : parameter, { use, isText: true });
  }

  private body(body: Place, use: ClauseSubject): void {
    if (!isObject(body.value)) return;
    if (body.value['required'] === true) this.note(body, noMoreRequired('the body'), use);
    this.content(under(body, 'content'), use);
  }

  private content(content: Place, use: ClauseSubject): void {
    const entries = entriesOf(content);
    const [first] = entries;
    if (first && entries.length === 1) {
      const other = 'application/x-mutant+json';
      const change = (owner: ParsedContract) => rename(owner, first[0], other);
      this.note(content, { kind: 'media type', what: `${first[0]} is ${other}`, change }, use);
    }
    for (const [type, media] of entries) {
      const kind = mediaKind(bareType(type));
      // Any text satisfies the schema of a string, and any bytes do, so these are not changed.
      if (kind === 'text' || kind === 'binary') continue;
      this.schema(under(media, 'schema'), { use, isText: kind !== 'json' && kind !== 'sequence' });
    }
  }

  private responses(responses: Place, operation: string): void {
    const entries = entriesOf(responses).filter(([status]) => /^([1-5](\d\d|XX)|default)$/i.test(status));
    const success = entries.filter(([status]) => isSuccessStatus(status));
    const [only] = success;
    if (only && success.length === 1) {
      const [status] = only;
      const change = (owner: ParsedContract) => rename(owner, status, '299');
      this.note(responses, { kind: 'status', what: `${status} is 299`, change }, { operation, status });
    }
    for (const [status, declared] of entries) this.response(resolved(declared, this.root), { operation, status });
  }

  private response(response: Place, use: ClauseSubject): void {
    this.content(under(response, 'content'), use);
    this.schema(under(response, 'schema'), { use, isText: false });
    const headers = under(response, 'headers');
    for (const [name, header] of entriesOf(headers)) {
      const { value } = resolved(header, this.root);
      if (/^content-type$/i.test(name) || !isObject(value) || value['required'] !== true) continue;
      this.note(headers, { kind: 'header', what: `${name} is gone`, change: (owner) => delete owner[name] }, use);
    }
  }

  private security(operation: Place, use: ClauseSubject): void {
    const own = isObject(operation.value) ? operation.value['security'] : undefined;
    const security = own ?? this.root['security'];
    if (!Array.isArray(security) || security.length === 0) return;
    if (security.some((each) => isObject(each) && Object.keys(each).length === 0)) return;
    const change = (owner: ParsedContract) => Object.assign(owner, { security: [] });
    this.note(operation, { kind: 'security', what: 'security is gone', change }, use);
  }

  private schema(declared: Place, written: Written, depth = 0): void {
    const place = resolved(declared, this.root);
    if (depth > DEEPEST || !isObject(place.value) || isUnsatisfiable(place.value)) return;
    for (const change of changesOfSchema(place.value))
      if (!isHidden(change, written)) this.note(place, change, written.use);
    // Of what an `enum` lists, nothing else bounds the parts.
    if (place.value['enum'] !== undefined) return;
    for (const [, property] of entriesOf(under(place, 'properties'))) this.schema(property, written, depth + 1);
    for (const name of ['items', 'additionalProperties']) this.schema(under(place, name), written, depth + 1);
    for (const [, part] of entriesOf(under(place, 'allOf'))) this.schema(part, written, depth + 1);
  }

  /** Notes a change, once for all operations that use the clause. @param owner the object that the clause stands in. */
  private note({ path }: Place, change: Change, use: ClauseSubject): void {
    const key = `${path.join('/')} ${change.what}`;
    const found = this.changes.get(key) ?? { ...change, path, uses: new Map() };
    found.uses.set(`${use.operation} ${use.status}`, use);
    this.changes.set(key, found);
  }
}

/** Tells whether a change shows in nothing that is sent or answered. */
function isHidden({ alikeAsText = [] }: Change, { use, isText }: Written): boolean {
  return isText && alikeAsText.includes(use.status === undefined ? 'sent' : 'answered');
}

function noMoreRequired(what: string): Change {
  return {
    kind: 'required',
    what: `required: true of ${what} is gone`,
    laxer: true,
    change: (owner) => Object.assign(owner, { required: false }),
  };
}

function rename(owner: ParsedContract, from: string, to: string): void {
  owner[to] = owner[from];
  delete owner[from];
}
