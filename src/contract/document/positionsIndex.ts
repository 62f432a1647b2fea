/** The nodes of a text as numbers. For a large contract they need a tenth of the memory of node objects. */

/**
 * The number of a node. A node comes before the nodes that it holds, and the name of a member before its value. The
 * whole text is node 0.
 */
export type NodeNumber = number;

type NodeKind = 'object' | 'list' | 'scalar';

const KINDS: readonly NodeKind[] = ['scalar', 'object', 'list'];

export interface Index {
  kindOf(node: NodeNumber): NodeKind;
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

/** For so many nodes there is room at first. */
const FIRST_ROOM = 1024;

/** Collects the nodes of a text, in the order in which they begin. */
export function collectNodes() {
  let count = 0;
  let kinds = new Uint8Array(FIRST_ROOM);
  let starts = new Int32Array(FIRST_ROOM);
  let ends = new Int32Array(FIRST_ROOM);
  const enlarge = () => {
    const room = 2 * count;
    const larger = <Numbers extends Uint8Array | Int32Array>(numbers: Numbers, to: Numbers): Numbers => {
      to.set(numbers);
      return to;
    };
    kinds = larger(kinds, new Uint8Array(room));
    starts = larger(starts, new Int32Array(room));
    ends = larger(ends, new Int32Array(room));
  };
  return {
    /**
     * Adds a node.
     * @returns its number.
     */
    begin(kind: NodeKind, offset: number): NodeNumber {
      if (count === kinds.length) enlarge();
      kinds[count] = kind === 'scalar' ? 0 : kind === 'object' ? 1 : 2;
      starts[count] = offset;
      ends[count] = count + 1;
      return count++;
    },
    /** Marks that everything that the node holds has been added. */
    end(node: NodeNumber): void {
      ends[node] = count;
    },
    finish: () => ({
      kindOf: kindsIn(kinds.slice(0, count)),
      starts: starts.slice(0, count),
      ends: ends.slice(0, count),
    }),
  };
}

/** A function of its own: one within `collectNodes` would keep all the room that was there for further nodes. */
function kindsIn(kinds: Uint8Array): Index['kindOf'] {
  return (node) => KINDS[kinds[node] ?? 0] ?? 'scalar';
}
