import { declaredResponse, type Operation } from '../src/contract/contract';
import { isGuarded } from '../src/contract/security';
import type { ProbeName } from '../src/engine/model/case';
import type { Exchange } from '../src/engine/model/exchange';
import type { Observer } from '../src/engine/model/suite';
import { MOST_ASKED } from '../src/engine/run/asker';
import { whatFailed } from '../src/engine/run/repeats';
import type { Response } from '../src/http/message';
import { REFUSED_IN_RECORDING } from '../src/recorded/classify';
import type { Observation } from '../src/report/report';
import { groupBy } from '../src/support/collections';
import { judgeCallbacks } from './judging/callbackRequests';
import { allowedMethods, statusLine } from './judging/exchanges';
import { peculiarityOf } from './judging/peculiarities';
import { trespassOf } from './judging/strangers';

/** What is seen where the contract is silent: answers that it leaves open, statuses and content that it does not declare. */
export function observe(): Observer {
  const groups: Groups = new Map();
  /** What somebody else was answered about what the run made, by that thing. */
  const chains = new Map<string, Exchange[]>();
  return {
    note(exchange) {
      if (exchange.called) return noteCalled(exchange.called, groups);
      const { claim, chain, touches } = exchange.case;
      if (claim.probe === 'stranger' || chain?.step === 'make')
        chains.set(touches.thing, [...(chains.get(touches.thing) ?? []), withoutBody(exchange)]);
      const said = whatIsOpen(exchange);
      const { response, case: each } = exchange;
      if (said === undefined || !response) return false;
      const operation = each.request.operation.name;
      const failed = howFailed(exchange);
      const key = [operation, each.claim.probe, response.status, said, failed].join(' ');
      return noteIn(groups, key, exchange.index, () => {
        const { probe, name } = each.claim;
        const asked = name === REFUSED_IN_RECORDING ? name : ASKED[probe];
        const answered =
          failed === '' ? statusLine(response) : `${failed}, then ${statusLine(response)} when asked again`;
        const declared = declaredResponse(each.request.operation, response.status) !== undefined;
        const message = `${asked}: ${answered}${said === '' ? '' : `, ${said}`}`;
        return { operation, message, asked, answered, declared };
      });
    },
    // Exchanges come in the order in which they ended.
    end: () =>
      [...groups.values(), ...[...chains.values()].flatMap(trespassesIn)]
        .map((each) => ({ ...each, exchanges: each.exchanges.sort((one, other) => one - other) }))
        .sort((one, other) => (one.exchanges[0] ?? 0) - (other.exchanges[0] ?? 0)),
  };
}

type Groups = Map<string, Observation & { exchanges: number[] }>;

/** Notes what an exchange shows, with others that show the same. @returns whether it is the first of them. */
function noteIn(groups: Groups, key: string, index: number, tell: () => Omit<Observation, 'exchanges'>): boolean {
  const known = groups.get(key);
  if (known) known.exchanges.push(index);
  else groups.set(key, { ...tell(), exchanges: [index] });
  return !known;
}

/** Notes what came to a URL of ours and is no callback that the contract declares, such as a question whether the URL is ours. */
function noteCalled(called: readonly Exchange[], groups: Groups): boolean {
  for (const { received, declared, breaches } of judgeCallbacks(called)) {
    if (breaches) continue;
    const operation = received.case.request.operation.name;
    const asked = ASKED.callback;
    const answered = `a ${received.request.method} came there that is not the callback ${declared.name}`;
    const key = [operation, asked, answered].join(' ');
    const message = `${asked}: ${answered}`;
    noteIn(groups, key, received.index, () => ({ operation, message, asked, answered, declared: false }));
  }
  return false;
}

const ASKED: Readonly<Record<ProbeName, string>> = {
  anonymous: 'without a valid credential',
  invalid: 'a value outside the declared type',
  lookalike: 'another id',
  valid: 'a valid request',
  again: 'a valid request a second time',
  provoke: 'what was handed over to provoke',
  scheme: 'the scheme in another letter case',
  unknown: 'something that does not exist',
  'wrong-token': 'a token that is not valid',
  method: 'a method that is not declared',
  unusual: 'something that is seldom sent',
  afterwards: 'a valid request once more, after what changes something',
  pages: 'a page of a list',
  head: 'a valid request by HEAD in place of GET',
  state: 'what the run made, or removed',
  stranger: 'what the run made, by another credential',
  workflow: 'a step of a workflow',
  callback: 'a URL for callbacks',
};

/** What an exchange is kept with until its chain is at its end: what it showed is in its content. */
function withoutBody(exchange: Exchange): Exchange {
  const { response } = exchange;
  return { ...exchange, response: response && { ...response, body: NOTHING }, received: NOTHING };
}

const NOTHING = Buffer.alloc(0);

/** Says what somebody else could do with what the run made. Whether that is right the contract does not say; what is private is judged. */
function trespassesIn(exchanges: readonly Exchange[]): (Observation & { exchanges: number[] })[] {
  const chain = [...exchanges].sort((one, other) => one.index - other.index);
  return chain.flatMap((exchange) => {
    const { response, index, case: each } = exchange;
    const { operation, byOther } = each.request;
    if (!response || !byOther || each.claim.ofPrivate || !isGuarded(operation.security)) return [];
    const trespass = trespassOf(exchange, chain);
    if (trespass === undefined || trespass === 'kept') return [];
    const asked = ASKED.stranger;
    const answered = statusLine(response);
    const declared = declaredResponse(operation, response.status) !== undefined;
    const exchanges = [index, ...(trespass.after ? [trespass.after.index] : [])];
    return [
      {
        operation: operation.name,
        message: `${asked}: ${answered}, ${trespass.how}`,
        asked,
        answered,
        declared,
        exchanges,
      },
    ];
  });
}

/** Says how a request failed before it was sent again and did not: "503 once"; empty where it did not fail, or failed again. */
function howFailed(exchange: Exchange): string {
  const { failedBefore = [] } = exchange;
  if (failedBefore.length === 0 || whatFailed(exchange) !== undefined) return '';
  const groups = [...groupBy(failedBefore, String)];
  return groups.map(([what, { length }]) => `${what} ${length === 1 ? 'once' : `${length} times`}`).join(', ');
}

/** Probes whose answer the contract may leave open even where it declares the status. */
const LEFT_OPEN: ReadonlySet<string> = new Set(['again', 'unknown', 'method']);

/** What the contract does not say of an answer, as the end of a sentence; undefined where it says all. */
function whatIsOpen(exchange: Exchange): string | undefined {
  const [open, odd] = [whatIsUndeclared(exchange), exchange.error ? undefined : peculiarityOf(exchange)];
  if (odd === undefined) return open;
  return open === undefined || open === '' ? odd : `${open}, ${odd}`;
}

function whatIsUndeclared(exchange: Exchange): string | undefined {
  const { case: each, response, error, asked = 1 } = exchange;
  // What a Location names is another operation's.
  if (!response || error || each.waitsFor?.located) return undefined;
  if (howFailed(exchange) !== '') return '';
  const declared = declaredResponse(each.request.operation, response.status);
  if (!declared) return 'which the contract does not declare';
  // What was asked for as often as may be did not show at all.
  if (asked > 1 && asked < MOST_ASKED) return 'only some time after it was done';
  // Most contracts leave out what an error looks like; of a success `no-content` has more to say.
  const content = declared.media.length === 0 && !declared.defect && response.status >= 300 && response.body.length > 0;
  if (content && response.status !== 304) return 'with content that the contract does not declare';
  // A service may refuse what was made up; whoever reads the report may know better.
  const refused =
    each.claim.probe === 'valid' && !each.claim.handedOver && response.status >= 400 && response.status < 500;
  if (!LEFT_OPEN.has(each.claim.probe) && !refused) return undefined;
  const further = response.status === 405 ? furtherMethods(response, each.request.operation) : [];
  return further.length > 0 ? `with ${further.join(', ')} in Allow, which the contract does not declare` : '';
}

/** Returns the methods that a 405 allows and the contract does not declare, but those that a service answers beside them. */
function furtherMethods(response: Response, { pathMethods }: Operation): string[] {
  return allowedMethods(response).filter(
    (name) => !pathMethods.includes(name) && name !== 'HEAD' && name !== 'OPTIONS',
  );
}
