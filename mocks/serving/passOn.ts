/** Decides whether the service behind the mock answers a request, or the mock itself. */

import type { Chance, MockBehaviour } from '../engine/behaviour';
import type { Answer } from '../engine/engine';
import { asksTheMock, readWishes } from '../engine/preferences';
import { type ReceivedBody, receiveBody } from '../engine/requestBody';
import type { Responded } from '../log/entry';
import type { ToldAnswers } from '../told/toldAnswers';
import type { Upstream } from '../upstream/upstream';
import { corsHeaders } from './cors';
import type { Pauses } from './pauses';
import { engineRequest, type Given, joinedHeader, type RoutedRequest } from './routedRequest';

interface Serving {
  readonly upstream: Upstream;
  readonly answers: ToldAnswers;
  readonly behaviour: MockBehaviour;
  readonly chance: Chance;
  readonly pauses: Pauses;
  readonly cors: boolean;
}

/**
 * Passes a request on to the service, unless the mock is to answer it.
 * @param mock makes the mock answer.
 * @throws Error if the client leaves before its request is complete.
 */
export async function passOn(
  asked: RoutedRequest & { readonly search: string },
  serving: Serving,
  mock: (given: Given) => Responded | Promise<Responded>,
): Promise<Responded> {
  const { request, response, path, search, route } = asked;
  const { upstream, behaviour, chance, pauses, cors } = serving;
  const byMock = (given: Given) => mock({ answeredBy: 'mock', ...given });
  const foreign = upstream.whyForeign(request);
  if (foreign !== undefined) return byMock({ answer: problem(403, 'Forbidden', foreign), why: foreign });
  const beyond = upstream.whyBeyond(path);
  if (beyond !== undefined) return byMock({ answer: problem(400, 'Bad Request', beyond), why: beyond });
  let body: ReceivedBody | undefined;
  if (route) {
    const { operation } = route;
    const prefer = joinedHeader(request.headers['prefer']);
    if (upstream.mocks(operation)) return byMock({ why: 'mocked, as --mock says' });
    if (asksTheMock(prefer, asked.query)) return byMock({ why: 'mocked, as the request prefers' });
    if (serving.answers.has(operation)) {
      body = await receiveBody(request);
      if (body.kind === 'read' && serving.answers.fits(operation, engineRequest({ ...asked, route }, body.content)))
        return byMock({ body });
    } else if (chance.fails(behaviour)) return byMock({ fails: true });
    if (body?.kind === 'too-large') return byMock({ body });
    await pauses.pause(readWishes(prefer).delay ?? chance.delay(behaviour.delay), response);
  }
  const readable = cors ? (exposed: readonly string[]) => corsHeaders(request.headers, exposed) : undefined;
  const passed = await upstream.pass({ request, response, path, search, route, body, cors: readable });
  switch (passed.kind) {
    case 'answered':
      return passed.responded;
    case 'not built':
      return byMock({ body: passed.body, fails: false, isLate: true, why: `mocked: ${passed.why}` });
    case 'unreachable':
      return byMock({ answer: problem(502, 'Bad Gateway', passed.why), isLate: true, why: passed.why });
    default:
      return passed satisfies never;
  }
}

/** Makes an answer that is none of the contract (RFC 9457). */
function problem(status: number, title: string, why: string): Answer {
  const detail = `${why.charAt(0).toUpperCase()}${why.slice(1)}.`.replace(/\.\.$/, '.');
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type: 'about:blank', title, status, detail }),
    reasons: [],
  };
}
