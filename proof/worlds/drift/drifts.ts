/** What people write wrongly in a contract, or have not changed since the service changed: each is a change of the true document of a world. */

import type { JsonObject, JsonValue } from '../../../src/json/value';
import { isObject } from '../../../src/json/value';
import type { Design } from '../design/design';
import { thingName } from '../design/showing';

export type DriftClass = 'required' | 'nullable' | 'enum' | 'bounds' | 'members' | 'statuses' | 'media-types';

export interface Drift {
  readonly class: DriftClass;
  /** Where it is, for a person: `/components/schemas/Order/properties/title`. */
  readonly at: string;
  /** The document with the drift in it. The true one stays as it is. */
  readonly document: JsonObject;
}

type Changing = Record<string, JsonValue>;
type Change = (at: Changing) => void;

/** All drifts of what answers show, by the true document of a design and in its order. */
export function driftsOf({ kinds }: Design, truth: JsonObject): Drift[] {
  const drifted = (kind: DriftClass, path: readonly string[], change: Change): Drift => {
    const document = structuredClone(truth) as JsonObject;
    change(valueAt(document, path));
    return { class: kind, at: `/${path.join('/')}`, document };
  };
  const ofMembers = schemasOf(truth, new Set(kinds.map(thingName))).flatMap((path) =>
    driftsOfMembers(truth, path, drifted),
  );
  const ofAnswers = answersOf(truth).flatMap((path) => driftsOfAnswers(truth, path, drifted));
  return [...ofMembers, ...ofAnswers];
}

type Make = (kind: DriftClass, path: readonly string[], change: Change) => Drift;

function driftsOfMembers(truth: JsonObject, path: readonly string[], drifted: Make): Drift[] {
  const schema = valueAt(truth, path);
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  return Object.entries(schema['properties'] as JsonObject).flatMap(([name, member]): Drift[] => {
    if (!isObject(member)) return [];
    const place = [...path, 'properties', name];
    const { type, enum: listed, maximum, minimum, maxLength } = member as JsonObject;
    const rest = required.filter((each) => each !== name);
    const isNullable = (Array.isArray(type) && type.includes('null')) || member['nullable'] === true;
    return [
      ...(required.includes(name)
        ? []
        : [drifted('required', path, (at) => Object.assign(at, { required: [...required, name] }))]),
      ...(isNullable && !listed ? [drifted('nullable', place, notNull)] : []),
      ...(Array.isArray(listed) && listed.length > 2
        ? [drifted('enum', place, (at) => Object.assign(at, { enum: [listed[0], ...listed.slice(2)] }))]
        : []),
      ...(typeof maximum === 'number' && typeof minimum === 'number' && maximum > minimum + 3
        ? [drifted('bounds', place, (at) => Object.assign(at, { maximum: minimum + 1 }))]
        : []),
      ...(typeof maxLength === 'number' && maxLength > 8
        ? [drifted('bounds', place, (at) => Object.assign(at, { maxLength: 4 }))]
        : []),
      drifted('members', path, (at) => {
        at['additionalProperties'] = false;
        delete (at['properties'] as Changing)[name];
        delete at['required'];
        if (rest.length > 0) at['required'] = rest;
      }),
    ];
  });
}

function notNull(member: Changing): void {
  const { type } = member;
  delete member['nullable'];
  if (!Array.isArray(type)) return;
  const rest = type.filter((each) => each !== 'null');
  member['type'] = rest.length === 1 ? (rest[0] as string) : rest;
}

function driftsOfAnswers(truth: JsonObject, path: readonly string[], drifted: Make): Drift[] {
  const status = path.at(-1) ?? '';
  const { content } = valueAt(truth, path);
  const isJson = isObject(content) && content['application/json'] !== undefined;
  return [
    drifted('statuses', path.slice(0, -1), (responses) => {
      responses[status === '200' ? '201' : '200'] = responses[status] as JsonValue;
      delete responses[status];
    }),
    ...(isJson
      ? [
          drifted('media-types', [...path, 'content'], (types) => {
            types['application/vnd.old+json'] = types['application/json'] as JsonValue;
            delete types['application/json'];
          }),
        ]
      : []),
  ];
}

/** The paths of the answers with success that are declared. */
function answersOf({ paths }: JsonObject): string[][] {
  return Object.entries(paths as Record<string, JsonObject>).flatMap(([path, item]) =>
    Object.entries(item as Record<string, JsonObject>).flatMap(([method, { responses }]) =>
      Object.keys(responses as JsonObject)
        .filter((status) => /^2\d\d$/.test(status))
        .map((status) => ['paths', path, method, 'responses', status]),
    ),
  );
}

/** The paths of the schemas of things. */
function schemasOf({ components, definitions }: JsonObject, things: ReadonlySet<string>): string[][] {
  const schemas = (isObject(components) ? components['schemas'] : definitions) as JsonObject | undefined;
  const holder = definitions ? ['definitions'] : ['components', 'schemas'];
  return Object.entries(schemas ?? {})
    .filter(([name, schema]) => things.has(name) && isObject(schema) && isObject(schema['properties']))
    .map(([name]) => [...holder, name]);
}

function valueAt(document: JsonObject, path: readonly string[]): Changing {
  return path.reduce((value, name) => value[name] as Changing, document as Changing);
}
