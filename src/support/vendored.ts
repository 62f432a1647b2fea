/**
 * Packages that the build puts into one file each, in `dist/vendor/`. As dependencies they would be seven times as large, with their types,
 * their sources and each of their forms of modules, and whoever installs Espalier would get them one by one.
 */
export const VENDORED: readonly string[] = [
  '@eslint-community/regexpp',
  'commander',
  'fast-xml-builder',
  'fast-xml-parser',
  'fastest-levenshtein',
  'find-my-way',
  'fontoxpath',
  'json-p3',
  'picocolors',
  'refa',
  'seedrandom',
  'seedrandom/lib/alea',
  'slimdom',
];

/** Returns the name of the file that holds a package: `@a/b` → `a-b.js`. */
export function vendorFile(name: string): string {
  return `${name.replace('@', '').replaceAll('/', '-')}.js`;
}

/** How the build puts packages into files: for the oldest Node that is supported, small, with their licences beside them. */
export const BUNDLING = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
} as const;
