/** Finds out what must be known before a recording is judged: which service it is of, and whether it shows credentials. */

import type { Contract } from '../contract/contract';
import { isGuarded } from '../contract/security';
import { UsageError } from '../support/errors';
import { parseTarget, type Target } from '../wire/target';
import { createOperationFinder, type OperationFinder } from './findOperation';
import type { Asked } from './har';
import { showsCredential } from './recording';

interface Survey {
  note(asked: Asked): void;
  /**
   * Returns the base URL whose exchanges are of operations of the contract. A recording of a browser also has exchanges with other services.
   * @returns undefined if there is none.
   * @throws UsageError if there are several.
   */
  target(): Target | undefined;
  /** Tells whether no request shows a credential. Browsers remove them from what they export, so this does not mean that none was sent. */
  isSanitised(target: Target): boolean;
  /** Tells the same for cookies, which need not be credentials. */
  hidesCookies(target: Target): boolean;
}

/** What the exchanges with a service at one base URL show. */
interface Base {
  /** Whether the contract names this URL as a server. */
  readonly isNamed: boolean;
  readonly finder: OperationFinder;
  /** Whether some exchange is of an operation directly below this URL. */
  fits: boolean;
  /** Whether some exchange is of an operation below this URL and the path of a server, such as one with variables in it. */
  fitsBelow: boolean;
  /** Whether some exchange is of an operation that needs a credential. */
  isGuarded: boolean;
  /** Whether one of these exchanges shows a credential. */
  showsCredential: boolean;
  showsCookies: boolean;
}

/** @param given the target that the user names, if any. */
export function createSurvey({ operations }: Contract, given: Target | undefined): Survey {
  const servers = [...new Set(operations.flatMap((operation) => operation.servers))];
  const absolute = servers.filter((server) => /^https?:\/\//i.test(server) && URL.canParse(server));
  const relative = servers.filter((server) => server.startsWith('/')).concat(servers.length === 0 ? ['/'] : []);
  const named = new Set(absolute.map((server) => server.replace(/\/+$/, '')));
  /** The bases by origin, and then by URL. */
  const bases = new Map<string, Map<string, Base>>();
  const add = (origin: string, path: string) => {
    const url = origin + path.replace(/\/+$/, '');
    const own = bases.get(origin) ?? new Map<string, Base>();
    bases.set(origin, own);
    if (own.has(url)) return;
    const basePath = new URL(url).pathname.replace(/\/+$/, '');
    own.set(url, {
      isNamed: named.has(url),
      finder: createOperationFinder(operations, basePath),
      fits: false,
      fitsBelow: false,
      isGuarded: false,
      showsCredential: false,
      showsCookies: false,
    });
  };
  if (given) add(given.origin, given.basePath);
  else for (const { origin, pathname } of absolute.map((server) => new URL(server))) add(origin, pathname);
  const seen = new Set<string>();
  const basesAt = (origin: string): Iterable<Base> => {
    if (!given && !seen.has(origin) && /^https?:/.test(origin)) {
      const paths = [...relative, ...absolute.map((server) => new URL(server).pathname), '/'];
      for (const path of paths) add(origin, path);
    }
    seen.add(origin);
    return bases.get(origin)?.values() ?? [];
  };
  return {
    note(asked) {
      for (const base of basesAt(new URL(asked.url).origin)) look(base, asked);
    },
    target() {
      if (given) return given;
      const all = [...bases.values()].flatMap((own) => [...own]);
      const right = all.filter(([, { fits }]) => fits);
      const fitting = right.length > 0 ? right : all.filter(([, { fitsBelow }]) => fitsBelow);
      const wanted = fitting.some(([, { isNamed }]) => isNamed)
        ? fitting.filter(([, { isNamed }]) => isNamed)
        : fitting;
      const [only, ...more] = wanted.map(([url]) => url);
      if (only === undefined) return undefined;
      if (more.length === 0) return parseTarget(only);
      throw new UsageError(
        `The recording has exchanges with several services that may be meant: ${[only, ...more].join(', ')}. Name one (--target URL).`,
      );
    },
    isSanitised({ origin, basePath }) {
      const base = bases.get(origin)?.get(origin + basePath);
      return base?.isGuarded === true && !base.showsCredential;
    },
    hidesCookies: ({ origin, basePath }) => bases.get(origin)?.get(origin + basePath)?.showsCookies !== true,
  };
}

function look(base: Base, asked: Asked): void {
  base.showsCookies ||= asked.requestHeaders.some(([name]) => /^cookie$/i.test(name));
  if (base.showsCredential) return;
  const match = base.finder.find(asked);
  base.fits ||= base.finder.isBelow(asked);
  if (!match) return;
  base.fitsBelow = true;
  if (!isGuarded(match.operation.security)) return;
  base.isGuarded = true;
  const { pathname, search } = new URL(asked.url);
  base.showsCredential = showsCredential(match.operation, { headers: asked.requestHeaders, path: pathname + search });
}
