/** Sends what the contract lets the service send to its clients: the callbacks of an operation that was answered, and webhooks by hand. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { placeOf } from '../../src/contract/clause';
import {
  type Contract,
  type DeclaredWebhook,
  declaredResponse,
  isSuccessStatus,
  type Operation,
} from '../../src/contract/contract';
import { hidingOf } from '../../src/recorded/secrets/hiding';
import { remembered } from '../../src/support/caching';
import { UsageError } from '../../src/support/errors';
import { nearest } from '../../src/support/words';
import { isLoopback } from '../../src/wire/target';
import type { MockedRequest } from '../engine/engine';
import type { CallbackLogEntry } from '../log/callbackEntry';
import type { LoggedAnswer, Responded } from '../log/entry';
import { whyForeign } from '../upstream/origins';
import { readUrlPattern, whyNotAllowed } from './allowed';
import { readWantedCallback, type WantedCallback } from './wantedCallback';

interface CallbacksSource {
  readonly contract: () => Contract;
  /** Patterns of the URLs beside those of this machine to which callbacks may be sent, or what decides that of all URLs. */
  readonly allowed: readonly string[] | ((url: URL) => boolean);
  /** The address that the mock was told to listen on. */
  readonly host: string;
  readonly seed: number | undefined;
  readonly tell: (entry: CallbackLogEntry) => void;
}

/** What the mock sends names itself so. Such a request causes no callback, so that two mocks do not call each other forever. */
const USER_AGENT = 'espalier-mock-callback';

/** So many callbacks may be under way at the same time. */
const MOST_AT_ONCE = 20;

/** A callback that is to be sent. */
interface Due {
  readonly declared: DeclaredWebhook;
  readonly url: string;
  readonly wanted: Omit<WantedCallback, 'url' | 'operation'>;
  readonly isAsked: boolean;
  readonly operation?: string;
}

interface Exchange {
  readonly operation: Operation;
  readonly asked: MockedRequest;
  readonly status: number;
  readonly sent: LoggedAnswer;
  /** Whether the request came from this machine. */
  readonly isAsked: boolean;
}

export class Callbacks {
  private readonly whyNot: (url: URL, isAsked: boolean) => string | undefined;
  private readonly ending = new AbortController();
  private underWay = 0;

  /** @throws UsageError if a pattern is none. */
  constructor(private readonly source: CallbacksSource) {
    const { allowed } = source;
    const patterns = typeof allowed === 'function' ? [] : allowed.map(readUrlPattern);
    this.whyNot = (url, isAsked) => {
      if (typeof allowed !== 'function') return whyNotAllowed(url, patterns, isAsked);
      return allowed(url) ? whyNotAllowed(url, [() => true], true) : 'the function `callbacks` does not allow it';
    };
  }

  /** Sends the callbacks of an operation, if the mock answered it with success, as soon as the answer was sent. */
  answered(
    request: IncomingMessage,
    { operation: name, status, asked, sent, answeredBy }: Responded,
    response: ServerResponse,
  ): void {
    // A real service behind the mock sends callbacks itself.
    if (name === undefined || status === undefined || !asked || !sent || answeredBy === 'service') return;
    const operation = byName(this.source.contract()).get(name);
    if (!operation?.callbacks?.length || !isSuccessStatus(String(status))) return;
    // The addresses of a connection are not known any more when it was closed.
    const isAsked = isFromHere(request, this.source.host);
    const sendAll = () => this.sendAll(request, { operation, asked, status, sent, isAsked });
    if (response.writableFinished || response.destroyed) sendAll();
    else response.once('close', sendAll);
  }

  private sendAll(request: IncomingMessage, exchange: Exchange): void {
    // What makes requests is loaded only for a contract that has callbacks.
    const { callbackUrl } = require('./callbackUrl') as typeof import('./callbackUrl');
    const { operation } = exchange;
    const url = urlOf(request);
    const { isAsked } = exchange;
    for (const declared of operation.callbacks ?? []) {
      const to = callbackUrl(declared.expression, { ...exchange, url });
      const due = { declared, url: to ?? declared.expression, wanted: {}, isAsked, operation: operation.name };
      if (to === undefined) this.tellUnsent(due, `the exchange has no text for ${declared.expression}`);
      else if (request.headers['user-agent'] === USER_AGENT)
        this.tellUnsent(due, 'a callback of a mock is answered with no further callback');
      else this.sendDue(due).catch(({ message }: Error) => this.tellUnsent(due, message));
    }
  }

  private tellUnsent(due: Due, why: string): CallbackLogEntry {
    return this.told(due, 0, { reasons: [`not sent: ${why}`] });
  }

  private told(
    { declared: { name, operation: callback }, url, operation }: Due,
    durationMs: number,
    rest: Pick<CallbackLogEntry, 'status' | 'reasons'>,
  ): CallbackLogEntry {
    // A text that is no URL may hold line breaks, which would be a line of the log.
    const whole = parsed(url)?.href ?? JSON.stringify(url).slice(1, -1);
    const shown = hidingOf(this.source.contract())
      .query(whole)
      .replace(/^(\w+:\/\/)[^/?#]*@/, '$1');
    const about = operation === undefined ? {} : { operation };
    const entry = {
      callback: name,
      ...about,
      method: callback.method,
      url: shown.slice(0, LONGEST_URL),
      durationMs,
      ...rest,
    };
    this.source.tell(entry);
    return entry;
  }

  /** Sends a callback and tells of it. @throws UsageError if the wanted content cannot be written, or breaks the contract. */
  private async sendDue(due: Due): Promise<CallbackLogEntry> {
    const { declared, wanted, isAsked } = due;
    const url = parsed(due.url);
    if (!url) return this.tellUnsent(due, `${JSON.stringify(due.url.slice(0, LONGEST_URL))} is no absolute URL`);
    const forbidden = this.whyNot(url, isAsked);
    if (forbidden !== undefined) return this.tellUnsent(due, forbidden);
    if (this.underWay >= MOST_AT_ONCE) return this.tellUnsent(due, `${MOST_AT_ONCE} callbacks are under way`);
    const { breachesIn, compose } = require('./compose') as typeof import('./compose');
    const { sendOnce } = require('./sendOnce') as typeof import('./sendOnce');
    const { operation: callback, name } = declared;
    const composed = compose(callback, name, wanted, this.source.seed ?? 1);
    const breaches = breachesIn(callback, composed, url);
    if (breaches.length > 0 && due.operation === undefined && !wanted.unchecked)
      throw new UsageError(
        `The callback ${name} breaks the contract: ${breaches.join('; ')}. Mend it, or give unchecked: true.`,
      );
    const start = performance.now();
    this.underWay += 1;
    const headers = { ...composed.headers, 'user-agent': USER_AGENT };
    const sent = await sendOnce(callback.method, url, { ...composed, headers }, this.ending.signal);
    this.underWay -= 1;
    const duration = performance.now() - start;
    if ('why' in sent) return this.told(due, duration, { reasons: [...breaches, sent.why] });
    const declares = declaredResponse(callback, sent.status) !== undefined;
    const silent = declares
      ? []
      : [`the contract does not declare the answer ${sent.status} (${placeOf(callback.clause)})`];
    return this.told(due, duration, { status: sent.status, reasons: [...breaches, ...silent] });
  }

  /**
   * Sends a callback or a webhook by hand, and waits for its answer.
   * @param request the request that asked for it; undefined if it was asked for in code.
   * @throws UsageError if there is no such callback, or if it may not be sent so.
   */
  async send(name: unknown, wanted: unknown, request?: IncomingMessage): Promise<CallbackLogEntry> {
    const { url, operation, ...content } = readWantedCallback(wanted);
    const declared = declaredAs(this.source.contract(), name, operation);
    const isAsked = request === undefined || isFromHere(request, this.source.host);
    const to = parsed(url);
    const forbidden = to ? this.whyNot(to, isAsked) : `"${url}" is no absolute URL`;
    if (forbidden !== undefined) throw new UsageError(`The callback ${declared.name} is not sent: ${forbidden}.`);
    return this.sendDue({ declared, url, wanted: content, isAsked });
  }

  /** Ends what is under way. */
  close(): void {
    this.ending.abort();
  }
}

/** How much of a URL is told. */
const LONGEST_URL = 500;

const byName = remembered(
  ({ operations }: Contract): ReadonlyMap<string, Operation> => new Map(operations.map((each) => [each.name, each])),
);

function parsed(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function urlOf({ headers, url = '/', socket }: IncomingMessage): string {
  return `${'encrypted' in socket ? 'https' : 'http'}://${headers.host ?? 'localhost'}${url}`;
}

/** Tells whether a request comes from this machine, and from no page of another one. */
function isFromHere(request: IncomingMessage, host: string): boolean {
  const { remoteAddress = '', localAddress } = request.socket;
  const isLocal = remoteAddress === localAddress || isLoopback({ hostname: remoteAddress.replace(/^::ffff:/i, '') });
  return isLocal && whyForeign(request, host, []) === undefined;
}

/** @throws UsageError if the contract has no such callback or webhook, or several. */
function declaredAs(contract: Contract, name: unknown, of: string | undefined): DeclaredWebhook {
  const inOperations = contract.operations.flatMap((operation) =>
    (operation.callbacks ?? []).map((callback) => ({ operation, callback })),
  );
  const all = [
    ...(of === undefined ? (contract.webhooks ?? []) : []),
    ...inOperations.flatMap(({ operation, callback }) =>
      of === undefined || of === operation.name || of === operation.operationId ? [callback] : [],
    ),
  ];
  const named = all.filter((each) => each.name === name);
  const [first] = named;
  const owners = inOperations.flatMap(({ operation, callback }) =>
    named.includes(callback as never) ? [operation.name] : [],
  );
  if (first && new Set(named.map(({ operation }) => placeOf(operation.clause))).size > 1 && new Set(owners).size > 1)
    throw new UsageError(
      `Several operations have the callback "${name}": name one of them as operation: ${[...new Set(owners)].join(', ')}.`,
    );
  if (first) return first;
  const names = [...new Set(all.map((each) => each.name))];
  const meant = typeof name === 'string' ? nearest(name, names) : undefined;
  const known = names.length === 0 ? ' It has none.' : ` It has ${names.join(', ')}.`;
  const place = of === undefined ? contract.file : of;
  throw new UsageError(
    `${place} has no callback or webhook "${name}".${meant === undefined ? known : ` Did you mean "${meant}"?`}`,
  );
}
