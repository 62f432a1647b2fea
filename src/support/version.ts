import manifest from '../../package.json';

/** Name and version of this program, as reports state them. */
export const TOOL = { name: manifest.name, version: manifest.version } as const;
