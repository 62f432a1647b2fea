/** What is changed of a request that was refused, so that the target may take it; and values that answers have shown. */

import type { Operation, Parameter } from '../../contract/contract';
import type { JsonObject, JsonValue, Scalar } from '../../json/value';
import type { Case } from './case';

/** One change of a request. */
export interface Edit {
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** The name of a parameter. In a body: a JSON Pointer, which is empty for the whole body. */
  readonly name: string;
  /** What stands there then; undefined if nothing does. */
  readonly value: JsonValue | undefined;
  /** In a body: the path parameter whose value stands there, in place of `value`. */
  readonly fromPath?: string;
  /** In a body: the form that the text there is brought into, in place of `value`, so that each request keeps its own text. */
  readonly form?: TextForm;
  /**
   * Of a whole body of JSON: the text is sent as it is, without quotes, as services read it that take the body for a text whatever its type. Where
   * `value` is undefined, that is the text which each request has.
   */
  readonly isRaw?: true;
  /** In a body: each request has a value of its own, which is made like `value`. */
  readonly isAnew?: true;
  /** Nothing is taken from who has such a value: the service refuses it then, or a look follows. So one will do that is only unlikely to be taken. */
  readonly isGuarded?: true;
  /** In a path: the only value that is replaced. Other values stay. */
  readonly instead?: string | undefined;
  /** In a path: the member of the body that made the thing, whose text stands there in place of `value`. */
  readonly byMember?: string;
  /** In a path: it also stands in the place of anything else that the run has made. */
  readonly isForAll?: true;
}

/** A form of texts. Lengths are in characters. */
export interface TextForm {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly beginning?: string | undefined;
  readonly ending?: string | undefined;
  /** It has letters of both cases, digits and other characters, as passwords do. */
  readonly isStrong?: true;
}

/** The place of a change: a parameter, or a part of the body. */
export type EditPlace = Pick<Edit, 'place' | 'name'>;

/** Another try of a request that was refused. */
export interface Try {
  /** What is different, as it goes on after the name of the case: "without /nickname". */
  readonly why: string;
  readonly edits: readonly Edit[];
  /** The refusal itself named what is changed: another refusal then shows that the next mistake is another one. */
  readonly isNamed?: true;
  /** The refusal says that another thing has a value already, which is made anew. */
  readonly isTaken?: true;
  /** The sentences of the refusal that it answers. */
  readonly said?: string;
  /** Nothing is changed: how often the same was asked before. */
  readonly repeats?: number;
}

/** A part of a valid request: a parameter, or a member of its body. */
export interface PartApart {
  /** The place, and what it has there: the same for the same part of another request. */
  readonly key: string;
  /** A request that was accepted, with this part in it; undefined where it cannot have it. */
  readonly alone: (accepted: Case) => Case | undefined;
  /** The same, with what may have to follow it changed, too: an end that is as great as the beginning. Undefined where there is nothing of that kind. */
  readonly beside: (accepted: Case) => Case | undefined;
}

/** Values that answers of this run have shown. */
export interface ShownValues {
  /**
   * Returns values that the name of a parameter or member may stand for, the likeliest first; a few at most.
   * @param withMade those of what the run has made are given, too, before the others, where they surely have that name.
   */
  readonly named: (name: string, withMade?: boolean) => readonly Scalar[];
  /** Returns the bodies by which the run was registered, each with a password; a few at most. */
  readonly registered: () => readonly JsonObject[];
  /** Returns the token of a name that the run was issued then; undefined where there is none. */
  readonly issued: (name: string) => string | undefined;
  /** Works like `named` for a parameter in a path: it names an item of what precedes it. @param isListed only what requests that read have shown, and the run has not made. */
  readonly inPath: (operation: Operation, parameter: Parameter, isListed?: boolean) => readonly Scalar[];
  /** The same for several parameters of a path at once: each list has a value for each parameter, all of them members of the same thing. */
  readonly together: (operation: Operation, parameters: readonly Parameter[]) => readonly (readonly Scalar[])[];
}
