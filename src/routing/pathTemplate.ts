/** Path templates as texts, and the collections that their parameters name items of. */

/**
 * Returns the collection that a path parameter names an item of: the path up to the parameter, without the names of
 * parameters. `/users/{user}/plants/{id}` and `/users/{u}/plants/{plant}/image` both lead to `/users/{}/plants/{}`, and
 * so does `/users/{user}/plants/{id}.json`.
 */
export function collectionOf(path: string, name: string): string {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => segment.includes(`{${name}}`));
  return withoutNames(withoutJson(segments.slice(0, at + 1).join('/')));
}

function withoutJson(path: string): string {
  return path.replace(/\}\.json$/, '}');
}

/** Removes the names of the parameters from a path template: `/plants/{id}` → `/plants/{}`. */
export function withoutNames(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '{}');
}

/** Returns the path up to and including a parameter, with the names of its parameters. */
export function templateUpTo(path: string, name: string): string {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => segment.includes(`{${name}}`));
  return withoutJson(segments.slice(0, at + 1).join('/'));
}

/** The values of path parameters by name, before percent-encoding. */
export type Values = Readonly<Record<string, string>>;

/** Returns the names of the parameters of a path, in order. */
export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

export function lastName(path: string): string {
  return namesIn(path).at(-1) ?? '';
}

/**
 * Returns the path up to and including the parameter at `index`, without names. Returns undefined if the parameter's
 * segment contains anything else; `.json` at the end of the path does not count.
 */
export function itemPath(path: string, index: number): string | undefined {
  const segments = withoutNames(path).split('/');
  let seen = -1;
  for (const [at, segment] of segments.entries()) {
    const here = segment.split('{}').length - 1;
    seen += here;
    const isItem = segment === '{}' || (segment === '{}.json' && at === segments.length - 1);
    if (seen >= index) return here === 1 && isItem ? [...segments.slice(0, at), '{}'].join('/') : undefined;
  }
  return undefined;
}

/** Takes the path of what stands right below an item apart: `/vehicles/{id}/trips` → `/vehicles/{}` and `trips`; undefined of any other path. */
export function belowItem(path: string): { readonly item: string; readonly name: string } | undefined {
  const [, item, name] = /^(.+\/\{\})\/([^/{}]+)$/.exec(withoutNames(path)) ?? [];
  return item === undefined || name === undefined ? undefined : { item, name };
}

/** Returns the last segment that is no parameter: `api-tokens` of `/api-tokens/{token}`. */
export function lastNoun(path: string): string {
  return path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
}

/** Returns whether the path names one of several things: `/users/{id}` does, `/customer/cart` and `/users/{id}/photo` do not. */
export function namesItem(path: string): boolean {
  return path.slice(path.lastIndexOf('/')).includes('{');
}
