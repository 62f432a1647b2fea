/**
 * Resolves `$ref` and `$dynamicRef` in schemas by `$id`, `$anchor` and `$dynamicAnchor` (JSON Schema 2020-12 Core
 * §8.2).
 */

import { pathToFileURL } from 'node:url';
import { percentDecoded } from '../../http/uri';
import { escapePointer, pointerTokens } from '../../json/pointer';
import { remembered } from '../../support/caching';
import type { Files, SourceFile } from './files';
import { BrokenReference, type DocumentPlace, find, member, rootOf, splitReference } from './reference';

/** A schema with its own `$id`, or a whole file. */
interface Resource {
  readonly uri: string;
  readonly root: DocumentPlace;
  readonly anchors: Map<string, DocumentPlace>;
  readonly dynamicAnchors: Map<string, DocumentPlace>;
}

/** The resources of a file. */
interface Resources {
  /** Resources by the pointer of their root. */
  readonly at: ReadonlyMap<string, Resource>;
  readonly byUri: ReadonlyMap<string, Resource>;
  /** Whether the file contains an `$id` or an anchor. */
  readonly identified: boolean;
}

const resourcesOf = remembered(findResources);

const IDENTIFIED = /\$(?:id|anchor|dynamicAnchor)\b/;

function findResources(file: SourceFile): Resources {
  const whole = makeResource(pathToFileURL(file.path).href, rootOf(file));
  const resources = new Map([[whole.root.pointer, whole]]);
  const identified = IDENTIFIED.test(file.text);
  const waiting = identified ? [{ place: rootOf(file), resource: whole }] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { place } = next;
    let { resource } = next;
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    const { $id, $anchor, $dynamicAnchor } = value as Record<string, unknown>;
    if (typeof $id === 'string' && URL.canParse($id, resource.uri)) {
      resource = makeResource(new URL($id, resource.uri).href.replace(/#$/, ''), place);
      resources.set(place.pointer, resource);
    }
    if (typeof $anchor === 'string') resource.anchors.set($anchor, place);
    if (typeof $dynamicAnchor === 'string') resource.dynamicAnchors.set($dynamicAnchor, place);
    for (const [key, child] of Object.entries(value)) {
      if (typeof child !== 'object' || child === null) continue;
      const pointer = `${place.pointer}/${escapePointer(key)}`;
      waiting.push({ place: { value: child, file, pointer }, resource });
    }
  }
  const byUri = new Map([...resources.values()].map((resource) => [resource.uri, resource]));
  return { at: resources, byUri, identified };
}

function makeResource(uri: string, root: DocumentPlace): Resource {
  return { uri, root, anchors: new Map(), dynamicAnchors: new Map() };
}

/** Returns the resource that a place belongs to: the nearest one around it. */
function resourceOf({ file, pointer }: DocumentPlace): Resource {
  const { at: resources } = resourcesOf(file);
  for (let around = pointer; around !== '#'; around = around.slice(0, around.lastIndexOf('/'))) {
    const resource = resources.get(around);
    if (resource) return resource;
  }
  return resources.get('#') ?? makeResource(pathToFileURL(file.path).href, rootOf(file));
}

/**
 * Returns the schema that a reference in a schema leads to, without following a further reference there.
 * @throws BrokenReference if the reference leads nowhere.
 */
export function schemaTarget(ref: string, from: DocumentPlace, files: Files): DocumentPlace {
  const [name, fragment] = splitReference(ref);
  const plain = fragment === '' || fragment.startsWith('/');
  if (plain && name === '' && !resourcesOf(from.file).identified) return find(ref, from, files);
  const own = resourceOf(from);
  const resource = name === '' ? own : resourceCalled(name, own, files);
  if (!resource) return find(ref, from, files);
  const target = plain ? inResource(resource, percentDecoded(fragment)) : anchorIn(resource, fragment);
  if (target) return target;
  if (plain) return find(ref, from, files);
  throw new BrokenReference(from, `$ref "${ref}" leads nowhere: there is no such anchor.`);
}

function anchorIn({ anchors, dynamicAnchors }: Resource, name: string): DocumentPlace | undefined {
  return anchors.get(name) ?? dynamicAnchors.get(name);
}

function resourceCalled(name: string, { uri }: Resource, files: Files): Resource | undefined {
  if (!URL.canParse(name, uri)) return undefined;
  const { href } = new URL(name, uri);
  for (const file of files.read().values()) {
    const resource = resourcesOf(file).byUri.get(href);
    if (resource) return resource;
  }
  return undefined;
}

function inResource({ root }: Resource, fragment: string): DocumentPlace | undefined {
  let place: DocumentPlace | undefined = root;
  for (const token of pointerTokens(fragment)) place = place && member(place, token);
  return place;
}

/** Resolves `$dynamicRef`: for each name, the outermost schema on the way here that has it as its `$dynamicAnchor`. */
export type DynamicScope = ReadonlyMap<string, DocumentPlace>;

export const NO_SCOPE: DynamicScope = new Map();

/**
 * Returns the scope within a schema: it adds the dynamic anchors of the schema's resource, unless an outer resource has
 * the same name.
 */
export function scopeWithin(scope: DynamicScope, place: DocumentPlace): DynamicScope {
  if (!resourcesOf(place.file).identified) return scope;
  const added = [...resourceOf(place).dynamicAnchors].filter(([name]) => !scope.has(name));
  return added.length === 0 ? scope : new Map([...scope, ...added]);
}

/**
 * Returns the schema that a `$dynamicRef` leads to.
 * @throws BrokenReference if the reference leads nowhere.
 */
export function dynamicTarget(ref: string, from: DocumentPlace, scope: DynamicScope, files: Files): DocumentPlace {
  const target = schemaTarget(ref, from, files);
  const [, fragment] = splitReference(ref);
  const dynamic = (target.value as { $dynamicAnchor?: unknown } | null)?.$dynamicAnchor === fragment;
  return (dynamic && scope.get(fragment)) || target;
}
