import { resolve } from 'node:path';

/**
 * Options by which a reference parser takes files as they were parsed already: it neither reads them again nor sees
 * anything beside them. Each time it is given values of its own, since it works in place.
 * @param files parsed content by absolute path.
 */
export function fromParsed(files: ReadonlyMap<string, unknown>) {
  const parse = ({ url }: { url: string }) => structuredClone(files.get(resolve(decodeURIComponent(url))));
  return {
    resolve: { file: { order: 1, canRead: true, read: () => '' }, http: { canRead: false } },
    parse: { yaml: false, json: false, text: false, binary: false, known: { order: 1, canParse: true, parse } },
  };
}
