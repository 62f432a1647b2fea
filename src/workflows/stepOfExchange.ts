/** An exchange of a chain → a step of a workflow that asks the same again, of what the workflow itself makes. */

import type { Operation, Parameter } from '../contract/contract';
import { isIgnored } from '../contract/ignoredParameters';
import { bareType } from '../http/mediaType';
import { fieldValues } from '../http/message';
import { isObject, isScalar, type JsonValue, toText } from '../json/value';
import type { Answered } from '../resources/answered';
import { kindsOf } from '../resources/kinds';
import { namingMembers } from '../resources/names';
import { plain } from '../resources/vocabulary/words';
import { sentBody, sentParameters } from '../serialization/readRequest';
import type { MadeThing } from './chainsMade';

/** What a step sends. */
export interface WrittenRequest {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly value: JsonValue }[];
  readonly requestBody?: { readonly contentType: string; readonly payload: JsonValue };
}

/** What a step may name. */
export interface Names {
  /** Things that the chain of the exchange made. */
  readonly made: readonly MadeThing[];
  /** Makes sure that the workflow makes such a thing. @returns the expression of its name. */
  readonly nameOf: (made: MadeThing) => string;
  /** Makes an input of the workflow. @returns its expression. */
  readonly input: (parameter: Parameter, value: JsonValue) => string;
}

/** Says why an exchange cannot be written as a step, as the end of a sentence. */
export class NoStep extends Error {}

/** @throws NoStep */
export function requestOf(exchange: Answered, operations: readonly Operation[], names: Names): WrittenRequest {
  const { operation } = exchange.case.request;
  const written = new RequestWriter(operation, kindsOf(operations), names);
  const parameters = sentParameters(exchange.case.request, exchange.request)
    .filter(({ declared }) => !isIgnored(declared, operation))
    .flatMap(({ declared, value }) => written.parameter(declared, value, exchange));
  const body = written.body(exchange);
  return { parameters, ...(body ? { requestBody: body } : {}) };
}

class RequestWriter {
  constructor(
    private readonly operation: Operation,
    private readonly kinds: ReturnType<typeof kindsOf>,
    private readonly names: Names,
  ) {}

  parameter(declared: Parameter, read: unknown, { case: { request } }: Answered): WrittenRequest['parameters'] {
    const { name, in: where, required } = declared;
    const value = (read ?? (where === 'path' ? request.values[name] : undefined)) as JsonValue | undefined;
    if (value === undefined && !required) return [];
    if (value === undefined) throw new NoStep(`its parameter \`${name}\` cannot be read back from what was sent`);
    if (where !== 'path') return [{ name, in: where, value: this.withNames(value, name) }];
    const text = isScalar(value) ? toText(value) : '';
    const made = this.names.made.find((each) => each.text === text);
    if (made && made.maker.case.request !== request) return [{ name, in: where, value: this.names.nameOf(made) }];
    // What names a new thing in the path is no input: another one would have to be made up each time.
    const isOwnName = made !== undefined;
    refuseUnknown(value);
    return [{ name, in: where, value: isOwnName ? value : this.names.input(declared, value) }];
  }

  body({ request, case: asked }: Answered): WrittenRequest['requestBody'] {
    if (!request.body || request.body.length === 0) return undefined;
    const [contentType = ''] = fieldValues(request, 'content-type');
    const value = sentBody(asked.request.operation, request)?.value as JsonValue | undefined;
    if (value === undefined)
      throw new NoStep(
        `the report does not show its body whole, or it is one of ${bareType(contentType) || 'no type'}`,
      );
    return { contentType, payload: this.withNames(value, '') };
  }

  /** Puts expressions where a value names a thing that the chain made. @param member the name of the member that holds the value. */
  private withNames(value: JsonValue, member: string): JsonValue {
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.withNames(item, member));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.withNames(item, name)]));
    if (!isScalar(value)) return value;
    const made = this.names.made.find((each) => each.text === toText(value) && this.isMeant(each, member));
    if (made && made.maker.case.request.operation !== this.operation) return this.names.nameOf(made);
    refuseUnknown(value);
    return value;
  }

  /** Tells whether a value that is the same as a name is that name: `customerId: 7`, or a text that is hardly the same by chance. */
  private isMeant({ text, kind }: MadeThing, member: string): boolean {
    return (
      text.length >= UNLIKELY ||
      this.kinds.meantBy(member).includes(kind) ||
      (namingMembers(kind).includes(plain(member)) && this.kinds.ofItem(this.operation) === kind)
    );
  }
}

/** Texts that are so long are the same for a reason, in characters. */
const UNLIKELY = 8;

/** @throws NoStep if a text stands for a secret, or would be read as an expression. */
function refuseUnknown(value: JsonValue): void {
  if (typeof value !== 'string') return;
  if (/\$ESPALIER_/.test(value)) throw new NoStep('it has a secret in it, which the report does not show');
  if (/^\$[a-z]|\{\$/.test(value)) throw new NoStep('it has a text in it that a workflow would read as an expression');
}
