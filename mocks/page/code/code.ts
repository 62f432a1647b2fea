/** Writes the code that sends a request, in each language that the page offers. */

import { curl } from './curl';
import { goCode } from './go';
import { javaCode } from './java';
import { axiosCode, fetchCode } from './javascript';
import { pythonCode } from './python';
import type { SentRequest } from './sentRequest';

export interface Code {
  readonly name: string;
  readonly text: string;
}

const LANGUAGES: Readonly<Record<string, (request: SentRequest) => string>> = {
  curl: (request) => curl(request, ' \\\n  '),
  fetch: fetchCode,
  axios: axiosCode,
  Python: pythonCode,
  Java: javaCode,
  Go: goCode,
};

export function codeFor(request: SentRequest): Code[] {
  return Object.entries(LANGUAGES).map(([name, write]) => ({ name, text: write(request) }));
}
