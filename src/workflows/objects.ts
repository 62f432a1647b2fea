/** The objects of an Arazzo document (1.0 §4.6, 1.1 §4.7) and their members, and where a document has a member that its object does not have. */

import { escapePointer } from '../json/pointer';
import { isObject } from '../json/value';
import { didYouMean } from '../support/words';

/** The versions of Arazzo that are read. */
export type ArazzoVersion = '1.0' | '1.1';

/** `1.1.0` → `1.1`; undefined of a version that is not read. */
export function versionOf(text: string): ArazzoVersion | undefined {
  const [, version] = /^(1\.[01])\.\d/.exec(text) ?? [];
  return version as ArazzoVersion | undefined;
}

/** Something that is wrong at a place of a document. */
export interface MistakeAt {
  readonly pointer: string;
  readonly message: string;
}

/** What a member holds: an object, a list of objects, objects by their names, or what is no object of Arazzo. */
type Held = Kind | readonly [Kind] | { readonly each: Kind } | undefined;

interface ObjectMembers {
  /** How a sentence calls it. */
  readonly called: string;
  readonly members: Readonly<Record<string, Held>>;
  /** Those that Arazzo 1.1 has added. */
  readonly added?: Readonly<Record<string, Held>>;
  /** Those of Arazzo 1.1 that Espalier does not know: most are of AsyncAPI. */
  readonly unsupported?: readonly string[];
}

type Kind =
  | 'document'
  | 'info'
  | 'source'
  | 'workflow'
  | 'step'
  | 'parameter'
  | 'successAction'
  | 'failureAction'
  | 'components'
  | 'criterion'
  | 'expressionType'
  | 'requestBody'
  | 'replacement';

const value = undefined;
const ACTION = { name: value, type: value, workflowId: value, stepId: value, criteria: ['criterion'] } as const;

const OBJECTS: Readonly<Record<Kind, ObjectMembers>> = {
  document: {
    called: 'an Arazzo document',
    members: {
      arazzo: value,
      info: 'info',
      sourceDescriptions: ['source'],
      workflows: ['workflow'],
      components: 'components',
    },
    added: { $self: value },
  },
  info: { called: '`info`', members: { title: value, summary: value, description: value, version: value } },
  source: { called: 'a source description', members: { name: value, url: value, type: value } },
  workflow: {
    called: 'a workflow',
    members: {
      workflowId: value,
      summary: value,
      description: value,
      inputs: value,
      dependsOn: value,
      steps: ['step'],
      successActions: ['successAction'],
      failureActions: ['failureAction'],
      outputs: value,
      parameters: ['parameter'],
    },
  },
  step: {
    called: 'a step',
    members: {
      stepId: value,
      description: value,
      operationId: value,
      operationPath: value,
      workflowId: value,
      parameters: ['parameter'],
      requestBody: 'requestBody',
      successCriteria: ['criterion'],
      onSuccess: ['successAction'],
      onFailure: ['failureAction'],
      outputs: value,
    },
    added: { dependsOn: value },
    unsupported: ['timeout', 'channelPath', 'correlationId', 'action'],
  },
  parameter: { called: 'a parameter', members: { name: value, in: value, value } },
  successAction: { called: 'a success action', members: ACTION, added: { parameters: ['parameter'] } },
  failureAction: {
    called: 'a failure action',
    members: { ...ACTION, retryAfter: value, retryLimit: value },
    added: { parameters: ['parameter'] },
  },
  components: {
    called: '`components`',
    members: {
      inputs: value,
      parameters: { each: 'parameter' },
      successActions: { each: 'successAction' },
      failureActions: { each: 'failureAction' },
    },
  },
  criterion: { called: 'a criterion', members: { context: value, condition: value, type: 'expressionType' } },
  expressionType: { called: 'the type of an expression', members: { type: value, version: value } },
  requestBody: {
    called: 'a request body',
    members: { contentType: value, payload: value, replacements: ['replacement'] },
  },
  replacement: {
    called: 'a replacement',
    members: { target: value, value },
    added: { targetSelectorType: 'expressionType' },
  },
};

/** Finds members that no object of a document may have. Those that begin with `x-` are extensions. */
export function unknownMembers(document: unknown, version: ArazzoVersion): MistakeAt[] {
  return inObject(document, 'document', '#', version);
}

function inObject(given: unknown, kind: Kind, pointer: string, version: ArazzoVersion): MistakeAt[] {
  // "This object cannot be extended with additional properties and any properties added MUST be ignored" (Reusable Object, §4.6.10).
  if (!isObject(given) || given['reference'] !== undefined) return [];
  const { called, members, added = {}, unsupported = [] } = OBJECTS[kind];
  const known = version === '1.0' ? members : { ...members, ...added };
  return Object.entries(given).flatMap(([name, member]): MistakeAt[] => {
    const place = `${pointer}/${escapePointer(name)}`;
    if (Object.hasOwn(known, name)) return inMember(member, known[name], place, version);
    if (name.startsWith('x-')) return [];
    if (version !== '1.0' && unsupported.includes(name))
      return [{ pointer: place, message: `\`${name}\` of ${called} is not supported.` }];
    const since = unsupported.includes(name) || Object.hasOwn(added, name) ? ' before Arazzo 1.1' : '';
    const hint = didYouMean(name, Object.keys(known), (meant) => `\`${meant}\``);
    return [{ pointer: place, message: `${called} has no member \`${name}\`${since}.${hint}` }];
  });
}

function inMember(given: unknown, held: Held, pointer: string, version: ArazzoVersion): MistakeAt[] {
  if (held === undefined) return [];
  if (typeof held === 'string') return inObject(given, held, pointer, version);
  if (typeof given !== 'object' || given === null) return [];
  const kind = 'each' in held ? held.each : held[0];
  return Object.entries(given).flatMap(([name, each]) =>
    inObject(each, kind, `${pointer}/${escapePointer(name)}`, version),
  );
}
