/**
 * Finds where a value of a YAML or JSON text stands, through aliases and merge keys (`<<`), too, when it is first asked for: its line and column
 * come of that.
 */

import { createRecent } from '../../support/caching';
import { readText } from './parseText';
import { type Index, type NodeNumber, resolveAlias } from './positionsIndex';
import { indexJson } from './positionsJson';

/** Offsets into a text, in UTF-16 code units from 0. */
export interface TextOffsets {
  /**
   * Returns the offset of a value. If the value does not exist, it returns the offset of the nearest value around it.
   * @param tokens the unescaped tokens of a JSON Pointer; an empty list means the whole text.
   * @param onKey whether to point at the name of the member, not at its value.
   */
  offsetOf(tokens: readonly string[], onKey: boolean): number;
}

/**
 * Indexes a text for searches.
 * @param text a YAML or JSON text that was parsed without an error.
 * @param known its index, if there is one already.
 */
export function createPlaces(text: string, known?: Index): TextOffsets {
  const index = known ?? indexJson(text) ?? readText(text).index;
  if (!index) throw new Error('this text was not parsed');
  // The children of one object are searched many times, mostly one soon after another. Those of all objects of a large contract would take more
  // memory than its text.
  const recent = createRecent<NodeNumber, Children>(MOST_KEPT);
  const childrenOf = (node: NodeNumber): Children => recent(node, () => readChildren(index, node));

  const childOf = (node: NodeNumber, token: string): Child | undefined => {
    const { children, merges } = childrenOf(node);
    const own = children.get(token);
    if (own) return own;
    // A member that was merged by `<<: *other` stands where the other object has it.
    for (const merge of merges) {
      const from = resolveAlias(index, merge);
      const sources = index.kindOf(from) === 'list' ? [...childrenOf(from).children.values()] : [{ value: from }];
      for (const { value } of sources) {
        const merged = childOf(resolveAlias(index, value), token);
        if (merged) return merged;
      }
    }
    return undefined;
  };

  return {
    offsetOf(tokens, onKey) {
      let at: Child = { key: 0, value: 0 };
      for (const token of tokens) {
        const next = childOf(resolveAlias(index, at.value), token);
        if (!next) break;
        at = next;
      }
      return index.starts[onKey ? at.key : at.value] ?? 0;
    },
  };
}

/** Of how many objects and lists the children are kept. */
const MOST_KEPT = 256;

interface Child {
  readonly key: NodeNumber;
  readonly value: NodeNumber;
}

interface Children {
  /** The members of an object by name, or the items of a list by number. */
  readonly children: ReadonlyMap<string, Child>;
  /** The objects that are merged into an object. */
  readonly merges: readonly NodeNumber[];
}

function readChildren(index: Index, node: NodeNumber): Children {
  const children = new Map<string, Child>();
  const merges: NodeNumber[] = [];
  const end = index.ends[node] ?? 0;
  const after = (child: NodeNumber) => index.ends[child] ?? end;
  switch (index.kindOf(node)) {
    case 'list':
      for (let item = node + 1; item < end; item = after(item))
        children.set(String(children.size), { key: item, value: item });
      break;
    case 'object':
      for (let key = node + 1; key < end; ) {
        const value = after(key);
        if (index.merges.has(key)) merges.push(value);
        else children.set(index.nameOf(key), { key, value });
        key = after(value);
      }
      break;
  }
  return { children, merges };
}
