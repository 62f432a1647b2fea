import manifest from '../../package.json';

/** The name and version of this program, as reports state them. */
export const TOOL = { name: manifest.name, version: manifest.version } as const;
