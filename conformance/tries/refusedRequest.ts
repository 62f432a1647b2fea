/** Tells what the parts of a refused request are, what the contract says of each, and which of them may be something else. */

import { type Operation, type Parameter, pathParameters } from '../../src/contract/contract';
import { surelySatisfies } from '../../src/contract/schema/evaluate';
import { memberSchemas, requiredMembers, schemasUnder } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Known } from '../../src/engine/model/probe';
import type { EditPlace, ShownValues } from '../../src/engine/model/tries';
import { escapePointer, pointerTokens, unescapePointer, valueAt } from '../../src/json/pointer';
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value';
import { isReferringId, mayRefer } from '../../src/resources/vocabulary/ids';
import { changeableBody } from '../../src/serialization/changeableBody';
import type { Input } from '../../src/serialization/input';
import { isFree } from '../chains/mayMake';
import { mayActOn, nameAt } from '../sparing/namedPlaces';
import { usersValues } from '../sparing/usersValues';
import { scalarsIn } from './bodyPlaces';
import type { SentMembers } from './refusal';
import { quotes, textsOfRefusal } from './saidForms';

/** A request that was refused, and what its parts may be instead. */
export class RefusedRequest {
  readonly operation: Operation;
  readonly input: Input;
  readonly body: JsonValue | undefined;
  readonly schema: Schema | undefined;
  /** The parameters of the path whose values were made up, and may be others. */
  readonly places: readonly Parameter[];
  /** Those whose values name what the run has made, where the request may ask about something else as well. */
  readonly placesMade: readonly Parameter[];

  constructor(
    readonly refused: Exchange,
    readonly known: Known,
    readonly found: ShownValues,
  ) {
    const { request, claim } = refused.case;
    this.operation = request.operation;
    this.input = request.input;
    const isHandedOver = known.handedOver.bodies(request.operation).length > 0;
    const sent = isHandedOver ? undefined : changeableBody(request.operation, request.input);
    this.body = sent?.json.value as JsonValue | undefined;
    this.schema = sent?.media.schema;
    const mayMove = !claim.exists && isFree(request.operation, known);
    const open = pathParameters(request.operation).filter(
      ({ name }) => !known.handedOver.handed(request.operation, name).includes(request.values[name] ?? ''),
    );
    this.places = mayMove ? open : [];
    this.placesMade = !mayMove && isFree(request.operation, known) ? open : [];
  }

  /** Whether the refusal quotes a value that was sent. */
  get isQuoted(): boolean {
    const { response } = this.refused;
    const said = response ? textsOfRefusal(response) : [];
    const sent = [...this.parametersSent(), ...this.membersSent()].map((at) => this.valueAt(at));
    return sent.some((value) => typeof value === 'string' && said.some((text) => quotes(text, value)));
  }

  /** Whether a value in the path was made up, and may be another one. */
  get isMadeUpInPath(): boolean {
    return this.places.length > 0;
  }

  get hasSeveralPlaces(): boolean {
    return this.places.length > 1;
  }

  /** Tells whether a place of a request that changes something may name what is somebody else's. */
  mayMeanAnother({ place, name }: EditPlace): boolean {
    if (place === 'path' || isFree(this.operation, this.known)) return false;
    if (this.mayActOn({ place, name })) return true;
    return mayRefer(lastOf(name)) || this.known.contract.kinds.meantBy(lastOf(name)).length > 0;
  }

  /** Tells whether a request acts on what a number at a place of it names, and somebody else may have that. */
  mayActOn({ place, name }: EditPlace): boolean {
    return place !== 'path' && mayActOn(this.operation, place === 'body' ? name : `/${name}`, this.known);
  }

  /** Returns the parameters beside the path that were sent with a value that was made up. */
  parametersSent(): EditPlace[] {
    return this.operation.parameters.flatMap((parameter) => {
      const { name, in: where } = parameter;
      if (
        where === 'path' ||
        where === 'querystring' ||
        this.known.handedOver.texts(this.operation, parameter).length > 0
      )
        return [];
      const at = { place: where, name };
      return this.valueAt(at) === undefined || this.isUsers(at) ? [] : [at];
    });
  }

  /** Returns the members of the body that may have another value. */
  membersSent(): EditPlace[] {
    if (!isObject(this.body)) return [];
    // What lies deeper is the thing's own, unless it refers to another one.
    const places = scalarsIn(this.body, '', 0).filter((at) => at.lastIndexOf('/') === 0 || isReferringId(lastOf(at)));
    return places.map((name): EditPlace => ({ place: 'body', name })).filter((at) => !this.isUsers(at));
  }

  /** Tells whether code of the user made what stands at a place. */
  private isUsers(at: EditPlace): boolean {
    const value = this.valueAt(at);
    const name = at.place === 'body' ? nameAt(at.name) : at.name;
    return value !== undefined && usersValues(this.operation, this.known).has(name, value);
  }

  /** Returns what was sent at a place; undefined if nothing was. */
  valueAt(at: EditPlace): JsonValue | undefined {
    return at.place === 'path' ? this.refused.case.request.values[at.name] : this.valueIn(this.input, at);
  }

  /** Returns what another input of the operation has at a place. */
  valueIn(input: Input, { place, name }: EditPlace): JsonValue | undefined {
    switch (place) {
      case 'query':
        return input.query.find((pair) => pair.name === name)?.value;
      case 'cookie':
        return input.cookies.find((pair) => pair.name === name)?.value;
      case 'header':
        return input.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
      case 'body': {
        const value = input === this.input ? this.body : changeableBody(this.operation, input)?.json.value;
        return valueAt(value, name) as JsonValue | undefined;
      }
      case 'path':
        return undefined;
      default:
        return place satisfies never;
    }
  }

  /** Returns the schemas that the contract gives for a place. */
  schemasOf({ place, name }: EditPlace): readonly Schema[] {
    if (place !== 'body') {
      const schema = this.operation.parameters.find((each) => each.in === place && each.name === name)?.schema;
      return schema ? [schema] : [];
    }
    return schemasUnder(this.schema ? [this.schema] : [], pointerTokens(name));
  }

  /** Tells whether the contract names a place of the body: a member, and not only what a map may have. */
  isDeclared(at: EditPlace): boolean {
    const last = lastOf(at.name);
    const around = this.schemasOf({ ...at, name: at.name.slice(0, Math.max(0, at.name.lastIndexOf('/'))) });
    const isItem = at.name === '' || /^\d+$/.test(last);
    return isItem ? this.schemasOf(at).length > 0 : around.some((schema) => memberSchemas(schema).has(last));
  }

  /** What was sent in a body that may have other members than the contract names; undefined where there is none. */
  get membersBeyond(): SentMembers | undefined {
    const { body, schema } = this;
    if (!isObject(body) || !schema) return undefined;
    const inner = Object.entries(body).flatMap(([name, value]) => (isObject(value) ? [`/${escapePointer(name)}`] : []));
    const objects = ['', ...inner].filter((at) => {
      const [name] = pointerTokens(at);
      const more = { ...(valueAt(body, at) as JsonObject), [NOWHERE]: 'more' };
      return surelySatisfies(schema, name === undefined ? more : { ...body, [name]: more }, 'request');
    });
    return objects.length === 0 ? undefined : { names: objects.includes('') ? Object.keys(body) : [], objects };
  }

  /** Tells whether the contract requires what stands at a place. */
  isRequired({ place, name }: EditPlace): boolean {
    if (place !== 'body')
      return this.operation.parameters.some((each) => each.in === place && each.name === name && each.required);
    const around = this.schemasOf({ place, name: name.slice(0, name.lastIndexOf('/')) });
    return around.some((schema) => requiredMembers(schema).includes(lastOf(name)));
  }
}

/** A name that no contract has. */
const NOWHERE = 'espalierBeyond';

/** Returns the last name of a JSON Pointer, or the name of a parameter: `/owner/id` → `id`. */
export function lastOf(name: string): string {
  return unescapePointer(name.slice(name.lastIndexOf('/') + 1));
}
