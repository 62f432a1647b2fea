/** Says where a request names the URL of a callback (OpenAPI 3.1 §4.8.18.2), and which of its callbacks comes to a path below that URL. */

import type { DeclaredCallback, Operation } from '../contract/contract';
import { remembered } from '../support/caching';
import { escapeRegExp } from '../support/words';

/** A place of a request, and the callbacks that come to the URL in it. */
interface CallbackPlace {
  readonly place: 'body' | 'query' | 'header';
  /** The name of the parameter. In a body: a JSON Pointer. */
  readonly name: string;
  readonly callbacks: readonly PlacedCallback[];
}

interface PlacedCallback {
  readonly declared: DeclaredCallback;
  /** What the contract has after the URL, without a query: `/done`. */
  readonly below: string;
  /** Matches the path below the URL to which it comes. */
  readonly isBelow: RegExp;
}

/**
 * Returns the places at which a request names the URL of a callback, in the order of the contract. The URL of any other callback is the
 * service's own affair. Example: `{$request.body#/hook}/done` is named at `/hook` in the body.
 */
export function callbackPlaces(operation: Operation): readonly CallbackPlace[] {
  return placesOf(operation);
}

const placesOf = remembered(({ callbacks = [] }: Operation): readonly CallbackPlace[] => {
  const places = new Map<string, CallbackPlace & { callbacks: PlacedCallback[] }>();
  for (const declared of callbacks) {
    const read = readExpression(declared.expression);
    if (!read) continue;
    const { place, name, below } = read;
    const key = `${place} ${name}`;
    const known = places.get(key) ?? { place, name, callbacks: [] };
    places.set(key, known);
    known.callbacks.push({ declared, below, isBelow: patternOf(below) });
  }
  return [...places.values()];
});

const EXPRESSION = /^(?:\{\$request\.([^{}]+)\}|\$request\.([^{}]+$))(.*)$/s;

function readExpression(
  expression: string,
): { readonly place: CallbackPlace['place']; readonly name: string; readonly below: string } | undefined {
  const [, inner, whole, rest = ''] = EXPRESSION.exec(expression) ?? [];
  const [, place, name = ''] = /^(body#|query\.|header\.)(.+)$/s.exec(inner ?? whole ?? '') ?? [];
  const [path = ''] = /^(?:\{[^{}]*\}|[^?#{])*/.exec(rest) ?? [];
  // What goes on with anything else would name another host or port.
  if (place === undefined || (path !== '' && !path.startsWith('/'))) return undefined;
  const below = path.replace(/\/+$/, '');
  if (place !== 'body#') return { place: place === 'query.' ? 'query' : 'header', name, below };
  return name.startsWith('/') ? { place: 'body', name, below } : undefined;
}

/** A slash more or less at an end is no difference that a receiver would see. */
function patternOf(below: string): RegExp {
  const parts = below.split(/\{[^{}]*\}/).map(escapeRegExp);
  return new RegExp(`^${parts.join('[^/]*')}/*$`);
}
