/**
 * Loads faker in English alone before Prism loads it in every language, which is more than half of the time to start.
 * The price: a contract that sets `x-json-schema-faker: {locale: …}` is answered in English all the same.
 */

const prism = { paths: [require.resolve('@stoplight/prism-http')] };
const everyLanguage = require.resolve('@faker-js/faker', prism);

if (!require.cache[everyLanguage]) {
  const english = require.resolve('@faker-js/faker/locale/en', prism);
  const faker: unknown = require(english);
  const loaded = require.cache[english];
  if (loaded)
    require.cache[everyLanguage] = Object.assign(Object.create(loaded), { exports: { default: faker, faker } });
}
