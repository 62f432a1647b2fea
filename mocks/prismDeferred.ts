/**
 * Puts off the loading of what Prism loads along with itself and hardly ever needs: faker in all its languages, until
 * a schema asks for what it makes up (`x-faker`); an HTTP client, until there is a callback; and the reading of Postman
 * collections, which are no contracts here. Together they are more than half of the time that Prism takes to start.
 */

type Exports = Record<PropertyKey, unknown>;

putOff('@faker-js/faker', (load) => {
  // Prism takes the object out at once and looks into it later.
  const faker = deferred(() => load()['faker'] as Exports);
  return { default: faker, faker };
});
putOff('@stoplight/http-spec/postman/operation', deferred);
putOff('node-fetch', deferred);

/** Stands in for a module in the cache of modules, until something is asked of it. */
function putOff(name: string, standIn: (load: () => Exports) => Exports): void {
  const file = require.resolve(name, { paths: [require.resolve('@stoplight/prism-http')] });
  if (require.cache[file]) return;
  const exports = standIn(() => {
    if (require.cache[file]?.exports === exports) delete require.cache[file];
    return require(file) as Exports;
  });
  require.cache[file] = { id: file, loaded: true, exports } as NodeJS.Module;
}

function deferred(load: () => Exports): Exports {
  return new Proxy<Exports>({}, { get: (_target, name) => load()[name], has: (_target, name) => name in load() });
}
