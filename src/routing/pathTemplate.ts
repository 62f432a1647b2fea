/** Path templates as texts: what their parameters name, whatever those are called. */

/**
 * What a parameter in a path names the item of: what comes before it, without the names of other parameters.
 * `/users/{user}/plants/{id}` and `/users/{u}/plants/{plant}/image` name items of one collection.
 */
export function collectionOf(path: string, name: string): string {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => segment.includes(`{${name}}`));
  return anonymous(segments.slice(0, at + 1).join('/'));
}

/** A path template in which parameters have no names. */
export function anonymous(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '{}');
}

/** The path up to a parameter, as it is handed over for one collection. */
export function templateUpTo(path: string, name: string): string {
  const segments = path.split('/');
  return segments.slice(0, segments.findIndex((segment) => segment.includes(`{${name}}`)) + 1).join('/');
}
