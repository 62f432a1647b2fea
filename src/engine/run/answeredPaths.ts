/** Which paths a GET has found something at: what is there is somebody's, though its id was made up. */

import type { Request } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';

/** So many paths are remembered at most. */
const MOST_PATHS = 200_000;

export class AnsweredPaths {
  private readonly paths = new Set<string>();

  /** Takes note of an answer that shows something. */
  note({ case: { request: asked }, request, response }: Exchange): void {
    const { operation, method = operation.method } = asked;
    if (!response || !isSuccess(response.status) || (method !== 'GET' && method !== 'HEAD')) return;
    if (Object.keys(asked.values).length > 0 && this.paths.size < MOST_PATHS) this.paths.add(pathOf(request));
  }

  /**
   * Tells whether a request that may change something has a made-up id in its path by which a GET has found something: `GET
   * /orders/9223372036854775807` was answered 200, so `DELETE /orders/9223372036854775807` is not sent. What the run made or was given is its to
   * change, and of an id that only looks like such a one it is known elsewhere what it stands for.
   */
  isSomebodys({ request: { operation, method, values }, claim, chain }: Case, request: Request): boolean {
    if (operation.safe || method !== undefined || claim.exists || claim.probe === 'lookalike') return false;
    if (chain?.step !== undefined || Object.keys(values).length === 0) return false;
    const segments = pathOf(request).split('/');
    return segments.some((_, at) => this.paths.has(segments.slice(0, at + 1).join('/')));
  }
}

function pathOf({ path }: Request): string {
  return path.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1');
}
