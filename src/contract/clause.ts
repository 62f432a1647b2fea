import type { Clause } from './contract';

/** "openapi.yaml:18:9", as editors and terminals follow it. */
export function placeOf({ file, line, column }: Clause): string {
  return `${file}:${line}:${column}`;
}
