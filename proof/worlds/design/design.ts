/**
 * A design is a world with all its choices made: what the contract is written from and what the service goes by. Choices change it, one after
 * another, before it is used.
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject, JsonValue } from '../../../src/json/value';
import type { Random } from '../../../src/support/random';
import type { NamedMember, ValueShape } from '../shapes';

export type DialectName = '2.0' | '3.0' | '3.1' | '3.2';

export interface Design {
  readonly seed: number;
  readonly dialect: DialectName;
  readonly title: string;
  /** What comes before all paths: `/api/v1`; empty for nothing. */
  prefix: string;
  readonly kinds: KindDesign[];
  /** Adds a kind of what the service itself keeps, such as jobs. It comes after all kinds that the world says. */
  readonly addKind: (singular: string, plural: string, naming: NamingDesign) => KindDesign;
  credentials: CredentialDesign[];
  /** Whether all credentials are needed together. Otherwise each of them suffices. */
  allTogether: boolean;
  /** Whether GET needs no credential. */
  publicReads: boolean;
  readonly manners: Manners;
  readonly documented: Documented;
  /** Who sees what somebody made: all, or that one alone. */
  isPrivate: boolean;
  /** Whether only the owner of a thing may change it. */
  isGuarded: boolean;
  /** With each so many requests, somebody else makes one thing of each kind; 0 for never. */
  busy: number;
  /** One in so many requests is refused; 0 for none. */
  limitedBy: number;
  /** The status that refuses it. */
  limitStatus: 429 | 503;
  /** How what answers have is coded on its way. */
  coding: 'identity' | 'gzip' | 'br' | 'deflate';
}

/** How requests are refused. */
export interface Manners {
  /** The status of a request that the contract does not allow. */
  invalid: 400 | 422;
  /** Whether the text of an id that cannot be one is refused as invalid, and not as unknown. */
  refusesOddIds: boolean;
  /** What a refusal has as its body. */
  body: 'message' | 'problem' | 'none';
  /** Which refusals the contract declares. */
  declared: 'each' | 'range' | 'default' | 'none';
  /** Whether the input is looked at before it is looked for the thing. */
  inputFirst: boolean;
  /** How HEAD is answered. */
  head: 'as GET' | 405;
}

export interface Documented {
  examples: boolean;
  operationIds: boolean;
  links: boolean;
  /** One schema serves requests and answers, with `readOnly` members; or each has its own. */
  schemas: 'two' | 'one' | 'composed';
  json: boolean;
}

/** A way to show who one is. */
export interface CredentialDesign {
  readonly scheme: string;
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** The name of the field or the parameter; `Authorization` for bearer and basic. */
  readonly field: string;
}

export interface KindDesign {
  readonly index: number;
  readonly singular: string;
  readonly plural: string;
  readonly parent: KindDesign | undefined;
  readonly children: KindDesign[];
  /** Whether the path of a thing does not name its parent, below which it is made and listed: `/lines/{lineId}`. */
  isAlone: boolean;
  readonly design: Design;
  readonly naming: NamingDesign;
  /** What clients set. */
  readonly members: NamedMember[];
  /** What the service adds; `readOnly`. */
  readonly served: ServedMember[];
  readonly operations: OperationDesign[];
  /** What is done to a thing before it is shown. */
  readonly showing: ((shown: JsonObject, thing: WorldThing) => JsonObject)[];
  /** The member of an answer that holds the thing; undefined where the answer is the thing. */
  wrapper: string | undefined;
  /** The members that refer to things of other kinds, by their names. */
  readonly references: Map<string, KindDesign>;
  /** The kind whose things it joins with those of its parent, by their names. */
  readonly joins?: KindDesign;
  /** The member whose value nothing else of the kind may have. */
  unique: string | undefined;
  /** Whether a thing with others below it cannot be removed. */
  keepsChildren: boolean;
  /** How long its list does not show what was made, in milliseconds. */
  lagMs: number;
  /** How long its GET shows what was there before a change, in milliseconds. */
  staleMs: number;
  /** How long after it was asked for a thing is there, in milliseconds. */
  takesMs: number;
  /** How long after its removal was accepted a thing is there still, in milliseconds. */
  leavesMs: number;
  /** How many things of it the run may have at once; 0 for any number. */
  most: number;
  /** Whether the service keeps records of its own in it, which nobody removes. */
  isOfService: boolean;
  /** Makes a content that satisfies its schema satisfy what no schema says, too. */
  readonly mending: ((content: JsonObject) => JsonObject)[];
  /** What becomes of a content in what is shown: other forms of the same values. */
  readonly coercing: ((content: JsonObject) => JsonObject)[];
}

export interface NamingDesign {
  /** The name of the parameter in paths. */
  readonly parameter: string;
  /** What stands before it where two values together name a thing; a key of such a thing has both, and what joins them. */
  readonly before: NamingPart | undefined;
  /** The member that shows the id. */
  readonly member: string;
  /** The member of a thing that holds that one; undefined where it stands in the thing itself. */
  readonly under: string | undefined;
  /** What the member shows: the id, or a path or resource name that ends with it (AIP-122). */
  readonly as: 'id' | 'path' | 'resource name';
  readonly shape: ValueShape;
  /** Whether the client chooses the id, in the body of the request that makes the thing. */
  readonly isChosen: boolean;
  /** Makes the id of a new thing. @param count how many things there have been. */
  next(content: JsonObject, chance: Random, count: number, isTaken: (key: string) => boolean): string;
  /** Whether a parameter of the query names a thing: `/order?id=7`. */
  readonly isInQuery: boolean;
  /** The id for the text of a path; undefined for a text that cannot be one. */
  read(text: string): string | undefined;
}

export interface NamingPart {
  readonly parameter: string;
  readonly member: string;
  readonly shape: ValueShape;
  /** A part of a path each; or both in one. */
  readonly joint: '/' | '.';
}

export interface ServedMember {
  readonly name: string;
  readonly shape: ValueShape;
  /** Whether it says in which state a thing is. */
  readonly isState?: boolean;
  /** Makes the value of a new thing. */
  make(call: { readonly chance: Random; readonly owner: string }): JsonObject[string];
}

export interface ParameterDesign {
  readonly in: 'query' | 'header';
  readonly name: string;
  readonly shape: ValueShape;
  readonly required?: true;
  readonly default?: number | string;
  /** The value that a request on a thing needs, where that is not any one of the shape. */
  readonly valueFor?: (thing: WorldThing) => string;
}

export interface HeaderDesign {
  readonly name: string;
  readonly shape: ValueShape;
  readonly required: boolean;
}

export interface AnswerDesign {
  readonly status: number;
  readonly headers: HeaderDesign[];
  /** JSON, unless something else is said. */
  readonly mediaType?: string;
  readonly schema: (() => JsonObject) | undefined;
}

export interface BodyDesign {
  readonly mediaType: string;
  readonly members: readonly NamedMember[];
  readonly closed: boolean;
  /** The name of its schema. */
  readonly name: string;
  /** Whether a valid content is refused by a rule that no schema says, whatever was done before. */
  readonly isTooMuch?: (content: JsonObject) => boolean;
  /** The members that name things on which it acts, beside those that things of the kind have. */
  readonly refers?: ReadonlyMap<string, KindDesign>;
  /** What it is where it is no object of members. */
  readonly whole?: WholeBody;
}

/** A body that is a list, bytes, or a form with a file. */
interface WholeBody {
  readonly form: 'json' | 'bytes' | 'multipart';
  readonly shape?: ValueShape;
  /** Its schema, where no shape says it. */
  readonly schema?: () => JsonObject;
  /** A valid one; of what is no JSON the text of the file. @param thing that it is for, where one is known. */
  valid(thing: WorldThing | undefined, chance: Random): JsonValue;
}

/** What is checked in which order; the act comes last. */
export const PHASES = ['credential', 'find', 'type', 'input', 'lock', 'rules'] as const;

export interface CheckStep {
  readonly phase: (typeof PHASES)[number];
  readonly name: string;
  /** The statuses with which it may refuse an operation. */
  readonly refuses: (operation: OperationDesign) => readonly number[];
  /** Returns an answer to end it here. */
  run(call: ServiceCall): ServiceReply | undefined;
}

export type OperationRole = 'list' | 'create' | 'read' | 'replace' | 'merge' | 'remove' | 'act' | 'only';

export interface OperationDesign {
  readonly role: OperationRole;
  /** A name of its own: `createOrder`. */
  readonly id: string;
  readonly method: string;
  /** The template of its path, without the prefix. */
  readonly path: string;
  readonly kind: KindDesign;
  /** Whether the last parameter of the path names a thing of the kind, which it acts on. */
  readonly isOnItem: boolean;
  /** Whether it acts on all things of the kind. */
  readonly takesAll?: boolean;
  /** Whether nothing comes of what it promises to make. */
  makesNothing?: boolean;
  /** Whether who asks is let in no more. */
  readonly endsSession?: boolean;
  /** Whether it acts on what is buried, too. */
  readonly takesBuried?: boolean;
  /** Whether it can be done to a thing as that is; absent where it is done to whatever is there. */
  takes?: (thing: WorldThing, store: WorldStore) => boolean;
  readonly parameters: ParameterDesign[];
  body: BodyDesign | undefined;
  readonly answers: AnswerDesign[];
  readonly steps: CheckStep[];
  act(call: ServiceCall): ServiceReply;
  /** Makes the last change to every answer of success. */
  readonly dressing: ((reply: ServiceReply, call: ServiceCall) => ServiceReply)[];
}

/** The media type of JSON, which all bodies have that do not say otherwise. */
export const JSON_TYPE = 'application/json';
export const BYTES_TYPE = 'application/octet-stream';

/** Who made a thing: somebody before the run, the user who hands it over to the run, or the run. */
export type ThingMaker = 'others' | 'handed over' | 'run';

export interface WorldThing {
  readonly kind: KindDesign;
  readonly key: string;
  readonly parent: WorldThing | undefined;
  /** What clients have set. */
  value: JsonObject;
  readonly served: JsonObject;
  /** The name of the person whose it is. */
  readonly owner: string;
  readonly maker: ThingMaker;
  /** Goes up with each change. */
  version: number;
  /** Removed, and remembered as that. */
  readonly isBuried: boolean;
  /** From when on it is buried, in milliseconds; infinite for what is there. */
  goneFrom: number;
  /** From when on it is there, in milliseconds; 0 for what was there before. */
  since: number;
  /** When it was made or changed last, in milliseconds since 1970. */
  changedAt: number;
}

/** What the service keeps. */
export interface WorldStore {
  /** The things of a kind below one of its parent's, in the order in which they were made, without what is buried. */
  all(kind: KindDesign, parent: WorldThing | undefined): readonly WorldThing[];
  /** Everything of a kind. */
  every(kind: KindDesign): readonly WorldThing[];
  /** Also what is buried. What stands by itself is found whatever it is below. */
  find(kind: KindDesign, parent: WorldThing | undefined, key: string): WorldThing | undefined;
  add(kind: KindDesign, parent: WorldThing | undefined, value: JsonObject, who: Owned, key?: string): WorldThing;
  change(thing: WorldThing, value: JsonObject): void;
  /** Removes a thing and everything below it. */
  remove(thing: WorldThing): void;
  /** @param afterMs how long it is there still, in milliseconds. */
  bury(thing: WorldThing, afterMs?: number): void;
  /** Brings back what is buried, with what was buried with it. */
  restore(thing: WorldThing): void;
  childrenOf(thing: WorldThing): readonly WorldThing[];
}

export interface Owned {
  readonly owner: string;
  readonly maker: ThingMaker;
}

/** One request while it is handled. */
export interface ServiceCall {
  readonly operation: OperationDesign;
  readonly store: WorldStore;
  readonly chance: Random;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The texts of the path that name things, in the order of their kinds (`kindsNamed`): `eu/7` where two parameters name one. */
  readonly keys: readonly string[];
  readonly fault: Tamper | undefined;
  /** The values of the parameters that are not in the path, by their names. */
  readonly values: Record<string, JsonValue>;
  /** The name of who asks; `nobody` without a credential. */
  person: string;
  content: JsonObject;
  /** A body that is no object of members. */
  whole: JsonValue;
  parent: WorldThing | undefined;
  thing: WorldThing | undefined;
}

export interface ServiceReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  /** What is sent in place of JSON. */
  readonly bytes?: Buffer;
  readonly mediaType?: string;
}

/** How a fault changes what a service does. */
export interface Tamper {
  /** Whether a step of an operation is left out, by its name. */
  readonly skips?: (step: string, call: ServiceCall) => boolean;
  /** Whether a clause of the input is not looked at. @param place `body`, or `query.limit`. */
  readonly isBlindTo?: (operation: OperationDesign, place: string, clause: string) => boolean;
  /** Acts in place of the operation. @param act what the operation does. */
  readonly acts?: (call: ServiceCall, act: () => ServiceReply) => ServiceReply;
  /** Changes the answer, also one that refuses. */
  readonly answers?: (reply: ServiceReply, call: ServiceCall) => ServiceReply;
}

export type FaultClass =
  | 'answer'
  | 'status'
  | 'input'
  | 'credential'
  | 'state'
  | 'page'
  | 'header'
  | 'server error'
  | 'lock';

/** A deviation of a world's service that breaks exactly one clause or behaviour. */
export interface WorldFault {
  /** A name of its own within the world: `replaceOrder: changes are lost`. */
  readonly name: string;
  readonly class: FaultClass;
  readonly operation: OperationDesign;
  /** The rules that may tell it. */
  readonly rules: readonly string[];
  /** Why no client can tell it; absent if one can. */
  readonly unknowable?: string;
  /** Whether it shows only once something is made. */
  readonly showsByMaking?: boolean;
  readonly tamper: () => Tamper;
}
