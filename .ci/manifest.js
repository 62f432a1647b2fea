/**
 * What the packed `package.json` says. `npm pack` and `npm publish` put it there before they pack, and `--restore` takes it away afterwards.
 * It leaves out what only a clone needs: whoever installs the package is asked for no script. In a pipeline of GitHub it says where the code is,
 * which npm compares with what signed the package; the repository itself knows no address.
 */

const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const FILE = join(__dirname, '..', 'package.json');
const KEPT = join(__dirname, '..', 'package.whole.json');

/** Members that only a clone needs. */
const OF_A_CLONE = ['scripts', 'devDependencies', 'overrides', 'allowScripts'];

/** @param env of the process. */
function packedManifest(manifest, env) {
  const packed = Object.fromEntries(Object.entries(manifest).filter(([name]) => !OF_A_CLONE.includes(name)));
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  if (!server || !repository) return packed;
  const url = `${server}/${repository}`;
  return {
    ...packed,
    repository: { type: 'git', url: `git+${url}.git` },
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
  };
}

function restore() {
  if (existsSync(KEPT)) renameSync(KEPT, FILE);
}

if (require.main === module) {
  // What an earlier call left behind, which was killed.
  restore();
  if (!process.argv.includes('--restore')) {
    const text = readFileSync(FILE, 'utf8');
    writeFileSync(KEPT, text);
    writeFileSync(FILE, `${JSON.stringify(packedManifest(JSON.parse(text), process.env), null, 2)}\n`);
  }
}

module.exports = { packedManifest };
