/** What the run makes in order to ask about it: a chain of requests, parents before children. */

import type { Case, Input, Known, Need, Values } from '../../src/case';
import { itemPath, type Kind, lastName, namesIn } from '../../src/chains';
import type { Media, Operation } from '../../src/contract/contract';
import { readJson } from '../../src/contract/json';
import { type JsonValue, toJson } from '../../src/request/value';
import { improbableValue } from '../values/path';
import { plainInput, type Resource, right, toCase } from './asking';

/** Whether the run may make things of a kind: the user consents, and what is not on a throw-away target can be removed again. */
export function mayMake({ maker, remover }: Kind, known: Known): boolean {
  const { everythingExists, writes } = known;
  if (everythingExists || writes === 'handed-over' || !canAsk(maker, known)) return false;
  return writes === 'any' || (remover !== undefined && canAsk(remover, known));
}

function canAsk(operation: Operation, known: Known): boolean {
  return operation.unsupported === undefined && right(operation, known) !== undefined && !!plainInput(operation, known);
}

/** A plain request for one thing. */
export function askPlainly(operation: Operation, known: Known, values: Values): Case | undefined {
  const letIn = right(operation, known);
  const input = plainInput(operation, known);
  if (!letIn || !input || operation.unsupported !== undefined) return undefined;
  const { authorisation, authorised } = letIn;
  const resource = { values, exists: true, handedOver: false };
  return toCase('state', 'what the run made', operation, resource, { input, authorisation, authorised });
}

/** Whether an operation makes what the run can remove again: then it may be asked whatever it takes. */
export function makesOwn(operation: Operation, known: Known): boolean {
  const kind = known.kinds.madeBy(operation);
  return kind !== undefined && operation.method === 'POST' && mayMake(kind, known);
}

/**
 * Things that the run makes for an operation to be asked about: two where a request uses one up, so that the one on which no refused request was
 * tried tells what became of the other. Empty where it may not, or does not know how.
 */
export function makings(operation: Operation, known: Known): Resource[] {
  const count = operation.method === 'DELETE' ? 2 : 1;
  return Array.from({ length: count }, (_, at) => making(operation, known, `${operation.name} made ${at + 1}`)).flatMap(
    (each) => each ?? [],
  );
}

/** One thing for an operation to be asked about, made by a chain of its own. */
export function making(operation: Operation, known: Known, name: string): Resource | undefined {
  const values: Record<string, string> = {};
  const needs: Record<string, Need> = {};
  const names = namesIn(operation.path);
  for (const [index, parameter] of names.entries()) {
    const [handed] = known.handed(operation, parameter);
    if (handed !== undefined) {
      values[parameter] = handed;
      continue;
    }
    const item = itemPath(operation.path, index);
    const kind = item === undefined ? undefined : known.kinds.at(item);
    if (!kind || !mayMake(kind, known)) return undefined;
    const above = names.slice(0, index);
    const maker = makerCase(kind, known, name, { values, needs, above });
    if (!maker) return undefined;
    needs[parameter] = { from: maker };
  }
  return Object.keys(needs).length === 0
    ? undefined
    : { values, exists: true, handedOver: false, made: { needs, name } };
}

interface Above {
  readonly values: Values;
  readonly needs: Readonly<Record<string, Need>>;
  /** The parameters above the item, in the order of the path. */
  readonly above: readonly string[];
}

/** The request that makes one thing, below those that were handed over or made before. */
export function makerCase(kind: Kind, known: Known, name: string, { values, needs, above }: Above): Case | undefined {
  const { maker } = kind;
  const letIn = right(maker, known);
  const input = plainInput(maker, known);
  if (!letIn || !input) return undefined;
  // The same things may have other names in the path of another operation.
  const own = namesIn(maker.path);
  const renamed = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(above.flatMap((each, at) => (all[each] === undefined ? [] : [[own[at] ?? each, all[each]]])));
  const fresh = maker === kind.replacer ? improbableValue(kind.parameter, known.random(maker)) : undefined;
  if (maker === kind.replacer && fresh === undefined) return undefined;
  const named = fresh === undefined ? {} : { [lastName(maker.path)]: fresh };
  const resource: Resource = {
    values: { ...renamed(values), ...named },
    exists: true,
    handedOver: false,
    made: { needs: renamed(needs), name },
  };
  const { authorisation, authorised } = letIn;
  return toCase('valid', 'to have one to ask about', maker, resource, {
    input: distinct(maker, input, known),
    authorisation,
    authorised,
    step: 'make',
  });
}

/**
 * An input that names another thing than every one before: many services refuse a second one of the same name. What was handed over stays as it
 * is.
 */
function distinct(maker: Operation, input: Input, known: Known): Input {
  const media = maker.requestBody?.media.find(({ declared }) => declared === input.body?.contentType);
  if (!input.body || !media?.type.endsWith('json') || known.bodies(maker).length > 0) return input;
  const body = JSON.parse(input.body.bytes.toString('utf8')) as JsonValue;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return input;
  const token = known.random(maker).hex(8);
  let changed: Record<string, JsonValue> = { ...(body as Record<string, JsonValue>) };
  for (const [name, value] of Object.entries(changed)) {
    if (typeof value !== 'string' || !NAMES.test(name)) continue;
    const others = [`${value}-${token}`, `${token}-${value}`, token, known.random(maker).uuid()].map((text) => ({
      ...changed,
      [name]: text,
    }));
    changed = others.find((each) => satisfies(media, each)) ?? changed;
  }
  return { ...input, body: { ...input.body, bytes: Buffer.from(toJson(changed)) } };
}

/** Members that services want to be unlike all others. */
const NAMES = /(^|[a-z_-])(name|title|slug|login|e?mail|key|label|handle|sku|reference|uuid)$|^(id|code)$/i;

function satisfies({ judge }: Media, value: JsonValue): boolean {
  return judge !== undefined && judge(readJson(toJson(value))).length === 0;
}
