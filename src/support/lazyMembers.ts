/** Members of objects that are made when they are read. */

/** How each member is made of what an object is made of. */
type Makers<S, M> = { readonly [K in keyof M]: (source: S) => M[K] };

interface Lazy<S> {
  readonly source: S;
  made: Record<string, unknown> | undefined;
}

const LAZY = Symbol('what lazy members are made of');

/**
 * Returns a function that gives an object further members. They are its own and are listed, so that a copy by spreading has their values.
 * All these objects share their getters: where each has getters of its own, as in a literal, it takes several hundred bytes more, and the
 * engine finds its members more slowly.
 * @param kept makes members of which the first value is kept.
 * @param anew makes members at each reading.
 */
export function lazyMembers<S, K extends object, A extends object>(kept: Makers<S, K>, anew: Makers<S, A>) {
  const getters: PropertyDescriptorMap = {};
  for (const name of Object.keys(kept) as (keyof K & string)[])
    getters[name] = {
      enumerable: true,
      get(this: { readonly [LAZY]: Lazy<S> }) {
        const lazy = this[LAZY];
        lazy.made ??= {};
        if (!(name in lazy.made)) lazy.made[name] = kept[name](lazy.source);
        return lazy.made[name];
      },
    };
  for (const name of Object.keys(anew) as (keyof A & string)[])
    getters[name] = {
      enumerable: true,
      get(this: { readonly [LAZY]: Lazy<S> }) {
        return anew[name](this[LAZY].source);
      },
    };
  return <O extends object>(object: O, source: S): O & Readonly<K> & Readonly<A> => {
    const lazy: Lazy<S> = { source, made: undefined };
    Object.defineProperty(object, LAZY, { value: lazy });
    return Object.defineProperties(object, getters) as O & Readonly<K> & Readonly<A>;
  };
}
