/** Makes mutants: contracts with one clause changed. A service that keeps a mutant breaks the original contract in that clause. */

/** A contract, as it is parsed. */
export type ParsedContract = Record<string, unknown>;

/** What a clause is about: requests of an operation, or one of its declared responses. */
interface ClauseSubject {
  readonly operation: string;
  /** The declared status; undefined for requests. */
  readonly status: string | undefined;
}

export interface Mutant {
  /** JSON Pointer of the clause in the contract, as a URI fragment. */
  readonly pointer: string;
  /** What was changed: "maxLength: 40 is gone". */
  readonly what: string;
  readonly kind: 'type' | 'required' | 'enum' | 'bound' | 'status' | 'media type' | 'header' | 'security';
  readonly uses: readonly ClauseSubject[];
  /** Whether the change makes the service accept more, so that only a request can show it. */
  readonly laxer: boolean;
  /** The changed contract. */
  readonly make: () => ParsedContract;
}

/** How many levels of schemas are changed. */
const DEEPEST = 8;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

interface Found {
  readonly path: readonly string[];
  readonly kind: Mutant['kind'];
  readonly what: string;
  readonly change: (owner: ParsedContract) => unknown;
  /** True if the change makes the service accept more, so that only a request can show it. */
  readonly laxer?: true;
  readonly uses: Map<string, ClauseSubject>;
}

/** Makes all mutants of a contract in one file. Each clause is changed once, also if several operations use it. */
export function mutantsOf(root: ParsedContract): Mutant[] {
  const mutants = new Map<string, Found>();
  const note = (each: Omit<Found, 'uses'>, use: ClauseSubject) => {
    const key = `${each.path.join('/')} ${each.what}`;
    const mutant = mutants.get(key) ?? { ...each, uses: new Map() };
    mutant.uses.set(`${use.operation} ${use.status}`, use);
    mutants.set(key, mutant);
  };
  walkOperations(root, note);
  return [...mutants.values()]
    .filter(({ laxer, uses }) => !laxer || [...uses.values()].some(({ status }) => status === undefined))
    .map(({ path, kind, what, change, uses, laxer = false }) => ({
      pointer: `#${path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`,
      what,
      kind,
      uses: [...uses.values()],
      laxer,
      make() {
        const copy = structuredClone(root);
        const owner = path.reduce<unknown>(
          (at, name) => (isObject(at) || Array.isArray(at) ? (at as ParsedContract)[name] : undefined),
          copy,
        );
        if (isObject(owner)) change(owner);
        return copy;
      },
    }));
}

type Note = (found: Omit<Found, 'uses'>, use: ClauseSubject) => void;

interface Place {
  readonly path: readonly string[];
  readonly value: unknown;
}

function isObject(value: unknown): value is ParsedContract {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function under({ path, value }: Place, ...names: readonly string[]): Place {
  return {
    path: [...path, ...names],
    value: names.reduce<unknown>(
      (at, name) => (isObject(at) || Array.isArray(at) ? (at as ParsedContract)[name] : undefined),
      value,
    ),
  };
}

function entriesOf(place: Place): [string, Place][] {
  const { value } = place;
  return isObject(value) || Array.isArray(value) ? Object.keys(value).map((name) => [name, under(place, name)]) : [];
}

/** Returns the place that a reference within the file leads to. */
function resolved(place: Place, root: ParsedContract): Place {
  let at = place;
  for (let hops = 0; hops < DEEPEST; hops++) {
    const ref = isObject(at.value) ? at.value['$ref'] : undefined;
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return at;
    const names = decodeURIComponent(ref.slice(2))
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    at = under({ path: [], value: root }, ...names);
  }
  return at;
}

function walkOperations(root: ParsedContract, note: Note): void {
  const paths: Place = { path: ['paths'], value: root['paths'] };
  for (const [template, item] of entriesOf(paths)) {
    for (const method of METHODS) {
      const operation = under(item, method);
      if (!isObject(operation.value)) continue;
      const name = `${method.toUpperCase()} ${template}`;
      const request: ClauseSubject = { operation: name, status: undefined };
      for (const owner of [item, operation]) {
        for (const [, declared] of entriesOf(under(owner, 'parameters')))
          walkParameter(resolved(declared, root), request);
      }
      walkBody(resolved(under(operation, 'requestBody'), root), request);
      walkResponses(under(operation, 'responses'), name);
      walkSecurity(operation, request);
    }
  }

  function walkParameter(parameter: Place, use: ClauseSubject): void {
    const { value } = parameter;
    if (!isObject(value)) return;
    if (value['in'] === 'body') {
      walkSchema(under(parameter, 'schema'), use, 0);
      return;
    }
    if (value['required'] === true && value['in'] !== 'path') {
      note(
        {
          path: parameter.path,
          kind: 'required',
          what: `required: true of ${value['name']} is gone`,
          laxer: true,
          change: (owner) => Object.assign(owner, { required: false }),
        },
        use,
      );
    }
    walkSchema(isObject(value['schema']) ? under(parameter, 'schema') : parameter, use, 0);
  }

  function walkBody(body: Place, use: ClauseSubject): void {
    if (!isObject(body.value)) return;
    if (body.value['required'] === true)
      note(
        {
          path: body.path,
          kind: 'required',
          what: 'required: true of the body is gone',
          laxer: true,
          change: (owner) => Object.assign(owner, { required: false }),
        },
        use,
      );
    walkContent(under(body, 'content'), use);
  }

  function walkContent(content: Place, use: ClauseSubject): void {
    const entries = entriesOf(content);
    const [first] = entries;
    if (first && entries.length === 1) {
      note(
        {
          path: content.path,
          kind: 'media type',
          what: `${first[0]} is application/x-mutant+json`,
          change: (owner) => rename(owner, first[0], 'application/x-mutant+json'),
        },
        use,
      );
    }
    // Plain text satisfies any schema of a string, so its schema is not changed.
    for (const [type, media] of entries) if (!type.startsWith('text/')) walkSchema(under(media, 'schema'), use, 0);
  }

  function walkResponses(responses: Place, operation: string): void {
    const entries = entriesOf(responses).filter(([status]) => /^([1-5](\d\d|XX)|default)$/i.test(status));
    const success = entries.filter(([status]) => status.startsWith('2'));
    const [only] = success;
    if (only && success.length === 1) {
      note(
        {
          path: responses.path,
          kind: 'status',
          what: `${only[0]} is 299`,
          change: (owner) => rename(owner, only[0], '299'),
        },
        { operation, status: only[0] },
      );
    }
    for (const [status, declared] of entries) {
      const response = resolved(declared, root);
      const use: ClauseSubject = { operation, status };
      walkContent(under(response, 'content'), use);
      walkSchema(under(response, 'schema'), use, 0);
      for (const [name, header] of entriesOf(under(response, 'headers'))) {
        const { value } = resolved(header, root);
        if (/^content-type$/i.test(name) || !isObject(value)) continue;
        if (value['required'] === true)
          note(
            {
              path: under(response, 'headers').path,
              kind: 'header',
              what: `${name} is gone`,
              change: (owner) => delete owner[name],
            },
            use,
          );
      }
    }
  }

  function walkSecurity(operation: Place, use: ClauseSubject): void {
    const own = isObject(operation.value) ? operation.value['security'] : undefined;
    const security = own ?? root['security'];
    if (
      !Array.isArray(security) ||
      security.length === 0 ||
      security.some((each) => isObject(each) && Object.keys(each).length === 0)
    )
      return;
    note(
      {
        path: operation.path,
        kind: 'security',
        what: 'security is gone',
        change: (owner) => Object.assign(owner, { security: [] }),
      },
      use,
    );
  }

  function walkSchema(declared: Place, use: ClauseSubject, depth: number): void {
    const place = resolved(declared, root);
    const { value, path } = place;
    if (depth > DEEPEST || !isObject(value)) return;
    for (const { kind, what, change, laxer } of clausesOf(value))
      note({ path, kind, what, change, ...(laxer ? { laxer } : {}) }, use);
    for (const [, property] of entriesOf(under(place, 'properties'))) walkSchema(property, use, depth + 1);
    for (const name of ['items', 'additionalProperties']) walkSchema(under(place, name), use, depth + 1);
    for (const [, part] of entriesOf(under(place, 'allOf'))) walkSchema(part, use, depth + 1);
  }
}

function rename(owner: ParsedContract, from: string, to: string): void {
  owner[to] = owner[from];
  delete owner[from];
}

type Clause = Pick<Found, 'kind' | 'what' | 'change' | 'laxer'>;

const OTHER: Readonly<Record<string, string>> = {
  string: 'integer',
  integer: 'string',
  number: 'string',
  boolean: 'string',
  array: 'string',
  object: 'string',
};

/** The keywords that make no sense for another type. */
const OF_A_TYPE = [
  'format',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'default',
  'example',
  'examples',
];

function clausesOf(schema: ParsedContract): Clause[] {
  const { type, enum: values, required, properties, pattern } = schema;
  const clauses: Clause[] = [];
  const otherType = typeof type === 'string' ? OTHER[type] : undefined;
  const drop = (owner: ParsedContract, ...names: readonly string[]) => {
    for (const name of [...names, 'default', 'example', 'examples']) delete owner[name];
  };
  if (otherType !== undefined) {
    clauses.push({
      kind: 'type',
      what: `type: ${type} is ${otherType}`,
      change: (owner) => {
        drop(owner, ...OF_A_TYPE);
        owner['type'] = otherType;
      },
    });
  }
  if (Array.isArray(values) && values.length > 0) {
    const mutant = typeof values[0] === 'number' ? 987_654_321 : 'mutant';
    clauses.push({
      kind: 'enum',
      what: `enum has other values`,
      change: (owner) => {
        drop(owner, 'const');
        owner['enum'] = [mutant];
      },
    });
  }
  if (Array.isArray(required) && isObject(properties)) {
    for (const name of required.filter((each) => typeof each === 'string' && isObject(properties[each]))) {
      const gone = (owner: ParsedContract) => {
        owner['required'] = (owner['required'] as string[]).filter((each) => each !== name);
        if ((owner['required'] as string[]).length === 0) delete owner['required'];
      };
      clauses.push({ kind: 'required', what: `required: ${name} is gone`, laxer: true, change: gone });
      clauses.push({
        kind: 'required',
        what: `the required property ${name} is gone`,
        change: (owner) => {
          drop(owner);
          gone(owner);
          delete (owner['properties'] as ParsedContract)[String(name)];
        },
      });
    }
  }
  const bounds = [
    ['minimum', 'maximum', 1],
    ['maximum', 'minimum', 1],
    ['minLength', 'maxLength', 1],
    ['maxLength', 'minLength', 1],
    ['minItems', 'maxItems', 1],
    ['maxItems', 'minItems', 1],
  ] as const;
  for (const [name, opposite] of bounds) {
    const bound = schema[name];
    if (typeof bound !== 'number' || values !== undefined) continue;
    clauses.push({
      kind: 'bound',
      what: `${name}: ${bound} is gone`,
      laxer: true,
      change: (owner) => delete owner[name],
    });
    const beyond = name.startsWith('min') ? bound - 1 : bound + 1;
    if (beyond < 0 || Math.abs(beyond) > 1000) continue;
    clauses.push({
      kind: 'bound',
      what: `${name}: ${bound} is ${opposite}: ${beyond}`,
      change: (owner) => {
        drop(owner, name, opposite, 'pattern', 'format');
        owner[opposite] = beyond;
      },
    });
  }
  if (typeof pattern === 'string' && values === undefined) {
    clauses.push({
      kind: 'bound',
      what: 'pattern is gone',
      laxer: true,
      change: (owner) => delete owner['pattern'],
    });
  }
  return clauses;
}
