/** Keeps the last requests for the page: a line for each, and all details of one that is opened. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { placeOf } from '../../src/contract/clause';
import type { Contract, Operation } from '../../src/contract/contract';
import { whyCodedHidden } from '../../src/engine/evidence/codedContent';
import { pairsOf } from '../../src/recorded/proxy/heads';
import { hiddenText, hidingOf } from '../../src/recorded/secrets/hiding';
import { excerpt } from '../../src/redaction/printable';
import type { Redact } from '../../src/redaction/redact';
import { requestViolations } from '../../src/serialization/requestViolations';
import type { MockedRequest } from '../engine/engine';
import type { CallbackLogEntry } from '../log/callbackEntry';
import type { LoggedAnswer, Responded } from '../log/entry';
import { messagesOf, toEntry } from '../log/entry';
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
  /** Lists the requests and callbacks, the oldest first. */
  listed(contract: Contract): (ListedRequest | ListedCallback)[];
  /** Returns the details of a request. @param url of the mock. @returns undefined if the request is not kept any more. */
  shown(number: number, url: string, contract: Contract): ShownRequest | undefined;
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
    listed: (contract) => kept.map((each) => ('callback' in each ? each : listed(each, contract))),
    shown(number, url, contract) {
      const request = kept.find((each) => each.number === number);
      return request && !('callback' in request) ? show(request, listed(request, contract), url, contract) : undefined;
    },
  };
}

function listed({ number, at, durationMs, preflightOf, responded, ...request }: Kept, contract: Contract) {
  const entry = toEntry(request, responded, durationMs, contract);
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

/** Cuts a body, and not within a character of UTF-8: a text that ends in a part of one is shown as bytes. */
function start(body: LoggedAnswer['body']): Buffer {
  const bytes = Buffer.from(body ?? '');
  let end = Math.min(bytes.length, LARGEST_KEPT);
  while (end > LARGEST_KEPT - MOST_BYTES && isWithinCharacter(bytes[end])) end--;
  return Buffer.from(bytes.subarray(0, end));
}

/** A character of UTF-8 has so many bytes at most. */
const MOST_BYTES = 4;

const isWithinCharacter = (byte: number | undefined) => byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;

function show(kept: Kept, entry: ListedRequest, url: string, contract: Contract): ShownRequest {
  const { responded, rawHeaders } = kept;
  const { body, sent, asked } = responded;
  const hiding = hidingOf(contract);
  const fields = pairsOf(rawHeaders);
  const { redact } = hiding.of({ method: kept.method, url: kept.url, headers: fields, ...messagesOf(responded) });
  const headers = fields.map(([name, value]) => [name, hiding.field(name, value)] as const);
  const operation = contract.operations.find(({ name }) => name === responded.operation);
  const [askedBytes, sentBytes] = kept.bytes;
  const answered = sent && answerOf(responded, sent, sentBytes, { redact, hiding });
  const coded = body && whyCodedHidden({ headers: fields, body }, redact, false);
  const whole = askedBytes <= LARGEST_KEPT && coded === undefined ? withoutSecrets(body ?? NOTHING, redact) : undefined;
  return {
    reasons: reasonsOf(entry, responded.reasons, operation, asked),
    asked: { headers, body: coded ?? textOf(body, askedBytes, redact) },
    ...(answered ? { answered } : {}),
    copies: copiesOf({ listed: entry, url, headers, body: whole, operation, answered }),
  };
}

/** Returns the bytes of a body as they may be copied. Bytes that are no text are not copied. */
function withoutSecrets(body: Buffer, redact: Redact): Buffer {
  return isUtf8(body) ? Buffer.from(hiddenText(body, redact, false)) : body;
}

/** A real service may repeat the credential of its visitor, and set another one. What the mock answers comes from the contract. */
function answerOf(
  { answeredBy }: Responded,
  sent: LoggedAnswer,
  bytes: number,
  { redact, hiding }: { readonly redact: Redact; readonly hiding: ReturnType<typeof hidingOf> },
) {
  const fields = Object.entries(sent.headers).map(([name, value]) => [name, String(value)] as const);
  const isOfService = answeredBy === 'service';
  const headers = fields.map(
    ([name, value]) => [redact(name), redact(isOfService ? hiding.field(name, value) : value)] as const,
  );
  const coded = isOfService && sent.body !== undefined ? { headers, body: Buffer.from(sent.body) } : undefined;
  return { headers, body: (coded && whyCodedHidden(coded, redact, false)) ?? textOf(sent.body, bytes, redact) };
}

const NOTHING = Buffer.alloc(0);

function textOf(body: LoggedAnswer['body'] = NOTHING, bytes: number, redact: Redact): string {
  // A body that was cut may end in the middle of what is secret.
  const isCut = bytes > LARGEST_KEPT;
  const text = excerpt(Buffer.from(body), (all, cut) => redact(all, cut || isCut), LARGEST_KEPT);
  return isCut ? `${text}… (${bytes} bytes in all)` : text;
}

/** Adds the places of the broken clauses to the reasons. The request is judged again for this, since finding places takes a while. */
function reasonsOf(
  { reasons }: ListedRequest,
  whole: readonly string[],
  operation?: Operation,
  asked?: MockedRequest,
): ShownRequest['reasons'] {
  const violations = operation && asked ? requestViolations(operation, asked, 'strict') : [];
  const [alternative] = operation?.security.alternatives ?? [];
  return reasons.map((text, at) => {
    const violation = violations.find(({ message }) => message === whole[at]);
    const clause = text.startsWith('no credential') ? alternative?.clause : violation?.clause?.();
    return clause ? { text, place: placeOf(clause) } : { text };
  });
}
