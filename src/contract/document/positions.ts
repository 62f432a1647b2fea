/** Where each value of a YAML or JSON text stands, found when it is first asked for. */

import { type Index, type NodeNumber, resolveAlias } from './positionsIndex';
import { indexJson } from './positionsJson';
import { indexYaml } from './positionsYaml';

/** Offsets into a text, in UTF-16 code units from 0. */
export interface TextOffsets {
  /**
   * @param tokens the reference tokens of a JSON Pointer, unescaped; none for the whole.
   * @param onKey whether the name of the member is meant rather than its value.
   * @returns where the deepest part of the way that there is begins: what is missing is missing from that.
   */
  offsetOf(tokens: readonly string[], onKey: boolean): number;
}

/** @param text a YAML or JSON text that was read without complaint. */
export function createPlaces(text: string): TextOffsets {
  // JSON by the parser of YAML would take several times the memory, and some of it is no YAML: names of more than 1024 characters.
  const index = indexJson(text) ?? indexYaml(text);
  // Children of one object are looked for again and again.
  const known = new Map<NodeNumber, Children>();
  const childrenOf = (node: NodeNumber): Children => {
    const found = known.get(node) ?? readChildren(index, node);
    known.set(node, found);
    return found;
  };

  const childOf = (node: NodeNumber, token: string): Child | undefined => {
    const { children, merges } = childrenOf(node);
    const own = children.get(token);
    if (own) return own;
    // A member that came with `<<: *other` stands where the other has it.
    for (const merge of merges) {
      const from = resolveAlias(index, merge);
      const sources = index.kinds[from] === 'list' ? [...childrenOf(from).children.values()] : [{ value: from }];
      for (const { value } of sources) {
        const found = childOf(resolveAlias(index, value), token);
        if (found) return found;
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

interface Child {
  readonly key: NodeNumber;
  readonly value: NodeNumber;
}

interface Children {
  /** Of an object by their names, of a list by their numbers. */
  readonly children: ReadonlyMap<string, Child>;
  /** What is merged into an object. */
  readonly merges: readonly NodeNumber[];
}

function readChildren(index: Index, node: NodeNumber): Children {
  const children = new Map<string, Child>();
  const merges: NodeNumber[] = [];
  const end = index.ends[node] ?? 0;
  const after = (child: NodeNumber) => index.ends[child] ?? end;
  switch (index.kinds[node]) {
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
