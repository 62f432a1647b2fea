/**
 * Serves a mock of a contract over HTTP. It connects the socket with the engine, the state, the page and the log, and loads the contract again when
 * one of its files is saved (`--watch`).
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ContractError } from '../src/contract/clause';
import type { Contract } from '../src/contract/contract';
import { readContract } from '../src/contract/load';
import type { Tape } from '../src/recorded/tape';
import { type Router, routerOf } from '../src/routing/router';
import { UsageError } from '../src/support/errors';
import { type Watch, watch } from '../src/support/watching';
import { Callbacks } from './callbacks/callbacks';
import { behaviourOf, createChance, type MockBehaviour } from './engine/behaviour';
import type { Engine } from './engine/engine';
import { createEngine } from './engine/prism/prism';
import type { Responded } from './log/entry';
import { toEntry, toRecorded } from './log/entry';
import { createRecorder, type LoggedRequest, type Recorder } from './log/recorder';
import { Page } from './page/page';
import { type Certificate, makeCertificate } from './serving/certificate';
import { failed } from './serving/failed';
import type { HandedOut } from './serving/handedOut';
import { close, createListening, listen, urlOf } from './serving/listening';
import { createPauses } from './serving/pauses';
import { picturesAt, servePicture } from './serving/pictures';
import { respond, type Serving } from './serving/respond';
import type { StateShown } from './state/describe';
import type { Saved } from './state/saved';
import { createState, type MockState } from './state/state';
import { createKeeper, type Keeper, readState } from './state/stateFile';
import { createControl } from './told/controlApi';
import type { Replay, Taped } from './told/replay';
import { createToldAnswers, operationOf, type ToldAnswers } from './told/toldAnswers';
import type { Upstream } from './upstream/upstream';

export type { WantedCallback } from './callbacks/wantedCallback';
export type { CallbackLogEntry } from './log/callbackEntry';
export type { RequestLogEntry } from './log/entry';
export type { LoggedRequest } from './log/recorder';
export { type Certificate, makeCertificate } from './serving/certificate';
export type { CollectionShown, StateShown } from './state/describe';
export type { AnswerMaker, ToldRequest, WantedAnswer } from './told/wantedAnswer';
export type { UpstreamOptions } from './upstream/upstream';

import type { Mock, MockOptions } from './serving/mockOptions';

export type { Mock, MockOptions, Reloaded } from './serving/mockOptions';

/**
 * Serves a mock of a contract until it is closed.
 * @throws ContractError if the contract cannot be used, UsageError if an option cannot be used, and Error (with `code`, such as
 *   EADDRINUSE) if it cannot listen.
 */
export async function serveMock(options: MockOptions): Promise<Mock> {
  const { host = '127.0.0.1', port = 4010, docs = '/_espalier' } = options;
  checkPlaces(host, port, docs);
  const start = await startOf(options);
  const behaviour = behaviourOf({ ...options, stateful: options.stateful ?? options.state !== undefined });
  const keeper = keeperOf(options, () => mock.served.state.save());
  if (options.record !== undefined && options.upstream === undefined)
    throw new UsageError('There is no service whose answers could be recorded (`record`); name one as `upstream`.');
  const tapes = await tapesOf(options, behaviour);
  const contract = await readContract(options.contract, options.overlays);
  const pictures = (called: string | undefined) => mock?.pictures(called);
  const served = await serve(contract, options, { start, tapes, pictures, changed: () => keeper?.changed() });
  const mock: RunningMock = new RunningMock({ options, host, docs, start, tapes, pictures, behaviour, keeper }, served);
  if (start) await served.state.begin(start, false);
  const url = await mock.listen(port);
  return {
    url,
    ...(docs === false ? {} : { docs: url + docs }),
    get contract() {
      return mock.served.contract;
    },
    answer: (operation, answer) => mock.answers.add(operation, answer),
    requests: (only) => mock.requests(only),
    send: (name, wanted) => mock.callbacks.send(name, wanted),
    state: () => mock.state(),
    reset: () => mock.reset(),
    close: () => mock.close(),
  };
}

/** What a mock was started with. */
interface Started {
  readonly options: MockOptions;
  readonly host: string;
  readonly docs: string | false;
  /** What its state starts from, if that is not the contract's examples. */
  readonly start: Saved | undefined;
  /** What is replayed. */
  readonly tapes: readonly Taped[];
  readonly pictures: Beginning['pictures'];
  readonly behaviour: MockBehaviour;
  /** Writes changes of the state to its file; undefined if they are not kept. */
  readonly keeper: Keeper | undefined;
}

/** A mock that runs, with all that changes while it does. */
class RunningMock {
  readonly answers: ToldAnswers;
  readonly callbacks: Callbacks;
  private readonly recorder: Recorder;
  private readonly pauses = createPauses();
  private readonly page: Page | undefined;
  private readonly server: Server;
  private watching: Watch | undefined;
  private readonly tape: Tape | undefined;
  /** What requests are answered with at the moment. */
  private serving: Serving;

  constructor(
    private readonly started: Started,
    /** The contract that is served at the moment, and what was made of it. */
    public served: Served,
  ) {
    const { options, docs, behaviour } = started;
    const contract = () => this.served.contract;
    const engine = () => this.served.engine;
    this.answers = createToldAnswers({ contract, engine });
    this.callbacks = new Callbacks({
      contract,
      allowed: options.callbacks || [],
      host: started.host,
      seed: options.seed,
      tell: (entry) => {
        this.page?.callback(entry);
        options.onCallback?.(entry);
      },
    });
    this.recorder = createRecorder(contract);
    this.serving = {
      ...served,
      answers: this.answers,
      behaviour,
      chance: createChance(options.seed),
      pauses: this.pauses,
      cors: options.cors ?? true,
      strictIds: options.strictIds ?? false,
      sandboxed: docs !== false,
    };
    this.page = docs === false ? undefined : this.makePage(docs);
    this.tape = options.record === undefined ? undefined : loadTape().createTape(options.record, 'mock', contract);
    this.server = createListening((request, response) => this.take(request, response), {
      certificate: certificateOf(options),
      cors: this.serving.cors,
      refused: ({ method, url, status, why }) =>
        options.onRequest?.(toEntry({ method, url }, { status, reasons: [why] }, 0, this.served.contract)),
    });
  }

  private makePage(docs: string): Page {
    const control = createControl({
      answers: this.answers,
      requests: (only) => this.requests(only),
      send: (name, wanted, request) => this.callbacks.send(name, wanted, request),
      forget: () => this.recorder.reset(),
    });
    return new Page(docs, this.started.host, {
      contract: () => this.served.contract,
      engine: () => this.served.engine,
      behaviour: () => this.serving.behaviour,
      takesAnyToken: this.started.options.auth !== true,
      change: (behaviour) => {
        this.serving = { ...this.serving, behaviour };
      },
      state: () => this.state(),
      reset: () => this.reset(),
      control,
    });
  }

  /** Begins to listen, and to watch the contract if that is wanted. @returns the URL of the mock. */
  async listen(port: number): Promise<string> {
    await listen(this.server, port, this.started.host);
    if (this.started.options.watch) this.watching = watch(this.served.contract.files(), () => this.reload());
    return urlOf(this.server);
  }

  /** Returns where the mock serves pictures, for a client that calls it by a host; undefined as long as it serves none. */
  pictures(host: string | undefined): string | undefined {
    const { docs } = this.started;
    if (docs === false || !this.server.listening) return undefined;
    const own = new URL(urlOf(this.server));
    return picturesAt(`${own.protocol}//${host ?? own.host}`, docs);
  }

  /** Takes one request: the page answers its own, and everything else is mocked and logged. */
  private take(request: IncomingMessage, response: ServerResponse): void {
    const { page, serving } = this;
    const path = request.url?.split('?', 1)[0] ?? '/';
    const { docs } = this.started;
    if (docs !== false && servePicture(request, response, { path, docs, cors: serving.cors })) return;
    if (page?.owns(path)) return void page.respond(request, response, path);
    if (page && isLost(request, path, serving.router))
      return void response.writeHead(302, { Location: `${docs}/` }).end();
    const start = performance.now();
    const { contract } = this.served;
    const tell = (responded: Responded) => {
      const duration = performance.now() - start;
      this.recorder.note(request, responded, Date.now() - duration, duration);
      const recorded = this.tape && toRecorded(request, responded, urlOf(this.server), duration);
      if (recorded) this.tape?.note(recorded, Date.now() - duration);
      page?.request(request, responded, duration);
      this.started.options.onRequest?.(toEntry(request, responded, duration, contract));
      if (this.started.options.callbacks !== false) this.callbacks.answered(request, responded, response);
    };
    const responded = attempt(() => respond(request, response, serving));
    // If the client has gone, nothing is answered or logged.
    const fail = () => (request.socket.destroyed ? void response.destroy() : tell(failed(response)));
    if (responded === undefined) fail();
    else if (responded instanceof Promise) responded.then(tell, fail);
    else tell(responded);
  }

  /** Loads the contract again. If that fails, the last good one is still served. */
  private async reload(): Promise<void> {
    const { options, start, tapes, pictures, keeper } = this.started;
    try {
      const contract = await readContract(options.contract, options.overlays);
      refuseNewMistakes(this.served.contract, contract);
      const next = await serve(contract, options, { start, tapes, pictures, changed: () => keeper?.changed() });
      // The state is kept when the contract changes, except for paths that the new contract does not have.
      if (this.serving.behaviour.stateful) await next.state.begin(await this.served.state.save(), true);
      // Who has logged in stays logged in.
      if (this.served.handedOut) next.handedOut?.takeOver(this.served.handedOut);
      this.served = next;
      this.serving = { ...this.serving, ...next };
      this.watching?.follow(contract.files());
      this.page?.reloaded(undefined);
      options.onReload?.({ contract });
    } catch (error) {
      const looked = error instanceof ContractError ? error.files : [];
      this.watching?.follow([...new Set([...this.served.contract.files(), ...looked])]);
      this.page?.reloaded((error as Error).message);
      options.onReload?.({ error: error as Error });
    }
  }

  requests({ operation }: { readonly operation?: string } = {}): readonly LoggedRequest[] {
    return this.recorder.list(operation === undefined ? undefined : operationOf(this.served.contract, operation).name);
  }

  state(): Promise<StateShown> {
    return this.served.state.describe(this.serving.behaviour.stateful);
  }

  reset(): void {
    this.served.state.reset();
    this.served.replay?.reset();
    this.served.handedOut?.reset();
    this.answers.reset();
    this.recorder.reset();
  }

  async close(): Promise<void> {
    await this.watching?.close();
    this.pauses.end();
    this.callbacks.close();
    this.served.upstream?.close();
    await close(this.server);
    this.tape?.close();
    await this.started.keeper?.end();
  }
}

/** Returns what keeps the state in its file; undefined if changes are not kept. */
function keeperOf({ state, stateSave, onStateError }: MockOptions, save: () => Promise<Saved>): Keeper | undefined {
  return state === undefined || !stateSave ? undefined : createKeeper(state, save, onStateError ?? (() => {}));
}

function certificateOf({ https = false, host = '127.0.0.1' }: MockOptions): Certificate | undefined {
  if (typeof https === 'object') return https;
  return https ? makeCertificate([...new Set(['localhost', '127.0.0.1', '::1', host])]) : undefined;
}

/** Calls a function. @returns undefined if it throws. */
function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

interface Served {
  readonly contract: Contract;
  readonly engine: Engine;
  readonly router: Router;
  readonly state: MockState;
  readonly upstream: Upstream | undefined;
  readonly replay: Replay | undefined;
  readonly handedOut: HandedOut | undefined;
}

/** What a mock begins with beside its contract. */
interface Beginning {
  readonly start: Saved | undefined;
  readonly tapes: readonly Taped[];
  /** See {@link RunningMock.pictures}. */
  readonly pictures: (host: string | undefined) => string | undefined;
  /** Called when the state changes. */
  readonly changed: () => void;
}

async function serve(
  contract: Contract,
  options: MockOptions,
  { start, tapes, pictures, changed }: Beginning,
): Promise<Served> {
  const { dynamic = false, seed, security = true, locale, auth = false } = options;
  const local = locale === undefined ? undefined : loadLocalWords().readLocalWords(locale);
  const engine = await createEngine(contract, { dynamic, seed, security, local, pictures });
  const { operations } = contract;
  const router = routerOf(operations);
  const samples: Engine['samples'] = (...of) => engine.samples(...of);
  const { upstream: behind, host = '127.0.0.1' } = options;
  const others = behind !== undefined ? 'any' : options.strictIds ? 'if-not-listed' : 'if-not-made';
  const state = createState({ operations, samples, seed, start, changed, others });
  const service = typeof behind === 'string' ? { url: behind } : behind;
  const upstream = service && new (loadUpstream().Upstream)(service, { contract, host });
  const replay = tapes.length > 0 ? loadReplay().createReplay(tapes, contract) : undefined;
  const handedOut = auth ? new (loadHandedOut().HandedOut)(contract) : undefined;
  return { contract, engine, router, state, upstream, replay, handedOut };
}

/** Loads what reads the words of a language only for a mock that speaks one. */
function loadLocalWords(): typeof import('./engine/lifelike/localWords') {
  return require('./engine/lifelike/localWords') as typeof import('./engine/lifelike/localWords');
}

/** Loads what knows the tokens of its answers only for a mock that lets in no others. */
function loadHandedOut() {
  return require('./serving/handedOut') as typeof import('./serving/handedOut');
}

/** Loads what reads recordings only for a mock that replays some. */
function loadReplay() {
  return require('./told/replay') as typeof import('./told/replay');
}

/** Loads what writes recordings only for a mock that writes one. */
function loadTape() {
  return require('../src/recorded/tape') as typeof import('../src/recorded/tape');
}

/** Loads what passes requests on only for a mock with a service behind it. */
function loadUpstream() {
  return require('./upstream/upstream') as typeof import('./upstream/upstream');
}

/**
 * Refuses a contract with mistakes that the served one does not have, since somebody may be in the middle of editing it. A contract whose
 * mistakes were there before is served.
 * @throws ContractError with the new mistakes.
 */
function refuseNewMistakes(served: Contract, next: Contract): void {
  const oldMessages = new Set(served.check(false).mistakes.map(({ message }) => message));
  const added = next.check(false).mistakes.filter(({ message }) => !oldMessages.has(message));
  if (added.length > 0) throw new ContractError(added, next.files());
}

/** @throws UsageError if the host, the port or the path of the page cannot be used. */
function checkPlaces(host: string, port: number, docs: string | false): void {
  if (!(port >= 0 && port <= 65_535))
    throw new UsageError(`The port ${port} is none; give one up to 65535, or 0 for any that is free.`);
  if (host === '') throw new UsageError('The host is empty; name an address of this machine, such as 127.0.0.1.');
  if (docs !== false && !/^\/[\w./-]*\w$/.test(docs))
    throw new UsageError(`The path "${docs}" of the page is none; write it as /_espalier, or give false for no page.`);
}

/** @throws UsageError if the file of the state cannot be used, or if changes are to be written and no file is named. */
async function startOf({ state, stateSave = false }: MockOptions): Promise<Saved | undefined> {
  if (state !== undefined) return readState(state, stateSave);
  if (stateSave) throw new UsageError('There is no file to keep the state in (stateSave); name one as state.');
  return undefined;
}

/** @throws UsageError if a recording cannot be used. */
async function tapesOf({ replay = [] }: MockOptions, { stateful }: MockBehaviour): Promise<readonly Taped[]> {
  if (replay.length === 0) return [];
  if (stateful)
    throw new UsageError(
      'A recording does not change, and a mock that keeps state does: leave out `replay` or `stateful`.',
    );
  return loadReplay().readTapes(replay);
}

/** Tells whether a person opened the root of the mock in a browser, and the contract has no path for it. */
function isLost({ method, headers }: IncomingMessage, path: string, router: Router): boolean {
  if (path !== '/' || !/^(?:GET|HEAD)$/.test(method ?? '')) return false;
  return /\btext\/html\b/i.test(headers.accept ?? '') && router.methods(path).length === 0;
}
