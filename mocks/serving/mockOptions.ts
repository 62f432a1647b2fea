/** What a mock is started with, and what can be done with one that runs. */

import type { Contract } from '../../src/contract/contract';
import type { WantedCallback } from '../callbacks/wantedCallback';
import type { CallbackLogEntry } from '../log/callbackEntry';
import type { RequestLogEntry } from '../log/entry';
import type { LoggedRequest } from '../log/recorder';
import type { StateShown } from '../state/describe';
import type { Wanted } from '../told/toldAnswers';
import type { UpstreamOptions } from '../upstream/upstream';
import type { Certificate } from './certificate';

export interface MockOptions {
  /** The path of the contract's file. */
  readonly contract: string;
  /** The paths of overlays, which change the contract in this order. */
  readonly overlays?: readonly string[];
  /** The port; 0 takes any free one. Default: 4010. */
  readonly port?: number;
  /** The address to listen on. Default: 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  /** Whether to generate answers from their schemas instead of taking the contract's examples. Default: false. */
  readonly dynamic?: boolean;
  /** The seed that makes every random choice repeatable. */
  readonly seed?: number;
  /** Whether requests need the credentials that the contract asks for. Default: true. */
  readonly security?: boolean;
  /** Whether only those tokens are let in that the mock itself has answered, as to a login, until they expire. Default: false; any is let in. */
  readonly auth?: boolean;
  /** Whether pages of other origins may use the mock. Default: true. */
  readonly cors?: boolean;
  /** How long each answer takes, in milliseconds, at most 60,000. Two numbers are the least and the most. Default: 0. */
  readonly delay?: number | readonly [least: number, most: number];
  /** The language of the names and addresses that are made up: `de`, `pt-BR`. Default: English, with names of many countries. */
  readonly locale?: string;
  /** The share of requests that fail, from 0 to 1. They are answered with the declared 5XX or default, else with 503. Default: 0. */
  readonly fail?: number;
  /** Whether to keep what requests make, change and remove, as far as the contract makes that clear. Default: false. */
  readonly stateful?: boolean;
  /**
   * Whether an id that no list of the contract shows is answered with 404, with state and without. With state this holds already where the
   * contract has a way to make things. Default: false.
   */
  readonly strictIds?: boolean;
  /** A JSON file that the state starts from, instead of the contract's examples. It has things by the path of their list. Implies `stateful`. */
  readonly state?: string;
  /** Whether changes are written to that file, which is made if it does not exist. Default: false. */
  readonly stateSave?: boolean;
  /** Called if the file of the state cannot be written. */
  readonly onStateError?: (error: Error) => void;
  /** Whether to load the contract again when it, or a file that it refers to, changes. Default: false. */
  readonly watch?: boolean;
  /** Recordings (HAR, or answers that Postman saved): a request that stands in one is answered as it was. Default: none. */
  readonly replay?: readonly string[];
  /** With `upstream`: a file (HAR) into which the answers of the service are written, without what is secret. Default: none. */
  readonly record?: string;
  /** A real service, which answers what it has built already: its base URL, or more about it. Default: there is none. */
  readonly upstream?: string | UpstreamOptions;
  /**
   * Where callbacks may be sent beside this machine: patterns such as `hooks.example.com` or `https://*.example.com/orders/*`. False sends none
   * after an operation. A function says of each URL whether one may be sent there, also on this machine. Default: to this machine alone.
   */
  readonly callbacks?: readonly string[] | false | ((url: URL) => boolean);
  /** Whether to speak HTTPS, with a certificate that the mock makes for this machine, or with the given one. Default: false. */
  readonly https?: boolean | Certificate;
  /** The path of the mock's own page, or false for no page. Default: `/_espalier`. */
  readonly docs?: string | false;
  /** Called with each request when it has been answered. */
  readonly onRequest?: (entry: RequestLogEntry) => void;
  /** Called with each callback when it has its answer, or is not sent. */
  readonly onCallback?: (entry: CallbackLogEntry) => void;
  /** Called when the contract was loaded again, or when that failed. After a failure, the last good contract is still served. */
  readonly onReload?: (reloaded: Reloaded) => void;
}

export type Reloaded = { readonly contract: Contract } | { readonly error: Error };

export interface Mock {
  /** The URL of the mock, without a trailing slash: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The URL of its page; absent if it has none. */
  readonly docs?: string;
  /** The contract that is served at the moment. */
  readonly contract: Contract;
  /**
   * Tells the mock what to answer to requests that keep the contract: `mock.answer('DELETE /plants/{id}', { status: 400, example:
   * 'inUse', times: 1 })`. If several answers fit a request, it gets the one that was told last.
   * @param operation the method and path template, or the operationId.
   * @param answer an answer; a function that makes it of the request; or a list of them, which are given in turn: each once, unless it has
   *   `times`, and the last one until the mock is reset.
   * @throws UsageError if there is no such operation, if the answer is malformed, or if it breaks the contract and is not `unchecked`.
   */
  answer(operation: string, answer: Wanted): void;
  /**
   * Returns the last 1,000 requests, the oldest first, with the reasons for their answers.
   * @param only the operation whose requests are wanted. Default: all operations.
   * @throws UsageError if there is no such operation.
   */
  requests(only?: { readonly operation?: string }): readonly LoggedRequest[];
  /**
   * Sends a callback or a webhook of the contract, and waits for its answer, at most 5 seconds: `await mock.send('orderShipped', { url:
   * 'http://localhost:9000/hook' })`. It goes to this machine, or where `callbacks` allows.
   * @param name as the contract has it.
   * @returns what was sent, and the status of the answer, if there is one.
   * @throws UsageError if there is none of this name, if it may not be sent there, or if it breaks the contract and is not `unchecked`.
   */
  send(name: string, wanted: WantedCallback): Promise<CallbackLogEntry>;
  /** Returns what the mock understood of the contract, and what its state holds, as `GET /_espalier/state` does. */
  state(): Promise<StateShown>;
  /** Returns to the state at the start, and forgets the answers that it was told to give, and the requests so far. */
  reset(): void;
  /** Answers the requests that are under way, and ends within a second. */
  close(): Promise<void>;
}
