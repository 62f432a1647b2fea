/** Gives the target URLs of ours for its callbacks, and receives what it sends there. */

import type { Contract, Operation } from '../../../contract/contract';
import type { Request } from '../../../http/message';
import { isSuccess } from '../../../http/statuses';
import { callbackPlaces } from '../../../resources/callbackUrls';
import { UsageError } from '../../../support/errors';
import { createRandom } from '../../../support/random';
import { settled } from '../../../support/waiting';
import type { Received, Receiver } from '../../../wire/receive';
import { isLoopback, type Target } from '../../../wire/target';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { Rule } from '../../model/rule';
import type { CallbackOptions, SelectionSettings } from '../../model/settings';
import type { Suite } from '../../model/suite';
import { type CallbackUrl, seedOf } from '../../plan/plan';

export interface ReceivedCallbacks {
  /** The URL for a place of an operation, counted from 0, as {@link callbackPlaces} has them. */
  urlFor(operation: Operation, place: number): string;
  /** Takes note of an answer of the target: it may have been given such a URL. */
  note(exchange: Exchange): void;
  /** Waits until all callbacks came that requests asked for, or too long; not at all where none was asked for. */
  settle(signal: AbortSignal): Promise<void>;
  /** Returns the exchanges that gave a URL to which something came, each with what came. @param number numbers the next exchange. */
  end(number: () => number): Exchange[];
  close(): void;
}

/** How long callbacks are waited for after the last request that asked for one, in milliseconds. */
const PATIENCE_MS = 3000;

/** So long nothing more may come before all is taken to be there, in milliseconds. Several may come to one URL, and before them a question. */
const QUIET_MS = 250;

/** So many callbacks to one URL are judged. */
const MOST_EACH = 20;

/** Of the settings of a run, what callbacks depend on. */
interface Receiving {
  readonly selection: SelectionSettings;
  readonly target: { readonly at: Pick<Target, 'hostname'>; readonly callbacks: CallbackOptions };
}

/**
 * Opens a receiver if some operation that is verified has a callback, and some rule is about callbacks. A target on another machine would reach
 * itself under an address of ours: it is given a URL only if the user says under which it reaches us.
 * @throws UsageError if it cannot listen where the user wants that.
 */
export async function openCallbacks(
  { operations }: Contract,
  suite: Pick<Suite, 'answerCallback'>,
  rules: readonly Rule[],
  settings: Receiving,
): Promise<ReceivedCallbacks | undefined> {
  if (!mayCome(operations, rules, settings)) return undefined;
  const { callbacks: given } = settings.target;
  const seed = seedOf(settings.selection);
  const random = createRandom(seed, 'callbacks');
  const opened = new OpenCallbacks(operations, suite, seed, `/${random.hex(16)}`, given.patienceMs ?? PATIENCE_MS);
  await opened.listen(given, FIRST_PORT + random.below(PORTS));
  return opened;
}

function mayCome(
  operations: readonly Operation[],
  rules: readonly Rule[],
  { target: { at, callbacks }, selection: { selection } }: Receiving,
): boolean {
  if (!rules.some(({ ofCallbacks }) => ofCallbacks)) return false;
  if (callbacks.at === undefined && !isLoopback(at)) return false;
  return operations.some((each) => selection(each) && callbackPlaces(each).length > 0);
}

/** Returns what a plan needs to show the requests that name a URL of ours. Nothing listens at that URL. */
export function plannedCallbacks(
  { operations }: Contract,
  rules: readonly Rule[],
  settings: Receiving,
): CallbackUrl | undefined {
  if (!mayCome(operations, rules, settings)) return undefined;
  const base = addressAt(settings.target.callbacks.at, FIRST_PORT);
  return (operation, place) => base + pathFor(operations, operation, place);
}

/** Returns the URL under which a receiver is reached, without a slash at its end. @param at as the user gave it. */
function addressAt(at: string | undefined, port: number): string {
  return (at ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '');
}

/** Returns the end of the URL for a place of an operation at which it names one: `/3/1`. */
function pathFor(operations: readonly Operation[], operation: Operation, place: number): string {
  return `/${operations.indexOf(operation) + 1}/${place + 1}`;
}

/** Tells whether a URL is one that a receiver on this machine gives to a target, as far as its form tells. */
export function isUrlOfReceiver({ hostname, pathname }: URL): boolean {
  return hostname === '127.0.0.1' && /^\/[0-9a-f]{16}\/\d+\/\d+(?:\/|$)/.test(pathname);
}

/** The same seed leads to the same port, if it is free: below those that systems give to clients. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

class OpenCallbacks implements ReceivedCallbacks {
  private receiver: Receiver | undefined;
  /** The URL under which the target reaches the receiver. */
  private url = '';
  private readonly asked = new Map<string, Exchange[]>();
  private readonly received = new Map<string, Received[]>();
  /** When the last request was taken that gave a URL. */
  private lastAsked = 0;
  /** When something came last. */
  private lastReceived = 0;
  private wake = () => {};

  constructor(
    private readonly operations: readonly Operation[],
    private readonly suite: Pick<Suite, 'answerCallback'>,
    private readonly seed: number,
    /** The path before all others, which nobody asks for by chance. It comes of the seed, so that a run can be repeated. */
    private readonly base: string,
    private readonly patienceMs: number,
  ) {}

  async listen({ at, port }: CallbackOptions, usual: number): Promise<void> {
    const url = at === undefined ? undefined : new URL(at);
    const isHere = url === undefined || port !== undefined || isLoopback({ hostname: url.hostname });
    // Few runs receive anything.
    const { receive } = require('../../../wire/receive') as typeof import('../../../wire/receive');
    const wanted = port ?? (url && Number(url.port || 80));
    const open = (chosen: number) =>
      receive({
        host: isHere ? '127.0.0.1' : '::',
        port: chosen,
        answer: ({ method, path }) => this.answer(method, path),
        onReceived: (received) => this.keep(received),
      });
    try {
      this.receiver = await open(wanted ?? usual);
    } catch (error) {
      const { message } = error as Error;
      if (wanted !== undefined) throw new UsageError(`Callbacks cannot be received on port ${wanted}: ${message}.`);
      this.receiver = await open(0);
    }
    this.url = addressAt(at, this.receiver.port);
  }

  urlFor(operation: Operation, place: number): string {
    return this.url + this.base + pathFor(this.operations, operation, place);
  }

  note(exchange: Exchange): void {
    const { operation } = exchange.case.request;
    if (!exchange.case.request.namesUs) return;
    this.asked.set(operation.name, [...(this.asked.get(operation.name) ?? []), exchange]);
    if (isTaken(exchange)) this.lastAsked = performance.now();
  }

  async settle(signal: AbortSignal): Promise<void> {
    const isDone = () => [...this.asked.values()].every((all) => !all.some(isTaken) || this.hasAll(all));
    const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    for (;;) {
      const quietMs = this.lastReceived + QUIET_MS - performance.now();
      const leftMs = Math.min(this.lastAsked + this.patienceMs - performance.now(), isDone() ? quietMs : Infinity);
      if (signal.aborted || leftMs <= 0) return;
      const more = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      await settled(Promise.race([more, over]), leftMs);
    }
  }

  /** Whether something came to each URL that a request of an operation named. */
  private hasAll([first]: readonly Exchange[]): boolean {
    const operation = first?.case.request.operation;
    if (!operation) return true;
    return callbackPlaces(operation).every((_, place) => this.received.has(this.keyOf(operation, place)));
  }

  end(number: () => number): Exchange[] {
    return [...this.asked.values()].flatMap((all) => {
      const after = all.find(isTaken) ?? all[0];
      if (!after) return [];
      const { operation } = after.case.request;
      const called = callbackPlaces(operation).flatMap((_, place) =>
        (this.received.get(this.keyOf(operation, place)) ?? []).map((received) =>
          this.toExchange(received, after, place, number()),
        ),
      );
      return called.length === 0 ? [] : [{ ...after, called }];
    });
  }

  close(): void {
    this.receiver?.close();
  }

  private toExchange({ durationMs, ...received }: Received, after: Exchange, place: number, index: number): Exchange {
    const { operation } = after.case.request;
    const { request, response, isWhole } = received;
    const key = this.keyOf(operation, place);
    const below = this.belowBase(request.path)?.slice(`/${key}`.length) ?? '';
    const { waitsFor: _, chain: __, ...asked }: Case = after.case;
    return {
      index,
      case: { ...asked, claim: { ...asked.claim, name: 'a callback, which the service sent' } },
      request,
      response,
      error: null,
      received: asSent(request),
      durationMs,
      calledBack: { origin: new URL(this.url).origin, after, place, below, isWhole },
    };
  }

  private keyOf(operation: Operation, place: number): string {
    return `${this.operations.indexOf(operation) + 1}/${place + 1}`;
  }

  /** Returns what the contract declares as an answer. What only looks whether something is there is answered, too. */
  private answer(method: string, path: string) {
    const found = this.placeAt(path);
    if (!found) return undefined;
    const { callbacks } = found;
    const meant = callbacks.find(({ declared }) => declared.operation.method === method) ?? callbacks[0];
    return meant && this.suite.answerCallback(meant.declared.operation, this.seed);
  }

  private keep(received: Received): void {
    const key = this.placeAt(received.request.path)?.key ?? '';
    const all = this.received.get(key) ?? [];
    if (all.length < MOST_EACH) this.received.set(key, [...all, received]);
    this.lastReceived = performance.now();
    this.wake();
  }

  /** Returns what follows our own path. Something that passes requests on may put another path before it. */
  private belowBase(path: string): string | undefined {
    const plain = path.replace(/[?#].*$/s, '');
    const at = plain.indexOf(this.base);
    return at < 0 ? undefined : plain.slice(at + this.base.length);
  }

  private placeAt(path: string) {
    const [, index = '', place = ''] = /^\/(\d+)\/(\d+)(?:\/|$)/.exec(this.belowBase(path) ?? '') ?? [];
    const operation = this.operations[Number(index) - 1];
    const found = operation && callbackPlaces(operation)[Number(place) - 1];
    return found && { ...found, key: `${index}/${place}` };
  }
}

/** A request as it is on the wire, without the framing of its body. */
function asSent({ method, path, headers, body = Buffer.alloc(0) }: Request): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body]);
}

function isTaken({ response, error }: Exchange): boolean {
  return response !== null && !error && isSuccess(response.status);
}
