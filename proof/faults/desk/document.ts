/** Reads a contract for a desk, with yaml and ajv. It uses nothing of the engine, since that will judge the desk. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

export interface DeskSchema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly items?: DeskSchema;
  readonly properties?: Readonly<Record<string, DeskSchema>>;
  readonly [keyword: string]: unknown;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly schema: DeskSchema;
}

interface OperationObject {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly ParameterObject[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { schema: DeskSchema }>>;
  };
}

export interface SchemeObject {
  readonly type: string;
  readonly in?: 'header' | 'query';
  readonly name?: string;
}

interface Document {
  readonly openapi: string;
  readonly security?: OperationObject['security'];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, SchemeObject>> };
}

/** One operation of a contract. */
export interface DeskRoute {
  readonly operationId: string;
  readonly method: string;
  /** All methods of the path. */
  readonly methods: readonly string[];
  /** Matches the path. If it has a group, this is the id. */
  readonly path: RegExp;
  readonly hasId: boolean;
  /** The alternatives, each with the schemes that are needed together; empty if no credential is needed. */
  readonly security: readonly (readonly string[])[];
  readonly parameters: readonly ParameterObject[];
  /** The schema of the body, by its media type. */
  readonly content: Readonly<Record<string, { readonly schema: DeskSchema }>>;
  readonly bodyRequired: boolean;
  /** The declared statuses. */
  readonly statuses: readonly string[];
}

/** Says in what a value breaks its schema. */
export interface Wrong {
  readonly message: string;
  /** The keywords that it breaks, also those of branches that do not fit. */
  readonly keywords: readonly string[];
}

export interface DeskReading {
  readonly routes: readonly DeskRoute[];
  readonly schemes: Readonly<Record<string, SchemeObject>>;
  /** Returns the schema that a `$ref` leads to. */
  readonly resolve: (schema: DeskSchema) => DeskSchema;
  /** @returns undefined if the value satisfies the schema. */
  readonly check: (schema: DeskSchema, value: unknown) => Wrong | undefined;
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];

const readings = new Map<string, DeskReading>();

/** Reads a contract. Each file is read only once. */
export function readDocument(file: string): DeskReading {
  const reading = readings.get(file) ?? read(file);
  readings.set(file, reading);
  return reading;
}

function read(file: string): DeskReading {
  const document = parse(readFileSync(file, 'utf8')) as Document;
  const older = document.openapi.startsWith('3.0');
  walk(document, (each) => {
    if (older) modernise(each);
    leaveOutReadOnly(each);
  });
  const ajv = older ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  addFormats(ajv);
  ajv.addSchema(document, ROOT);
  const validators = new Map<DeskSchema, ValidateFunction>();
  return {
    routes: Object.entries(document.paths).flatMap(([path, item]) => routesOf(path, item, document.security)),
    schemes: document.components.securitySchemes,
    resolve: (schema) => resolve(document, schema),
    check(schema, value) {
      const validate = validators.get(schema) ?? ajv.compile(absolute(schema));
      validators.set(schema, validate);
      if (validate(value)) return undefined;
      const errors = validate.errors ?? [];
      const [{ instancePath = '', message = '' } = {}] = errors;
      return { message: `${instancePath} ${message}`.trim(), keywords: errors.map(({ keyword }) => keyword) };
    },
  };
}

const ROOT = 'desk';
// The contracts are checked elsewhere: to check the schemas here costs more than all else that a service does.
const OPTIONS = { strict: false, allErrors: false, logger: false, validateSchema: false } as const;

function routesOf(
  path: string,
  item: Readonly<Record<string, unknown>>,
  security: OperationObject['security'],
): DeskRoute[] {
  const methods = METHODS.filter((method) => method in item);
  return methods.map((method) => {
    const operation = item[method] as OperationObject;
    return {
      operationId: operation.operationId,
      method: method.toUpperCase(),
      methods: methods.map((each) => each.toUpperCase()),
      path: new RegExp(`^${path.replace(/\{[^{}]*\}/g, '([^/]*)')}$`),
      hasId: path.includes('{'),
      security: (operation.security ?? security ?? []).map((each) => Object.keys(each)),
      parameters: [...((item['parameters'] ?? []) as ParameterObject[]), ...(operation.parameters ?? [])],
      content: operation.requestBody?.content ?? {},
      bodyRequired: operation.requestBody?.required ?? false,
      statuses: Object.keys(operation.responses),
    };
  });
}

function walk(node: unknown, visit: (each: Record<string, unknown>) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node as Record<string, unknown>);
  for (const child of Object.values(node)) walk(child, visit);
}

/** Changes the keywords that OpenAPI 3.0 writes in another way than JSON Schema (OpenAPI 3.0.3 §4.7.24). */
function modernise(schema: Record<string, unknown>): void {
  if (schema['nullable'] === true) schema['type'] = [schema['type'], 'null'];
  if (schema['exclusiveMinimum'] === true) {
    schema['exclusiveMinimum'] = schema['minimum'];
    delete schema['minimum'];
  }
}

/** Makes readOnly members optional, since a request need not send them. */
function leaveOutReadOnly(schema: Record<string, unknown>): void {
  const { required, properties } = schema as { required?: unknown; properties?: Record<string, DeskSchema> };
  if (!Array.isArray(required) || !properties) return;
  schema['required'] = required.filter((name: string) => properties[name]?.['readOnly'] !== true);
}

function resolve(document: unknown, schema: DeskSchema): DeskSchema {
  if (!schema.$ref?.startsWith('#/')) return schema;
  const keys = schema.$ref.slice(2).split('/');
  return keys.reduce((node, key) => (node as Record<string, unknown>)[key], document) as DeskSchema;
}

/** Returns a schema with absolute references, for a compiler that does not know where it stands. */
function absolute(schema: DeskSchema): DeskSchema {
  const text = JSON.stringify(schema);
  return JSON.parse(text, (key, value) => (key === '$ref' ? `${ROOT}${value}` : value)) as DeskSchema;
}

/** Returns the path of a file of a service. The depth of its folder differs between the sources and the build. */
export function deskFile(name: string, service = 'desk', folder: string = __dirname): string {
  const file = join(folder, 'proof', 'faults', service, name);
  return existsSync(file) || dirname(folder) === folder ? file : deskFile(name, service, dirname(folder));
}
