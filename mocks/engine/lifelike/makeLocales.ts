/**
 * A step of the build: `node dist/mocks/engine/lifelike/makeLocales.js`. It writes names, addresses and the like of each language of faker into
 * files of their own. So the mock needs no faker for them: its current version is no CommonJS, and one language takes it 60 ms to load.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Faker } from 'faker-of-languages';
import { LOCALES_FOLDER, type LocalWords, type Town } from './localWords';

/** How many of each kind are made. */
const MANY = 32;
const FEW = 12;

async function main(): Promise<void> {
  const { allFakers } = await import('faker-of-languages');
  mkdirSync(LOCALES_FOLDER, { recursive: true });
  for (const [name, faker] of Object.entries(allFakers)) {
    // What stands in for languages that have no words of their own, and English, which the mock has itself.
    if (name === 'base' || /^en(?:_(?:BORK|AU_ocker|US))?$/.test(name)) continue;
    writeFileSync(join(LOCALES_FOLDER, `${name}.json`), JSON.stringify(wordsOf(tagOf(name), faker)));
  }
  const license = join(dirname(require.resolve('faker-of-languages/package.json')), 'LICENSE');
  writeFileSync(join(LOCALES_FOLDER, 'LICENSE.txt'), readFileSync(license));
}

function wordsOf(tag: string, faker: Faker): LocalWords {
  faker.seed(1);
  const some = (count: number, make: () => string): string[] => [...new Set(Array.from({ length: count }, make))];
  const region = new Intl.Locale(tag).maximize().region ?? '';
  const country = new Intl.DisplayNames([tag], { type: 'region' }).of(region) ?? region;
  const town = (): Town => {
    const { location } = faker;
    return [
      location.city(),
      orOf(() => location.state(), country),
      country,
      region,
      orOf(() => location.zipCode(), '1000'),
    ];
  };
  return {
    firstNames: some(MANY, () => faker.person.firstName()),
    lastNames: some(MANY, () => faker.person.lastName()),
    addresses: some(MANY, () => faker.location.streetAddress()),
    towns: Array.from({ length: FEW }, town),
    companies: some(FEW, () => faker.company.name()),
    products: some(FEW, () => faker.commerce.productName()),
    jobs: some(FEW, () => faker.person.jobTitle()),
    colours: some(FEW, () => faker.color.human()),
  };
}

/** Returns the tag of a language (BCP 47) by faker's name of it: `pt_BR` → `pt-BR`, `ku_kmr_latin` → `ku`. */
function tagOf(name: string): string {
  const [language = '', country = ''] = name.split('_');
  return /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language;
}

/** Some countries have no states, or no postal codes. */
function orOf(make: () => string, otherwise: string): string {
  try {
    return make();
  } catch {
    return otherwise;
  }
}

void main();
