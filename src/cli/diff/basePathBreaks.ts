/** Finds base paths below which one contract is served, and the other one no more. Which host answers is not for the contract alone to say. */

import type { Operation, ServerUrl } from '../../contract/contract';
import { withoutNames } from '../../routing/pathTemplate';
import { lazy, remembered } from '../../support/caching';
import { escapeRegExp } from '../../support/words';
import { isLoopback } from '../../wire/target';
import { type Comparing, type OperationPair, saying } from './comparing';
import { composeRequest, toWitness } from './composeRequest';
import { plainRequest } from './plainRequest';

/**
 * Adds the base paths of the sender that the receiver does not have. Nothing is told where one of the two declares no server, or one whose
 * path depends on where the contract lies. A server more takes nothing away.
 * @param isTaken tells whether another operation of the receiver's contract takes requests with this method, below the paths of its servers.
 */
export function findBasePathBreaks(
  pair: OperationPair,
  comparing: Comparing,
  isTaken: (method: string, path: string) => boolean,
): void {
  const { sender, receiver } = pair;
  const [before, now] = [serversOf(sender), serversOf(receiver)];
  if (!before || !now) return;
  const path = withoutNames(sender.path);
  const patterns = now.bases.map((base) => patternOf(base, receiver.path));
  for (const base of before.bases) {
    const whole = base.usual + path;
    if (patterns.some((pattern) => pattern.test(whole)) || isTaken(sender.method, whole)) continue;
    const composed =
      composeRequest(sender, plainRequest(pair, comparing)) ??
      composeRequest(sender, {
        parameters: new Map(sender.parameters.flatMap((each) => (each.in === 'path' ? [[each, 'text']] : []))),
      });
    if (!composed) return;
    const others = [...new Set(now.bases.map(({ usual }) => usual || '/'))].join(' or ');
    comparing.add(
      {
        kind: 'base-path-changed',
        operation: pair.name,
        subject: 'the base path',
        path: '',
        message: `nothing is served below the base path ${base.usual || '/'}`,
        witness: { ...toWitness(composed), path: base.usual + composed.path },
      },
      saying(`is served below ${base.usual || '/'}`, before.clause),
      saying(`is served below ${others}`, now.clause),
    );
  }
}

/** Returns a function that tells whether an operation takes requests with a method and a whole path, in which `{}` stands for parameters. */
export function takenBy(operations: readonly Operation[]): (method: string, path: string) => boolean {
  const patterns = lazy(() =>
    operations.flatMap((operation) =>
      (serversOf(operation)?.bases ?? []).map((base) => ({
        method: operation.method,
        pattern: patternOf(base, operation.path),
      })),
    ),
  );
  return (method, path) => patterns().some((each) => each.method === method && each.pattern.test(path));
}

/** A path below which operations are served, without a slash at its end. */
interface BasePath {
  /** With the default values of variables that may have any value. */
  readonly usual: string;
  /** In which `\0` stands for these variables. */
  readonly general: string;
}

/** Returns the base paths of an operation; undefined if they are not known. */
const serversOf = remembered(({ declaredServers }: Operation) => {
  if (!declaredServers || declaredServers.urls.length === 0) return undefined;
  const bases = declaredServers.urls.flatMap(eachUrl).filter(({ usual }) => !isOwnMachine(usual));
  const paths = bases.map(({ usual, general }) => ({ usual: pathOf(usual), general: pathOf(general) }));
  const isRelative = paths.some(({ usual, general }) => !/^(\/|$)/.test(usual) || !/^([/\0]|$)/.test(general));
  return isRelative || paths.length === 0 ? undefined : { bases: paths, clause: declaredServers.clause };
});

/** At most this many values of the variables of one server are tried. */
const MOST_VALUES = 100;

/** Returns the URLs of a server, one for each of the values that its variables may have. */
function eachUrl({ url, variables }: ServerUrl): BasePath[] {
  let urls: BasePath[] = [{ usual: url, general: url }];
  for (const [name, { default: usual, values }] of variables) {
    const put = (text: string, value: string) => text.replaceAll(`{${name}}`, () => value);
    urls =
      values.length > 0
        ? urls.flatMap((each) =>
            values.map((value) => ({ usual: put(each.usual, value), general: put(each.general, value) })),
          )
        : urls.map((each) => ({ usual: put(each.usual, usual ?? `{${name}}`), general: put(each.general, '\0') }));
    urls = urls.slice(0, MOST_VALUES);
  }
  // A variable that is not declared may have any value, too.
  return urls.map(({ usual, general }) => ({ usual, general: general.replace(/\{[^{}]*\}/g, '\0') }));
}

/** No client of others asks at the machine of whoever wrote the contract. */
function isOwnMachine(url: string): boolean {
  const [, hostname = ''] = /^[^/]*\/\/([^/:]*)/.exec(url) ?? [];
  return isLoopback({ hostname });
}

function pathOf(url: string): string {
  return url
    .replace(/^[^/]*:\/\/[^/]*|^\/\/[^/]*/, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
}

function patternOf({ general }: BasePath, path: string): RegExp {
  const base = general.split('\0').map(escapeRegExp).join('.*');
  return new RegExp(`^${base}${escapeRegExp(withoutNames(path))}$`, 's');
}
