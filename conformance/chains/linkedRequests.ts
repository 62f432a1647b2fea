import { type DeclaredLink, declaredSuccesses, type Operation } from '../../src/contract/contract';
import { breaches } from '../../src/contract/schema/judge';
import type { Case, Fill, Touched } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { type JsonValue, toJson } from '../../src/json/value';
import { type Kind, placesAbove } from '../../src/resources/kinds';
import { expressionFor, expressionsIn } from '../../src/resources/linkExpressions';
import { namesIn } from '../../src/routing/pathTemplate';
import { remembered } from '../../src/support/caching';
import { plainInput } from '../inputs/inputs';
import { chainNamed, right, toCase } from '../inputs/toCase';
import { makerCase, type PathPlace, placesFor, resourceAt, thereAt } from './makeResources';
import { isFree, mayMake } from './mayMake';

type Linked = { readonly kind: Kind; readonly link: DeclaredLink };

/** Returns the links from answers of operations that make things, by the operations that they lead to. */
const linksOf = remembered(({ contract }: Known): ReadonlyMap<string, readonly Linked[]> => {
  const all = new Map<string, Linked[]>();
  for (const kind of contract.kinds.all)
    for (const { links } of declaredSuccesses(kind.maker))
      for (const link of links) all.set(link.operation, [...(all.get(link.operation) ?? []), { kind, link }]);
  return all;
});

/** Returns the links to an operation, by its name or its id, from answers of operations that make things. */
function linksTo({ name, operationId }: Operation, known: Known): readonly Linked[] {
  const all = linksOf(known);
  const byName = all.get(name) ?? [];
  return operationId === undefined || operationId === name ? byName : [...byName, ...(all.get(operationId) ?? [])];
}

/** Makes requests with the bodies that declared links have for them, in answers of operations that make things (OpenAPI 3.1 §4.8.20). */
export function linkedCases(operation: Operation, known: Known): Case[] {
  return linksTo(operation, known).flatMap(({ kind, link }) =>
    mayMake(kind, known) ? (linkedCase(operation, known, kind, link) ?? []) : [],
  );
}

function linkedCase(operation: Operation, known: Known, kind: Kind, link: DeclaredLink): Case | undefined {
  const letIn = right(operation, known);
  const plain = plainInput(operation, known);
  const media = operation.requestBody?.media.find(({ type }) => /^[^/]+\/(json|[^/]*\+json)$/.test(type));
  if (link.requestBody === undefined || !letIn || !plain || !media) return undefined;
  const name = `the link of ${kind.maker.name} to ${operation.name}`;
  const chain = chainNamed(name);
  const above = placesFor(kind.maker, known, chain, { most: placesAbove(kind) });
  const from = above && makerCase(kind, known, chain, above);
  if (!above || !from) return undefined;
  const template = link.requestBody as JsonValue;
  const fills = expressionsIn(template).map(
    ({ pointer, expression }): Fill => ({ pointer, place: { from, expression }, isNeeded: true }),
  );
  // A body without places to fill is always the same, so it can be judged now.
  if (fills.length === 0 && breaches(media, template) !== '') return undefined;
  const places = placesOf(operation, known, { chain, kind, link, from, above });
  if (!places) return undefined;
  const { authorisation, authorised } = letIn;
  const body = { bytes: Buffer.from(toJson(template)), contentType: media.declared };
  return toCase('valid', `with the body that ${name} has`, operation, resourceAt(operation, places, chain), {
    input: { ...plain, body },
    authorisation,
    authorised,
    fills,
  });
}

interface Linking {
  readonly chain: Touched;
  readonly kind: Kind;
  readonly link: DeclaredLink;
  readonly from: Case;
  readonly above: readonly PathPlace[];
}

/** Returns the values of the path: things that were made for the link, or values of the link if the request is safe or may change anything. */
function placesOf(
  operation: Operation,
  known: Known,
  { chain, kind, link, from, above }: Linking,
): PathPlace[] | undefined {
  const around = above.flatMap((place, at) => thereAt(kind.maker.path, at, place));
  const there = new Map([...around, [kind.item, { from }] as const]);
  const places = namesIn(operation.path).map((parameter): PathPlace | undefined => {
    const expression = expressionFor(link, 'path', parameter);
    return expression !== undefined && isFree(operation, known) ? { from, expression } : undefined;
  });
  if (places.length > 0 && places.every((place) => place !== undefined)) return places;
  return placesFor(operation, known, chain, { there });
}
