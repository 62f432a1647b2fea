/** Path templates as texts: what their parameters name, whatever those are called. */

/**
 * What a parameter in a path names the item of: what comes before it, without the names of other parameters.
 * `/users/{user}/plants/{id}` and `/users/{u}/plants/{plant}/image` name items of one collection.
 */
export function collectionOf(path: string, name: string): string {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => segment.includes(`{${name}}`));
  return withoutNames(segments.slice(0, at + 1).join('/'));
}

/** A path template in which parameters have no names. */
export function withoutNames(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '{}');
}

/** The path up to a parameter, as it is handed over for one collection. */
export function templateUpTo(path: string, name: string): string {
  const segments = path.split('/');
  return segments.slice(0, segments.findIndex((segment) => segment.includes(`{${name}}`)) + 1).join('/');
}

/** Path parameters by name, as text before percent-encoding. */
export type Values = Readonly<Record<string, string>>;

/** The names of the parameters of a path, in its order. */
export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

export function lastName(path: string): string {
  return namesIn(path).at(-1) ?? '';
}

/** The path from its beginning up to and with its parameter at `index`, without names; undefined where more than that is in its segment. */
export function itemPath(path: string, index: number): string | undefined {
  const segments = withoutNames(path).split('/');
  let seen = -1;
  for (const [at, segment] of segments.entries()) {
    const here = segment.split('{}').length - 1;
    seen += here;
    if (seen >= index) return here === 1 && segment === '{}' ? segments.slice(0, at + 1).join('/') : undefined;
  }
  return undefined;
}
