/** What must not be shown of exchanges that somebody else made: the credentials that they show. */

import type { Contract } from '../contract/contract';
import { cookiesIn } from '../http/cookies';
import { queryOf } from '../serialization/readRequest';
import type { Fields } from '../wire/exchange';
import { type Secrets, secretsOf } from '../wire/secrets';

const CREDENTIALS = /^(proxy-)?authorization$|^cookie$|^set-cookie$|(^|[-_])(api[-_]?key|token|secret)s?$/i;

/** So many different ones are looked for in every text; the fields that they stand in are never shown. */
const MOST = 200;

export interface SeenSecrets extends Secrets {
  note(exchange: { readonly url: string; readonly requestHeaders: Fields; readonly headers: Fields }): void;
}

export function createSeenSecrets({ operations }: Contract): SeenSecrets {
  const schemes = new Map(
    operations
      .flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes))
      .map((each) => [each.name, each]),
  );
  const fields = new Set([...schemes.values()].map(({ field }) => field.toLowerCase()).filter((name) => name !== ''));
  const isCredential = (name: string) => CREDENTIALS.test(name) || fields.has(name.toLowerCase());
  const known = new Set<string>();
  let secrets = secretsOf({});
  return {
    note({ url, requestHeaders, headers }) {
      const seen: Fields = [
        ...requestHeaders.filter(([name]) => isCredential(name)),
        ...cookiesIn(requestHeaders).flatMap(({ written, value }) => [
          ['Cookie', written] as const,
          ['Cookie', value] as const,
        ]),
        ...headers
          .filter(([name]) => /^set-cookie$/i.test(name))
          .map(([, value]) => ['Cookie', /^[^=;]*=([^;]*)/.exec(value)?.[1] ?? ''] as const),
        ...queryOf(url).flatMap(({ name, value }) => (isCredential(name) ? [[name, value] as const] : [])),
      ];
      const before = known.size;
      for (const field of seen) if (known.size < MOST) known.add(JSON.stringify(field));
      if (known.size > before) secrets = secretsOf({ headers: [...known].map((field) => JSON.parse(field)) });
    },
    redact: (text, cut) => secrets.redact(text, cut),
    mask: (name, value) =>
      isCredential(name) ? `$${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}` : secrets.redact(value),
  };
}
