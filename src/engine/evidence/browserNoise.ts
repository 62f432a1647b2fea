/** Header fields that a browser adds of itself, and that matter to no answer. A curl line is readable without them. */

import type { Fields } from '../../http/message';
import { TOOL } from '../../support/version';

const NOISE =
  /^(sec-.*|accept-language|accept-encoding|user-agent|priority|dnt|referer|cache-control|pragma|upgrade-insecure-requests|connection|te)$/i;

/**
 * Returns the fields that somebody needs who sends a request again. A browser's own ones are left out, except for those that the contract
 * declares. The fields of any other client are kept, since somebody chose them.
 */
export function withoutBrowserNoise(fields: Fields, declared: readonly string[]): Fields {
  if (!fields.some(isOfBrowser)) return fields;
  const kept = new Set(declared.map((name) => name.toLowerCase()));
  return fields.filter(([name]) => kept.has(name.toLowerCase()) || !NOISE.test(name));
}

/** Example: `Sec-Fetch-Mode: cors`, `User-Agent: Mozilla/5.0 …`. */
function isOfBrowser([name, value]: Fields[number]): boolean {
  return /^sec-(fetch|ch-ua)/i.test(name) || (/^user-agent$/i.test(name) && value.startsWith('Mozilla/'));
}

/** Tells whether curl sends a field of itself, or in a way of its own that no rule depends on. */
export function isUsualField([name, value]: Fields[number]): boolean {
  return (name === 'Accept' && value === '*/*') || (name === 'User-Agent' && value.startsWith(`${TOOL.name}/`));
}
