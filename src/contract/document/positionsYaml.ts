/** Finds where the values of a YAML text stand, from the events of its parser. */

import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from 'js-yaml';
import { DEEPEST_DOCUMENT, readScalar } from './parseText';
import { collectNodes, type Index, type NodeNumber } from './positionsIndex';

type EventOf<Id> = Extract<Event, { type: Id }>;
type Scalar = EventOf<typeof EVENT_ID.SCALAR>;

export function indexYaml(text: string): Index {
  const nodes = collectNodes();
  const names = new Map<NodeNumber, string>();
  const aliases = new Map<NodeNumber, NodeNumber>();
  const merges = new Set<NodeNumber>();
  const anchors = new Map<string, NodeNumber>();
  const open: { readonly node: NodeNumber | undefined; readonly isObject: boolean; children: number }[] = [];
  let before = 0;
  for (const event of parseEvents(text, { maxDepth: DEEPEST_DOCUMENT })) {
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push({ node: undefined, isObject: false, children: 0 });
      continue;
    }
    if (event.type === EVENT_ID.POP) {
      const closed = open.pop();
      if (closed?.node !== undefined) nodes.end(closed.node);
      continue;
    }
    const around = open.at(-1);
    const isName = around?.isObject === true && around.children++ % 2 === 0;
    // An empty value has no position, so it gets that of the node before it.
    before = startOf(event) ?? before;
    const isObject = event.type === EVENT_ID.MAPPING;
    const node = nodes.begin(isObject ? 'object' : event.type === EVENT_ID.SEQUENCE ? 'list' : 'scalar', before);
    if (event.type === EVENT_ID.ALIAS) {
      const meant = anchors.get(anchorOf(text, event));
      if (meant !== undefined) aliases.set(node, meant);
    } else if (event.anchorStart >= 0) anchors.set(anchorOf(text, event), node);
    if (event.type === EVENT_ID.SCALAR && isName) {
      const name = nameOf(text, event);
      names.set(node, name);
      if (name === '<<' && event.style === SCALAR_STYLE.PLAIN) merges.add(node);
    }
    if (isObject || event.type === EVENT_ID.SEQUENCE) open.push({ node, isObject, children: 0 });
  }
  return { ...nodes.finish(), aliases, merges, nameOf: (key) => names.get(key) ?? '' };
}

function startOf(event: EventOf<2 | 3 | 5> | Scalar): number | undefined {
  switch (event.type) {
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.SCALAR: {
      if (event.valueStart < 0) return undefined;
      const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
      return event.valueStart - (quoted ? 1 : 0);
    }
    default:
      return event.start;
  }
}

function anchorOf(text: string, { anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number }): string {
  return text.slice(anchorStart, anchorEnd);
}

/** Returns the name that the parsed object has for a member: `0x10` becomes 16, and `~` becomes null. */
function nameOf(text: string, event: Scalar): string {
  const isText = event.style !== SCALAR_STYLE.PLAIN && event.tagStart < 0;
  return isText ? getScalarValue(text, event) : String(readScalar(text, event));
}
