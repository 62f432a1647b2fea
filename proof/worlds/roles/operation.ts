/** What all operations have in common. */

import type { JsonObject } from '../../../src/json/value';
import {
  type BodyDesign,
  JSON_TYPE,
  type KindDesign,
  type OperationDesign,
  type ParameterDesign,
} from '../design/design';
import { capital, collectionPath, inputName, itemTemplate, thingName } from '../design/showing';
import { credentialStep, findStep, inputStep, typeStep } from '../service/steps';

type Parts = Pick<OperationDesign, 'role' | 'method' | 'isOnItem' | 'answers' | 'act'> &
  Partial<Pick<OperationDesign, 'body' | 'parameters' | 'takesAll' | 'endsSession' | 'takesBuried' | 'path'>> & {
    /** The first word of its id: `create`. */
    readonly verb: string;
    /** What follows the path of the item or of the collection: `/archive`. */
    readonly suffix?: string;
  };

/** Adds an operation to a kind. */
export function addOperation(kind: KindDesign, { verb, suffix = '', ...parts }: Parts): OperationDesign {
  const place = `${parts.isOnItem ? itemTemplate(kind) : collectionPath(kind)}${suffix}`;
  // What only joins a thing to another one is called as that thing is, which has operations of its own.
  const owner = kind.joins && kind.parent ? thingName(kind.parent) : '';
  const name = owner + (parts.role === 'list' ? capital(kind.plural) : thingName(kind));
  const operation: OperationDesign = {
    body: undefined,
    ...parts,
    parameters: [...(parts.isOnItem ? nameInQuery(kind) : []), ...(parts.parameters ?? [])],
    id: `${verb}${name}`,
    path: parts.path ?? place,
    kind,
    steps: [credentialStep, findStep, typeStep, inputStep],
    dressing: [],
  };
  kind.operations.push(operation);
  return operation;
}

/** The parameter of the query that names a thing, where no path does. */
const nameInQuery = ({ naming: { isInQuery, parameter, shape } }: KindDesign): ParameterDesign[] =>
  isInQuery ? [{ in: 'query', name: parameter, shape, required: true, valueFor: ({ key }) => key }] : [];

/** The body of an operation that makes a thing. */
export function inputBody(kind: KindDesign): BodyDesign {
  return { mediaType: JSON_TYPE, members: kind.members, closed: false, name: inputName(kind) };
}

/** The body of an operation that replaces a thing: all but the id, if the client has chosen that. */
export function replacingBody(kind: KindDesign): BodyDesign {
  if (!kind.naming.isChosen) return inputBody(kind);
  return {
    mediaType: JSON_TYPE,
    get members() {
      return kind.members.filter(({ name }) => name !== kind.naming.member);
    },
    closed: false,
    name: `${thingName(kind)}Content`,
  };
}

/** The body of an operation that changes some members. */
export function changeBody(kind: KindDesign, mediaType: string): BodyDesign {
  return {
    mediaType,
    get members() {
      return kind.members
        .filter(({ name }) => name !== kind.naming.member)
        .map(({ required: _, default: __, ...member }) => member);
    },
    closed: false,
    name: `${thingName(kind)}Change`,
  };
}

/** The content with the defaults of what was left out. */
export function withDefaults(kind: KindDesign, content: JsonObject): JsonObject {
  const usual = kind.members.filter((member) => member.default !== undefined && !Object.hasOwn(content, member.name));
  return { ...content, ...Object.fromEntries(usual.map((member) => [member.name, member.default ?? null])) };
}
