/** Keeps the last requests for the page: a line for each, and all details of one that is opened. */

import type { IncomingMessage } from 'node:http';
import { placeOf } from '../../src/contract/clause';
import { type Contract, LONGEST_ACTUAL, type Operation } from '../../src/contract/contract';
import { contractNames } from '../../src/contract/contractNames';
import { whyCodedHidden } from '../../src/engine/evidence/codedContent';
import { createExchangeSecrets } from '../../src/recorded/secrets/secretsInExchange';
import { excerpt } from '../../src/redaction/printable';
import { type Redact, redactsOf } from '../../src/redaction/redact';
import { requestViolations } from '../../src/serialization/requestViolations';
import type { MockedRequest } from '../engine/engine';
import type { CallbackLogEntry } from '../log/callbackEntry';
import type { LoggedAnswer, Responded } from '../log/entry';
import { secretFields, toEntry, withoutCredential } from '../log/entry';
import { type Copy, copiesOf } from './copies';
import type { ListedCallback, ListedRequest, Message } from './listedRequest';

interface ShownRequest {
  readonly reasons: readonly { readonly text: string; readonly place?: string }[];
  readonly asked: Message;
  /** Absent if the connection was dropped instead. */
  readonly answered?: Message;
  /** Texts that a person can copy. */
  readonly copies: readonly Copy[];
}

interface RequestList {
  add(request: IncomingMessage, responded: Responded, durationMs: number): void;
  /** Adds a callback, which has no details. */
  addCallback(entry: CallbackLogEntry): void;
  /** Lists the requests and callbacks, the oldest first. @param credentials returns the names of query parameters whose values are hidden. */
  listed(credentials: () => readonly string[]): (ListedRequest | ListedCallback)[];
  /** Returns the details of a request. @param url of the mock. @returns undefined if the request is not kept any more. */
  shown(
    number: number,
    url: string,
    contract: Contract,
    credentials: () => readonly string[],
  ): ShownRequest | undefined;
}

const MOST_REQUESTS = 100;

/** How many bytes of one body are kept. */
const LARGEST_KEPT = 64 * 1024;

interface Kept extends Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'> {
  readonly number: number;
  readonly at: number;
  readonly durationMs: number;
  readonly responded: Responded;
  readonly preflightOf: string | undefined;
  /** The lengths of the bodies of the request and of the answer before they were cut, in bytes. */
  readonly bytes: readonly [asked: number, sent: number];
}

/** Creates the list. The details of a request are made only when somebody looks at them. */
export function createRequestList(): RequestList {
  const kept: (Kept | ListedCallback)[] = [];
  let told = 0;
  return {
    add({ method, url, headers, rawHeaders }, responded, durationMs) {
      told += 1;
      const preflightOf = responded.preflight && headers['access-control-request-method'];
      const bytes = [responded.body?.length ?? 0, Buffer.byteLength(responded.sent?.body ?? '')] as const;
      const whole = Math.max(...bytes) <= LARGEST_KEPT ? responded : cut(responded);
      kept.push({
        number: told,
        at: Date.now(),
        method,
        url,
        rawHeaders,
        durationMs,
        responded: whole,
        preflightOf,
        bytes,
      });
      if (kept.length > MOST_REQUESTS) kept.shift();
    },
    addCallback(entry) {
      told += 1;
      kept.push({ ...entry, number: told, at: Date.now() });
      if (kept.length > MOST_REQUESTS) kept.shift();
    },
    listed: (credentials) => kept.map((each) => ('callback' in each ? each : listed(each, credentials))),
    shown(number, url, contract, credentials) {
      const request = kept.find((each) => each.number === number);
      return request && !('callback' in request)
        ? show(request, listed(request, credentials), url, contract)
        : undefined;
    },
  };
}

function listed(
  { number, at, durationMs, preflightOf, responded, ...request }: Kept,
  credentials: () => readonly string[],
) {
  const entry = toEntry(request, responded, durationMs, credentials);
  return { number, at, ...entry, ...(preflightOf === undefined ? {} : { preflightOf }) };
}

/** Cuts the bodies. They are copied, since otherwise the whole bodies would stay in memory. A request with a cut body is not judged again. */
function cut({ body, sent, asked, ...responded }: Responded): Responded {
  return {
    ...responded,
    body: body && start(body),
    ...(sent ? { sent: { headers: sent.headers, body: start(sent.body) } } : {}),
    ...(asked && asked.bytes.length <= LARGEST_KEPT ? { asked } : {}),
  };
}

function start(body: LoggedAnswer['body']): Buffer {
  return Buffer.from(Buffer.from(body ?? '').subarray(0, LARGEST_KEPT));
}

function show(kept: Kept, entry: ListedRequest, url: string, contract: Contract): ShownRequest {
  const { responded, rawHeaders } = kept;
  const { body, sent, asked } = responded;
  const secret = secretFields(contract);
  const headers = pairsOf(rawHeaders).map(([name, value]) => [name, withoutCredential(name, value, secret)] as const);
  const operation = contract.operations.find(({ name }) => name === responded.operation);
  const [askedBytes, sentBytes] = kept.bytes;
  const answered = sent && answerOf(kept, sent, sentBytes, contract);
  const whole = askedBytes <= LARGEST_KEPT ? (body ?? NOTHING) : undefined;
  return {
    reasons: reasonsOf(entry, operation, asked),
    asked: { headers, body: textOf(body, askedBytes) },
    ...(answered ? { answered } : {}),
    copies: copiesOf({ listed: entry, url, headers, body: whole, operation, answered }),
  };
}

/** A real service may repeat the credential of its visitor, and set another one. What the mock answers comes from the contract. */
function answerOf({ url = '', rawHeaders, responded }: Kept, sent: LoggedAnswer, bytes: number, contract: Contract) {
  const headers = Object.entries(sent.headers).map(([name, value]) => [name, String(value)] as const);
  if (responded.answeredBy !== 'service') return { headers, body: textOf(sent.body, bytes) };
  const secrets = createExchangeSecrets(contract).credentialsIn({ path: url, headers: pairsOf(rawHeaders) }, headers);
  const { redact } = redactsOf(
    secrets.map(([secret]) => [secret, '***']),
    () => contractNames(contract),
  );
  const coded = sent.body === undefined ? undefined : { headers, body: Buffer.from(sent.body) };
  return {
    headers: headers.map(([name, value]) => [redact(name), redact(value)] as const),
    body: (coded && whyCodedHidden(coded, redact, false)) ?? textOf(sent.body, bytes, redact),
  };
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

const NOTHING = Buffer.alloc(0);

function textOf(body: LoggedAnswer['body'] = NOTHING, bytes: number, redact: Redact = (all) => all): string {
  // A body that was cut may end in the middle of what is secret.
  const isCut = bytes > LARGEST_KEPT;
  const text = excerpt(Buffer.from(body), (all, cut) => redact(all, cut || isCut), LARGEST_KEPT);
  return isCut ? `${text}… (${bytes} bytes in all)` : text;
}

/** Adds the places of the broken clauses to the reasons. The request is judged again for this, since finding places takes a while. */
function reasonsOf({ reasons }: ListedRequest, operation?: Operation, asked?: MockedRequest): ShownRequest['reasons'] {
  const violations = operation && asked ? requestViolations(operation, asked, 'strict') : [];
  const [alternative] = operation?.security.alternatives ?? [];
  return reasons.map((text) => {
    const violation = violations.find(({ message }) => message.slice(0, LONGEST_ACTUAL) === text);
    const clause = text.startsWith('no credential') ? alternative?.clause : violation?.clause?.();
    return clause ? { text, place: placeOf(clause) } : { text };
  });
}
