/** The nodes of a text as numbers. For a large contract they need a tenth of the memory of node objects. */

/**
 * The number of a node. A node comes before the nodes that it holds, and the name of a member before its value. The
 * whole text is node 0.
 */
export type NodeNumber = number;

const KINDS = ['object', 'list', 'scalar'] as const;

type NodeKind = (typeof KINDS)[number];

export interface Index {
  readonly kindOf: (node: NodeNumber) => NodeKind | undefined;
  /** Offsets into the text, in UTF-16 code units. */
  readonly starts: Int32Array;
  /** For each node, the number of the first node after everything that it holds. */
  readonly ends: Int32Array;
  /** The node that each alias stands for. */
  readonly aliases: ReadonlyMap<NodeNumber, NodeNumber>;
  /** The `<<` names, which merge the members of other objects. */
  readonly merges: ReadonlySet<NodeNumber>;
  /** Returns the name of a member, given the node of the name. */
  nameOf(key: NodeNumber): string;
}

/** Returns the node that an alias stands for; the node itself if it is not an alias. */
export function resolveAlias({ aliases }: Index, node: NodeNumber): NodeNumber {
  return aliases.get(node) ?? node;
}

/** Collects the nodes of a text, in the order in which they begin. */
export function collectNodes() {
  const kinds: NodeKind[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    kinds,
    /**
     * Adds a node.
     * @returns its number.
     */
    begin(kind: NodeKind, offset: number): NodeNumber {
      kinds.push(kind);
      starts.push(offset);
      return ends.push(kinds.length) - 1;
    },
    /** Marks that everything that the node holds has been added. */
    end(node: NodeNumber): void {
      ends[node] = kinds.length;
    },
    finish() {
      // A byte for each, where a list of texts takes eight.
      const kindOf = kindsBy(Uint8Array.from(kinds, (kind) => KINDS.indexOf(kind)));
      return { kindOf, starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
    },
  };
}

/** Outside of the collecting, so that the function does not hold what was collected. */
function kindsBy(numbers: Uint8Array): Index['kindOf'] {
  return (node) => KINDS[numbers[node] ?? KINDS.length];
}
