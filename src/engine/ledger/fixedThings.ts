/**
 * Which fixed things are the only ones of their kind, as their list has shown: what the run makes in the one server of `POST /servers/{id}/zones`
 * lies in the service itself, and not in somebody's thing. Of several, nobody can tell which one may be used.
 */

import type { Response } from '../../http/message';
import { namesOfOnly } from '../../resources/answers/shown';
import type { Items } from '../../resources/kinds';
import type { Thing } from '../../resources/things';
import { collectionKey } from './sightings';

export class FixedThings {
  /** The names of the only one, by its collection; none where a list has shown more than one. */
  private readonly only = new Map<string, readonly string[]>();

  /** Takes note of what a list shows. @param above the ids of what it lies in. */
  noteList(kind: Items, above: readonly string[], response: Response): void {
    if (!kind.lister) return;
    const key = collectionKey({ item: kind.item, ids: [...above, ''] });
    const names = namesOfOnly(kind, kind.lister, response) ?? [];
    const before = this.only.get(key) ?? names;
    this.only.set(
      key,
      names.filter((name) => before.includes(name)),
    );
  }

  /** Whether all lists of its collection so far have shown it alone. */
  isOnly(thing: Thing): boolean {
    return this.only.get(collectionKey(thing))?.includes(thing.ids.at(-1) ?? '') ?? false;
  }
}
