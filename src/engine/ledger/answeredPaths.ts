/** Which paths a GET has found something at: what is there is somebody's, though its id was made up. */

import { isSuccess } from '../../http/statuses';
import type { Target } from '../../wire/target';
import type { Case } from '../model/case';
import type { Exchange } from '../model/exchange';
import { toRequest } from '../request/toRequest';

/** So many paths are remembered at most. */
const MOST_PATHS = 200_000;

export class AnsweredPaths {
  private readonly paths = new Set<string>();

  constructor(private readonly target: Pick<Target, 'basePath' | 'basePathOf'>) {}

  /** Takes note of an answer that shows something. */
  note({ case: { request: asked }, request, response }: Exchange): void {
    const { operation, method = operation.method } = asked;
    if (!response || !isSuccess(response.status) || (method !== 'GET' && method !== 'HEAD')) return;
    if (Object.keys(asked.values).length > 0 && this.paths.size < MOST_PATHS) this.paths.add(pathOf(request.path));
  }

  /**
   * Tells whether a request has a made-up id in its path by which a GET has found something: `GET /orders/9223372036854775807` was answered 200,
   * so `DELETE /orders/9223372036854775807` is not sent. Of what the run made or was given, and of an id that only looks like such a one, it is
   * known elsewhere whose it is.
   */
  hasSomebodys(each: Case): boolean {
    const { request, claim, chain } = each;
    if (claim.exists || claim.probe === 'lookalike' || chain?.step !== undefined) return false;
    if (Object.keys(request.values).length === 0) return false;
    const segments = pathOf(toRequest(each, this.target, []).path).split('/');
    return segments.some((_, at) => this.paths.has(segments.slice(0, at + 1).join('/')));
  }
}

function pathOf(path: string): string {
  return path.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1');
}
