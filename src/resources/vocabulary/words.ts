/**
 * How names are compared, whoever wrote them. This folder holds the words by which names are guessed to mean something, each list once.
 * It knows no contract, so every room may ask it. A guess chooses what is asked and what is left alone; no verdict rests on one.
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

/** Returns a name in a common form: `plant_id`, `plant-id` and `plantId` all become `plantid`. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
