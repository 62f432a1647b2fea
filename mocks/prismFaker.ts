/**
 * Puts off the loading of faker, in all its languages, until a schema asks for what it makes up (`x-faker`).
 * Prism loads it when it is loaded itself, which is more than half of the time to start.
 */

const everyLanguage = require.resolve('@faker-js/faker', { paths: [require.resolve('@stoplight/prism-http')] });

if (!require.cache[everyLanguage]) {
  let loaded: Record<PropertyKey, unknown> | undefined;
  const load = (): Record<PropertyKey, unknown> => {
    if (loaded === undefined) {
      delete require.cache[everyLanguage];
      loaded = (require(everyLanguage) as { faker: Record<PropertyKey, unknown> }).faker;
    }
    return loaded;
  };
  const faker = new Proxy({}, { get: (_target, name) => load()[name], has: (_target, name) => name in load() });
  require.cache[everyLanguage] = {
    id: everyLanguage,
    loaded: true,
    exports: { default: faker, faker },
  } as NodeJS.Module;
}
