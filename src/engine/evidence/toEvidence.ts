/** An exchange as evidence for a person: nothing secret, nothing endless, nothing that a terminal would obey. */

import { codingsOf } from '../../http/contentCodings';
import { bareType, mediaKind } from '../../http/mediaType';
import { fieldValues, type Request, type Response } from '../../http/message';
import { excerpt, printable, redactExcerpt } from '../../redaction/printable';
import type { Redact, Secrets } from '../../redaction/redact';
import type { ExchangeReport } from '../../report/report';
import { decodedContent, textOf } from '../../serialization/readResponse';
import type { Target } from '../../wire/target';
import type { Exchange } from '../model/exchange';
import { whyCodedHidden } from './codedContent';
import { curlLine, redactCurl } from './curlLine';

/**
 * What is secret is taken out before anything is cut, so that no half of it is left at a cut.
 * @param isLetGo whether the exchange is let go at once, so that the evidence alone is looked over again.
 */
export function toEvidence(exchange: Exchange, target: Target, secrets: Secrets, isLetGo = false): ExchangeReport {
  const { error, calledBack } = exchange;
  const { redact, sentence } = secrets;
  const isEarly = isLetGo && secrets.isGrowing === true;
  const answer = answerOf(exchange, secrets, isEarly);
  const request = masked(exchange, target, secrets);
  const url = (calledBack?.origin ?? target.origin) + request.path;
  return {
    index: exchange.index,
    case: sentence(exchange.case.claim.name),
    probe: exchange.case.claim.probe,
    operation: exchange.case.request.operation.name,
    request: {
      method: request.method,
      url,
      headers: request.headers,
      ...(request.body
        ? { body: whyCodedHidden(exchange.request, redact, isEarly) ?? excerpt(request.body, redact) }
        : {}),
    },
    response: answer.response,
    error: error && { kind: error.kind, message: sentence(printable(error.message)) },
    raw: answer.raw,
    durationMs: Math.round(exchange.durationMs * 10) / 10,
    curl: calledBack
      ? curlOfCause(calledBack.after, target, secrets, isEarly)
      : curlOf(exchange, { request, url }, target, secrets, isEarly),
    ...(calledBack ? { callback: true as const } : {}),
    ...hookedOf(exchange),
  };
}

function hookedOf({ hooked }: Exchange): Pick<ExchangeReport, 'hooked'> {
  if (!hooked) return {};
  const { by, headers, query } = hooked;
  return { hooked: { by, headers: headers.map(([name]) => name), query: query.map(({ name }) => name) } };
}

type Answer = Pick<ExchangeReport, 'response' | 'raw'>;

interface Shown {
  readonly received: Buffer;
  readonly secrets: Secrets;
  readonly answer: Answer;
}

/** By their responses: exchanges that were answered alike share one. */
const shownBefore = new WeakMap<Response, Shown>();

function answerOf(exchange: Exchange, secrets: Secrets, isEarly: boolean): Answer {
  const { response, received } = exchange;
  // More secrets may become known before the next one is shown.
  if (!response || secrets.isGrowing) return toAnswer(exchange, secrets, isEarly);
  const before = shownBefore.get(response);
  if (before?.received === received && before.secrets === secrets) return before.answer;
  const answer = toAnswer(exchange, secrets, isEarly);
  shownBefore.set(response, { received, secrets, answer });
  return answer;
}

function toAnswer(exchange: Exchange, { redact, sentence }: Secrets, isEarly: boolean): Answer {
  const { response } = exchange;
  const hidden = response ? whyCodedHidden(response, redact, isEarly) : undefined;
  const decoded = response && decodedContent(response);
  const content = Buffer.isBuffer(decoded) ? decoded : undefined;
  return {
    response: response && {
      httpVersion: response.httpVersion,
      status: response.status,
      statusText: redact(printable(response.statusText)),
      headers: response.headers.map(([name, value]) => [sentence(name), redact(printable(value))] as const),
      // What is decoded is text again, in which what is secret is found.
      body: content ? shownBody(response, content, redact) : (hidden ?? excerpt(response.body, redact)),
      bodyBytes: (content ?? response.body).length,
    },
    raw: hidden ?? rawOf(exchange, redact),
  };
}

/** Says in a comment of the shell what a hook makes anew for each request. */
function hookNote(hooked: ExchangeReport['hooked']): string {
  if (!hooked) return '';
  const names = [...hooked.headers, ...hooked.query.map((name) => `?${name}`)].map((name) => printable(name));
  return ` # ${hooked.by.join(', ')} adds ${names.join(', ')}`;
}

/** A callback is seen again by sending the request that made the service call. */
function curlOfCause(exchange: Exchange, target: Target, secrets: Secrets, isEarly: boolean): string {
  const request = masked(exchange, target, secrets);
  return curlOf(exchange, { request, url: target.origin + request.path }, target, secrets, isEarly);
}

function curlOf(
  exchange: Exchange,
  { request, url }: { readonly request: Request; readonly url: string },
  target: Target,
  { redact }: Secrets,
  isEarly: boolean,
): string {
  const isHidden = whyCodedHidden(exchange.request, redact, isEarly) !== undefined;
  const line = curlLine(
    { sent: exchange.request, shown: request, url, isHidden },
    target,
    redact,
    declaredFields(exchange),
  );
  return line + hookNote(hookedOf(exchange).hooked);
}

function masked(
  { request, case: { request: asked } }: Exchange,
  { basePath }: Target,
  { redact, mask }: Secrets,
): Request {
  const path = maskedPath(request.path, asked.operation.path, basePath, redact);
  return {
    ...request,
    // Where nothing was masked, it is the same string as that of the request, so that a long one is held once.
    path: path === request.path ? request.path : path,
    headers: request.headers.map(([name, value]) => [name, mask(name, value)] as const),
  };
}

/** What stands in the place of a parameter may be a secret, and so may the query be; the rest of a path is the contract's own. */
function maskedPath(sent: string, templatePath: string, basePath: string, redact: Redact): string {
  const [path = '', ...query] = sent.split('?');
  const own = path.startsWith(basePath) ? basePath : '';
  const template = templatePath.split(/[?#]/)[0]?.split('/') ?? [];
  const segments = path.slice(own.length).split('/');
  const shown = segments.map((segment, at) => (template[at] === segment ? segment : redact(segment)));
  return [own + shown.join('/'), ...query.map((part) => redact(part))].join('?');
}

function rawOf({ received, response }: Exchange, redact: Redact): string {
  const chunked = response !== null && fieldValues(response, 'transfer-encoding').length > 0;
  // A chunk may end in the middle of what is secret.
  const hidden = chunked && excerpt(response.body, (text) => text) !== excerpt(response.body, redact);
  if (hidden) return '(not shown: its chunks hold what is secret)';
  const text = response && !chunked && codingsOf(response).length === 0 ? inItsCharset(response) : undefined;
  const isWhole = response !== null && received.subarray(-response.body.length).equals(response.body);
  if (text === undefined || !isWhole) return excerpt(received, redact);
  const readable = Buffer.concat([received.subarray(0, received.length - response.body.length), Buffer.from(text)]);
  return excerpt(readable, redact, undefined, received.length);
}

/** @param content that of the response without its codings, such as gzip: nobody reads what is compressed. */
function shownBody(response: Response, content: Buffer, redact: Redact): string {
  const text = inItsCharset(response, content);
  return excerpt(text === undefined ? content : Buffer.from(text), redact, undefined, content.length);
}

/**
 * Returns the text of a body in another charset than UTF-8; undefined if it has none that is known. Examples: `text/html; charset=iso-8859-1`, XML
 * with a declaration of its own, and what begins with the mark of UTF-16. JSON is no such text (RFC 8259 §8.1), and is shown by what it says of
 * itself all the same: whoever looks for its mistake reads it so.
 */
function inItsCharset(response: Response, content = response.body): string | undefined {
  const [contentType = ''] = fieldValues(response, 'content-type');
  const kind = mediaKind(bareType(contentType));
  const isNamed = /;\s*charset\s*=/i.test(contentType);
  if (!isNamed && kind !== 'xml') return markedUtf16(content);
  const text = textOf(response, kind === 'xml' ? kind : 'text');
  return typeof text === 'string' ? text : undefined;
}

/** Returns the text of bytes that begin with the byte order mark of UTF-16 (RFC 2781 §3.2); undefined for all others. */
function markedUtf16(bytes: Buffer): string | undefined {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark !== 'fffe' && mark !== 'feff') return undefined;
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes);
}

/** Takes out of evidence what became known as secret only after it was made. */
export function redactAgain(
  evidence: ExchangeReport,
  { basePath }: Target,
  { redact, sentence }: Secrets,
): ExchangeReport {
  const { request, response, error, raw, curl } = evidence;
  const [origin = ''] = /^\w+:\/\/[^/?#]*/.exec(request.url) ?? [];
  const template = evidence.operation.slice(evidence.operation.indexOf(' ') + 1);
  return {
    ...evidence,
    case: sentence(evidence.case),
    request: {
      ...request,
      url: origin + maskedPath(request.url.slice(origin.length), template, basePath, redact),
      headers: request.headers.map(([name, value]) => [name, redact(value)] as const),
      ...(request.body === undefined ? {} : { body: redactExcerpt(request.body, redact) }),
    },
    response: response && {
      ...response,
      statusText: redact(response.statusText),
      headers: response.headers.map(([name, value]) => [sentence(name), redact(value)] as const),
      body: redactExcerpt(response.body, redact),
    },
    error: error && { ...error, message: sentence(error.message) },
    raw: redactExcerpt(raw, redact),
    curl: redactCurl(curl, redact),
  };
}

/** Returns the names of the header fields that the contract declares for a request. */
function declaredFields({ case: { request } }: Exchange): string[] {
  return request.operation.parameters.flatMap((parameter) => (parameter.in === 'header' ? [parameter.name] : []));
}
