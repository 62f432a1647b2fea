/** What the requests of a chain made, and how a workflow names it. */

import type { Operation } from '../contract/contract';
import { parsedBody, textAt } from '../json/exactJson';
import { escapePointer, pointerTokens } from '../json/pointer';
import { isObject } from '../json/value';
import type { Answered } from '../resources/answered';
import { candidates } from '../resources/identity';
import { type Kind, kindsOf } from '../resources/kinds';
import { lastName } from '../routing/pathTemplate';

/** A thing that a request of a chain made. */
export interface MadeThing {
  readonly kind: Kind;
  readonly maker: Answered;
  /** The name of the thing, as later requests have it. */
  readonly text: string;
  /** The runtime expression that gives it after the request: `$response.body#/id`. */
  readonly expression: string;
  /** A name for that value: `id`. */
  readonly output: string;
}

/** A chain of requests that succeeded, in the order in which they were sent. */
export interface ReadChain {
  readonly exchanges: readonly Answered[];
  readonly made: readonly MadeThing[];
  /** Operations that made something whose name no expression gives. */
  readonly unnamed: readonly string[];
}

/** @param origin the origin of the target. */
export function readChain(exchanges: readonly Answered[], operations: readonly Operation[], origin: string): ReadChain {
  const kinds = kindsOf(operations);
  const made: MadeThing[] = [];
  const unnamed: string[] = [];
  for (const [at, maker] of exchanges.entries()) {
    const kind = kinds.madeBy(maker.case.request.operation);
    if (!kind) continue;
    const asked = new Set(exchanges.slice(at + 1).flatMap((later) => Object.values(later.case.request.values)));
    const texts = candidates(kind, maker, origin).map((candidate) => candidate.text);
    const text = texts.find((each) => asked.has(each)) ?? texts[0];
    const place = text === undefined ? undefined : placeOf(maker, text, kind);
    // A second PUT to what a PUT has made replaces it.
    const isThere = made.some((each) => each.kind === kind && each.text === text);
    if (text !== undefined && place && !isThere) made.push({ kind, maker, text, ...place });
    if (!place) unnamed.push(kind.maker.name);
  }
  return { exchanges, made, unnamed };
}

/** Finds the expression that gives a text after an exchange: in the answer, in the path, or in the body of the request. */
function placeOf(maker: Answered, text: string, kind: Kind): Pick<MadeThing, 'expression' | 'output'> | undefined {
  const { request, response, case: asked } = maker;
  const answered = response && pointerTo(response.body, text);
  if (answered !== undefined && answered !== null) return inBody('response', answered, kind);
  const name = lastName(asked.request.operation.path);
  if (asked.request.values[name] === text) return { expression: `$request.path.${name}`, output: name };
  const sent = request.body && pointerTo(request.body, text);
  return sent === undefined ? undefined : inBody('request', sent, kind);
}

function inBody(side: 'request' | 'response', pointer: string, kind: Kind): Pick<MadeThing, 'expression' | 'output'> {
  const last = pointerTokens(pointer).at(-1) ?? '';
  const output = /^[A-Za-z_][\w-]*$/.test(last) ? last : kind.parameter.name.replace(/[^\w-]/g, '_');
  return { expression: `$${side}.body${pointer === '' ? '' : `#${pointer}`}`, output };
}

/** Returns the JSON Pointer of a text or a number in a body, the outermost first. */
function pointerTo(body: Buffer, text: string): string | undefined {
  const json = parsedBody(body);
  if (!json) return undefined;
  let level: readonly (readonly [string, unknown])[] = [['', json.value]];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const found = level.find(([pointer]) => textAt(json, pointer) === text);
    if (found) return found[0];
    level = level.flatMap(([pointer, value]) => {
      const members = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
      return [...members].map(([name, item]) => [`${pointer}/${escapePointer(name)}`, item] as const);
    });
  }
  return undefined;
}

/** A name that lies deeper is hardly that of the thing. */
const DEEPEST = 4;
