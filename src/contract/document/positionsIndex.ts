/** The nodes of a text as numbers, which for a large contract take a tenth of the room of the nodes themselves. */

/** The number of a node: each comes before what it holds, of a member the name before the value. The whole is 0. */
export type NodeNumber = number;

export interface Index {
  readonly kinds: readonly ('object' | 'list' | 'scalar')[];
  /** Offsets into the text. */
  readonly starts: Int32Array;
  /** For each node the one that comes after all that it holds. */
  readonly ends: Int32Array;
  /** What an alias stands for. */
  readonly aliases: ReadonlyMap<NodeNumber, NodeNumber>;
  /** The names `<<` that bring in the members of others. */
  readonly merges: ReadonlySet<NodeNumber>;
  /** What a node says that is the name of a member. */
  nameOf(key: NodeNumber): string;
}

/** What a node stands for, if it is an alias. */
export function resolveAlias({ aliases }: Index, node: NodeNumber): NodeNumber {
  return aliases.get(node) ?? node;
}

/** Collects the nodes of a text in the order in which they begin. */
export function collectNodes() {
  const kinds: Index['kinds'][number][] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    kinds,
    /** @returns the number of the node. */
    begin(kind: Index['kinds'][number], offset: number): NodeNumber {
      kinds.push(kind);
      starts.push(offset);
      return ends.push(kinds.length) - 1;
    },
    /** All that the node holds has been added. */
    end(node: NodeNumber): void {
      ends[node] = kinds.length;
    },
    finish: () => ({ kinds, starts: Int32Array.from(starts), ends: Int32Array.from(ends) }),
  };
}
