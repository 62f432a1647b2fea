/**
 * The words by which names are guessed to mean something. It knows no contract, so every room may ask it. A guess chooses what is asked and what
 * is left alone; no verdict rests on one.
 */

/** Returns the words of a name, in lower case: `transferTo`, `transfer_to` and `X-Transfer-To` → `transfer`, `to` (the last one after `x`). */
export function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** What takes things away, for which a contract may have a GET. As a noun none of them names a thing. */
const DESTROYING =
  /^(delete|remove|destroy|purge|erase|wipe|truncate|flush|cancel|revoke|terminate|deactivate|invalidate|uninstall|unregister|unsubscribe)$/;

/** Words of the same sense that may also name a thing: they count where no parameter follows them. */
const ENDING = /^(clear|reset|shutdown|restart|reboot|cleanup|prune|evict|expire|disable|rollback|revert)$/;

/** Words that begin the names of things, such as `/stop-times`: they count where they stand alone. */
const ENDING_ALONE = /^(stop|drop|kill|abort|clean|unset|unlink)$/;

/**
 * Tells whether the end of a path names an action that ends or destroys something, whatever the method: `/queue/purge`, `/cache/clear-all`,
 * `/orders/{id}/delete`, `/orders/delete/{id}`. `/orders/deleted`, `/stop/{id}` and `/stop-times` name none. `/logout` ends nothing but
 * the session of who asks.
 */
export function endsInDestruction(path: string): boolean {
  const segments = path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const isNamed = last.includes('{');
  const words = wordsIn((isNamed ? segments.findLast((segment) => !segment.includes('{')) : last) ?? '');
  const [first = ''] = words;
  if (DESTROYING.test(first)) return true;
  if (isNamed) return false;
  const isAlone = words.length === 1 && ENDING_ALONE.test(first);
  return ENDING.test(first) || isAlone || DESTROYING.test(words.at(-1) ?? '');
}

/** Tells whether the name of an operation begins with a word for taking something away: `purgeQueue`, `delete_order`. */
export function isCalledDestruction(operationId: string): boolean {
  return DESTROYING.test(wordsIn(operationId)[0] ?? '');
}
