/**
 * Prints what the package of Espalier is made of, as CycloneDX: `node .ci/sbom.js > sbom.json`, after the build. It is what `npm sbom` says by the
 * lock file, whatever is installed, of the dependencies, and of the packages whose code the build puts into files of ours: these stand in the files
 * with their licences.
 */

const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');
const LICENSES = ['dist/mocks/server.licenses.txt', 'dist/vendor/licenses.txt'];

/** Returns the packages whose code is in files of ours, as `name@version`. */
function bundledIn(text) {
  return [...text.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d[\w.+-]*) \([^)\n]*\)$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );
}

/** Returns the packages that are installed with ours, as `name@version`, from the lock file. */
function dependenciesIn({ packages }) {
  return Object.entries(packages).flatMap(([path, { version, dev, devOptional, extraneous }]) =>
    path === '' || dev || devOptional || extraneous ? [] : [`${path.replace(/^.*node_modules\//, '')}@${version}`],
  );
}

/** Leaves of the whole bill what is shipped: as a dependency, or within files of ours. @throws where the bill does not know such a package. */
function sbomOf(whole, shipped) {
  const kept = new Set(shipped);
  // A package that is installed at several places has a reference for each.
  const nameOf = (component) =>
    `${component.purl
      .replace(/^pkg:npm\//, '')
      .replaceAll('%40', '@')
      .replace(/\?.*$/, '')}`;
  const components = whole.components.filter((each) => kept.has(nameOf(each)));
  const names = new Set(components.map(nameOf));
  const missing = shipped.filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`npm sbom does not know ${missing.join(', ')}`);
  const refs = new Set(components.map((each) => each['bom-ref']));
  const root = whole.metadata.component['bom-ref'];
  const dependencies = whole.dependencies
    .filter(({ ref }) => ref === root || refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  const component = { ...whole.metadata.component, name: 'espalier', type: 'application' };
  return { ...whole, metadata: { ...whole.metadata, component }, components, dependencies };
}

if (require.main === module) {
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28, shell: process.platform === 'win32' };
  const whole = JSON.parse(execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], options));
  const read = (file) => readFileSync(join(ROOT, file), 'utf8');
  const shipped = [
    ...dependenciesIn(JSON.parse(read('package-lock.json'))),
    ...LICENSES.flatMap((file) => bundledIn(read(file))),
  ];
  console.log(JSON.stringify(sbomOf(whole, [...new Set(shipped)]), null, 2));
}

module.exports = { bundledIn, dependenciesIn, sbomOf };
