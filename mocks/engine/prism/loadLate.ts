/**
 * Which parts of Prism the bundle loads only when something is asked of them, since they take most of the time that Prism takes to load.
 * It works for modules whose exports Prism looks into when it needs them, and not before.
 */

export const LATE: readonly string[] = [
  '@stoplight/http-spec/oas2/operation',
  '@stoplight/http-spec/postman/operation',
  // Merges `allOf` of form bodies.
  '@stoplight/json-schema-merge-allof',
  '@stoplight/json-schema-ref-parser',
  // What the mock does itself, or hardly ever.
  '@stoplight/prism-http',
  '@stoplight/prism-http/dist/mocker/callback/callbacks',
  '@stoplight/prism-http/dist/validator/validators/body',
  '@stoplight/prism-http/dist/validator/validators/headers',
  // Makes bodies up.
  '@stoplight/prism-http/dist/mocker/generator/JSONSchema',
  'http-proxy-agent',
  'https-proxy-agent',
  'lodash/fp',
  'node-fetch',
  'pino',
];

/** Prism takes the default export of this module at once, and looks into that export late. */
export const LATE_FAKER = '@faker-js/faker';

type Exports = Record<PropertyKey, unknown>;

/** Stands for the exports of a module, whether an object, a function or a class. */
export function deferred(load: () => Exports): Exports {
  // A bound function can be called and constructed, and has no property that cannot be changed.
  const target = nothing.bind(undefined) as unknown as Exports;
  return new Proxy(target, {
    get: (_target, name) => load()[name],
    has: (_target, name) => name in load(),
    ownKeys: () => Reflect.ownKeys(load()),
    getOwnPropertyDescriptor: (_target, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(load(), name);
      return descriptor && { ...descriptor, configurable: true };
    },
    apply: (_target, self, args) => Reflect.apply(load() as never, self, args),
    construct: (_target, args) => Reflect.construct(load() as never, args),
  });
}

function nothing(): void {}
