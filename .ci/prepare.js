/**
 * Builds after `npm ci`, and where npm installs Espalier from a git repository. `npm install --global` of one, as pre-commit calls it, installs
 * the tools for that beside the global packages, and not here; then they are installed here first.
 */

const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');

function npm(...args) {
  const { npm_config_global: _, npm_config_location: __, npm_config_prefix: ___, ...env } = process.env;
  const options = { cwd: ROOT, stdio: 'inherit', env, shell: process.platform === 'win32' };
  const { status } = spawnSync('npm', args, options);
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(ROOT, 'node_modules', 'typescript'))) npm('ci', '--ignore-scripts', '--no-audit', '--no-fund');
npm('run', 'build');
