/** Where an operation is asked: the target stands for the server that most of the contract has. */

import type { Operation } from '../../contract/contract';
import { groupBy } from '../../support/collections';
import type { Target } from '../../wire/target';

export interface Servers {
  /** The base path for an operation, without a slash at its end. */
  readonly basePathOf: (operation: Operation, targetBase: string) => string;
  /** The server of an operation that is another host than that of the contract; undefined where the target stands for it. */
  readonly elsewhere: (operation: Operation) => string | undefined;
}

interface Server {
  /** Empty where the URL is relative. */
  readonly host: string;
  readonly path: string;
}

/** By the servers as they are declared for the contract, a path or an operation (OpenAPI 3.1 §4.8.5), with the defaults of their variables. */
export function readServers(operations: readonly Operation[]): Servers {
  const groups = [...groupBy(operations, ({ servers }) => servers.join(' ')).values()];
  const [usual] = groups.sort((one, other) => other.length - one.length);
  const common = (usual?.[0].servers ?? []).map(toServer);
  return {
    elsewhere({ servers }) {
      const own = servers.map(toServer);
      const isCommon = own.some(
        ({ host }) => host === '' || common.some((each) => each.host === '' || each.host === host),
      );
      return own.length === 0 || common.length === 0 || isCommon ? undefined : servers[0];
    },
    basePathOf({ servers }, targetBase) {
      const [first] = servers.map(toServer);
      const base = common.find(({ path }) => targetBase.endsWith(path))?.path;
      if (!first || base === undefined || servers.map(toServer).some(({ path }) => path === base)) return targetBase;
      return targetBase.slice(0, targetBase.length - base.length) + first.path;
    },
  };
}

/** A target that each operation is asked at below the base path that its servers have. */
export function atServers(target: Target, operations: readonly Operation[]): Target {
  const { basePathOf } = readServers(operations);
  return { ...target, basePathOf: (operation) => basePathOf(operation, target.basePath) };
}

/**
 * Returns other base paths at which the operations may be served, where the target knows none of them: that of their servers, below the
 * base path of the target or in place of it, and the root. An example: `/v1` for the target `http://localhost:8080`.
 */
export function otherBasePaths(targetBase: string, operations: readonly Operation[]): string[] {
  const { basePathOf } = readServers(operations);
  const [first] = operations;
  const used = first ? basePathOf(first, targetBase) : targetBase;
  const paths = [...new Set(operations.flatMap(({ servers }) => servers.map((url) => toServer(url).path)))];
  const candidates = [...paths, '', ...paths.map((path) => targetBase + path)];
  return [...new Set(candidates)].filter((path) => path !== used && path !== targetBase);
}

function toServer(url: string): Server {
  const [, host = '', path = ''] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(url) ?? [];
  const trimmed = path.replace(/\/+$/, '');
  return { host: host.toLowerCase(), path: trimmed === '' || trimmed.startsWith('/') ? trimmed : `/${trimmed}` };
}
