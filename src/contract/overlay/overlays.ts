/** The overlays of a contract: which file each changes, and what they say that has no effect. */

import { realpathSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { departuresIn } from '../check/strictYaml';
import type { Mistake } from '../clause';
import { clauseAt, displayPath, type SourceFile } from '../document/files';
import { applyOverlay } from './applyOverlay';
import { type Overlay, type OverlayAction, readOverlays } from './overlayFile';

export interface Overlays {
  /** The overlays' files, in the order in which they are applied. */
  readonly sources: readonly SourceFile[];
  /** Returns a file of the contract as the overlays change it. */
  change(source: SourceFile): SourceFile;
  /**
   * Returns a warning for each action that selects nothing, each overlay of a file that the contract does not use, and each place that is
   * not strict YAML.
   */
  warnings(): Mistake[];
}

/**
 * Reads the overlays of a contract. An overlay changes the file that its `extends` names, if that is one of the contract's folder;
 * otherwise it changes the contract itself.
 * @throws ContractError if an overlay cannot be read.
 */
export function openOverlays(contract: string, files: readonly string[]): Overlays {
  const root = resolve(contract);
  const read = files.map(readOverlays);
  const overlays = read.flat();
  const unmatched: { readonly overlay: Overlay; readonly action: OverlayAction }[] = [];
  const applied = new Set<Overlay>();
  const changedBy = (overlay: Overlay) => fileChangedBy(overlay, root);
  return {
    sources: read.flatMap(wholeFile),
    change(source) {
      let changed = source;
      for (const overlay of overlays) {
        if (changedBy(overlay) !== source.path) continue;
        applied.add(overlay);
        changed = applyOverlay(changed, overlay, (action) => unmatched.push({ overlay, action }));
      }
      return changed;
    },
    warnings: () => [
      ...departuresIn(overlays.map(({ source }) => source)),
      ...unmatched.map(({ overlay: { source }, action }) => ({
        ...clauseAt(source, `#/actions/${action.index}/target`, false),
        message: 'this action selects nothing, so it changes nothing.',
      })),
      ...overlays
        .filter((overlay) => !applied.has(overlay))
        .map(({ source, extends: extended = '' }) => ({
          ...clauseAt(source, '#/extends', false),
          message: `the contract does not use ${displayPath(extended)}, so this overlay changes nothing.`,
        })),
    ],
  };
}

/** Returns the file of overlays as it was read. Each of its documents has an empty line for each line before it. */
function wholeFile(documents: readonly Overlay[]): SourceFile[] {
  const [first, ...others] = documents.map(({ source }) => source);
  if (!first) return [];
  const text = others.reduce((before, each) => `${before}\n${each.text.slice(before.split('\n').length)}`, first.text);
  return [{ ...first, text }];
}

function fileChangedBy({ extends: extended }: Overlay, root: string): string {
  if (extended === undefined || realpathSync(extended) === realpathSync(root)) return root;
  const way = relative(realpathSync(dirname(root)), realpathSync(extended));
  return way.startsWith('..') ? root : extended;
}
