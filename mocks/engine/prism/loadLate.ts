/**
 * Lists the parts of Prism that the bundle loads only when they are used, since loading them takes most of the time of loading Prism.
 * This works for modules whose exports Prism reads only when it needs them.
 */

export const LATE: readonly string[] = [
  '@stoplight/http-spec/oas2/operation',
  '@stoplight/http-spec/postman/operation',
  // This one merges `allOf` of form bodies.
  '@stoplight/json-schema-merge-allof',
  '@stoplight/json-schema-ref-parser',
  // The mock does the work of these itself, or uses them rarely.
  '@stoplight/prism-http',
  '@stoplight/prism-http/dist/mocker/callback/callbacks',
  '@stoplight/prism-http/dist/validator/validators/body',
  '@stoplight/prism-http/dist/validator/validators/headers',
  // This one makes bodies up.
  '@stoplight/prism-http/dist/mocker/generator/JSONSchema',
  'http-proxy-agent',
  'https-proxy-agent',
  'lodash/fp',
  'node-fetch',
  'pino',
];

/** Prism reads the default export of this module at once, and the members of that export only later. */
export const LATE_FAKER = '@faker-js/faker';

type Exports = Record<PropertyKey, unknown>;

/** Returns a stand-in for the exports of a module, which may be an object, a function or a class. */
export function deferred(load: () => Exports): Exports {
  // A bound function can be called and constructed, and all its properties can be changed.
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
