/** Reads the responses of HTTP clients into one shape, with everything that they still know about their exchanges. */

import type { Fields } from '../http/message';
import { endsWithHead } from '../http/statuses';
import { UsageError } from '../support/errors';

/** The response of any other client, as an object. */
export interface ResponseLike {
  readonly status?: number;
  /** The status, as undici.request and fastify's inject name it. */
  readonly statusCode?: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  /** The body as it came. A parsed value has lost details that are judged. Absent if there was none. */
  readonly body?: string | Uint8Array;
  /** The request. With it, the operation need not be named, and the rules about credentials apply, too. */
  readonly request?: {
    readonly method: string;
    /** The absolute URL, or a path. */
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** The body as it was sent. */
    readonly body?: string | Uint8Array;
  };
}

export interface ClientResponse {
  /** The method in upper case; undefined if the response does not know its request. */
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly requestHeaders: Fields | undefined;
  /** The body of the request; undefined if the client no longer has it, empty if there was none. */
  readonly requestBody?: Buffer | undefined;
  /** Whether cookies may be added after the client, so that it does not see them. */
  readonly hidesCookies?: boolean;
  readonly status: number;
  readonly headers: Fields;
  readonly body: Buffer;
}

/**
 * Reads the response of supertest, superagent, fetch, axios, undici.request or Playwright, or a {@link ResponseLike}.
 * A response of fetch is cloned before it is read. The body of a response of undici.request is used up.
 * @throws UsageError if it is none of these, if its body is not available, or if it came after a redirect.
 */
export async function readClientResponse(response: unknown): Promise<ClientResponse> {
  if (typeof response !== 'object' || response === null) {
    throw new UsageError(
      `This is no response but ${response === null ? 'null' : typeof response}; is an await missing?`,
    );
  }
  if ('then' in response) throw new UsageError('This is no response but the promise of one; await it first.');
  if (isPlaywright(response)) return readPlaywright(response);
  if (isFetch(response)) return readFetch(response);
  if (isAxios(response)) return readAxios(response);
  if (isSuperagent(response)) return readSuperagent(response);
  if (isLike(response)) return readLike(response);
  throw new UsageError(
    'This is no response of supertest, superagent, fetch, axios, undici.request or Playwright; of any other client, hand over { status, headers, body }, and request: { method, url, headers } where you can.',
  );
}

const NOTHING = Buffer.alloc(0);

type Unknown = Readonly<Record<string, unknown>>;

function isFetch(response: object): response is Response {
  return 'clone' in response && 'arrayBuffer' in response && 'headers' in response;
}

async function readFetch(response: Response): Promise<ClientResponse> {
  refuseRedirected(response.redirected);
  if (response.bodyUsed) throw new UsageError(USED_UP);
  return {
    method: undefined,
    url: response.url === '' ? undefined : response.url,
    requestHeaders: undefined,
    status: response.status,
    headers: decoded([...response.headers]),
    body: Buffer.from(await response.clone().arrayBuffer()),
  };
}

/** A response that a page of Playwright was given, or its `request` fixture. The latter does not know what was asked. */
export interface PlaywrightResponse {
  status(): number;
  url(): string;
  headersArray():
    | readonly { readonly name: string; readonly value: string }[]
    | Promise<readonly { readonly name: string; readonly value: string }[]>;
  body(): Promise<Buffer>;
  request?(): PlaywrightRequest;
}

interface PlaywrightRequest {
  method(): string;
  allHeaders(): Promise<Readonly<Record<string, string>>>;
  postDataBuffer(): Buffer | null;
}

function isPlaywright(response: object): response is PlaywrightResponse {
  const { status, headersArray, body } = response as Unknown;
  return [status, headersArray, body].every((each) => typeof each === 'function');
}

async function readPlaywright(response: PlaywrightResponse): Promise<ClientResponse> {
  const request = response.request?.();
  const status = response.status();
  // The browser follows a redirect before anybody can read what it held.
  const hasBody = request === undefined || status < 300 || status >= 400;
  const sent = await request?.allHeaders();
  return {
    method: request?.method(),
    url: response.url(),
    // Names that begin with a colon are no fields of HTTP/1.1.
    requestHeaders: sent && toFields(sent).filter(([name]) => !name.startsWith(':')),
    hidesCookies: true,
    requestBody: request && (request.postDataBuffer() ?? NOTHING),
    status,
    headers: decoded((await response.headersArray()).map(({ name, value }) => [name, value] as const)),
    body: hasBody ? await response.body() : NOTHING,
  };
}

/** The members that Node's ClientRequest and the requests of clients have in common. */
interface SentRequest {
  readonly path?: string;
  readonly getHeaders?: () => Unknown;
  readonly _redirectable?: { readonly _redirectCount?: number };
}

interface AxiosResponse {
  readonly status: number;
  readonly headers: object;
  readonly data: unknown;
  readonly config: {
    readonly method?: string;
    readonly url?: string;
    readonly headers?: object;
    readonly responseType?: string;
    /** The body as it was sent, unless it was a stream. */
    readonly data?: unknown;
  };
  readonly request?: SentRequest;
}

function isAxios(response: object): response is AxiosResponse {
  return 'data' in response && 'config' in response && 'status' in response;
}

function readAxios({ status, headers, data, config, request }: AxiosResponse): ClientResponse {
  refuseRedirected((request?._redirectable?._redirectCount ?? 0) > 0);
  const fields = decoded(toFields(headers));
  return {
    method: config.method?.toUpperCase(),
    url: request?.path ?? config.url,
    requestHeaders: toFields(request?.getHeaders?.() ?? config.headers ?? {}),
    // If Node did not send the request, a browser did, and it adds cookies itself.
    hidesCookies: request?.getHeaders === undefined,
    requestBody: config.data === undefined || config.data === null ? NOTHING : bytesOf(config.data),
    status,
    headers: fields,
    body: axiosBody(data, config.responseType, fields),
  };
}

/** Returns the bytes of a body. Axios parses JSON by default, and returns a string if it cannot parse the body. */
function axiosBody(data: unknown, responseType: string | undefined, headers: Fields): Buffer {
  if (data === undefined || data === '') return Buffer.alloc(0);
  const raw = bytesOf(data);
  if (responseType === 'text' || (raw && typeof data !== 'string')) return raw ?? Buffer.alloc(0);
  if (responseType === 'stream') throw new UsageError(NOT_BUFFERED);
  const written = Buffer.from(JSON.stringify(data));
  // A string is either a text that could not be parsed, or the value of a JSON string. Content-Length tells which one. Without it, the
  // string counts as the value of a JSON string, so that no finding is wrong.
  const [length] = headers
    .filter(([name]) => name.toLowerCase() === 'content-length')
    .map(([, value]) => Number(value));
  return raw && length === raw.length ? raw : written;
}

interface SuperagentRequest {
  readonly method: string;
  readonly url: string;
  readonly _data?: unknown;
  /** Is set if the body is a multipart form, or was written as a stream. */
  readonly _formData?: unknown;
  readonly _streamRequest?: boolean;
}

interface SuperagentResponse {
  readonly status: number;
  readonly text?: string;
  readonly body: unknown;
  readonly buffered?: boolean;
  readonly redirects?: readonly string[];
  readonly headers: object;
  readonly res: { readonly rawHeaders?: readonly string[] };
  readonly req: SentRequest;
  readonly request: SuperagentRequest;
}

function isSuperagent(response: object): response is SuperagentResponse {
  return 'req' in response && 'res' in response && 'request' in response && 'status' in response;
}

function readSuperagent({
  status,
  text,
  body,
  redirects,
  headers,
  res,
  req,
  request,
}: SuperagentResponse): ClientResponse {
  refuseRedirected((redirects?.length ?? 0) > 0);
  const content = text ?? (Buffer.isBuffer(body) ? body : undefined);
  if (content === undefined && !endsWithHead(status) && request.method !== 'HEAD') {
    throw new UsageError(NOT_BUFFERED);
  }
  return {
    method: request.method.toUpperCase(),
    url: request.url,
    requestHeaders: req.getHeaders && toFields(req.getHeaders()),
    requestBody: superagentBody(request, req.getHeaders?.()['content-type']),
    status,
    headers: decoded(res.rawHeaders ? pairs(res.rawHeaders) : toFields(headers)),
    body: bytesOf(content) ?? Buffer.alloc(0),
  };
}

/** Returns the body of a request. Superagent keeps an object, and writes it as its media type demands. */
function superagentBody(
  { _data: data, _formData: form, _streamRequest: isStream }: SuperagentRequest,
  contentType: unknown,
): Buffer | undefined {
  if (data === undefined || data === null) return form || isStream ? undefined : NOTHING;
  if (typeof data !== 'object' || data instanceof Uint8Array) return bytesOf(data);
  return /[/+]json\b/i.test(String(contentType)) ? Buffer.from(JSON.stringify(data)) : undefined;
}

function isLike(response: object): response is ResponseLike {
  const { status, statusCode, headers } = response as Unknown;
  return Number.isInteger(status ?? statusCode) && typeof headers === 'object' && headers !== null;
}

async function readLike(response: ResponseLike): Promise<ClientResponse> {
  const { status, statusCode, headers, body, request } = response;
  const requestHeaders = request?.headers && toFields(request.headers);
  return {
    method: request?.method.toUpperCase(),
    url: request?.url,
    requestHeaders,
    // A client may have added cookies that are not among the fields that were handed over.
    hidesCookies: !requestHeaders?.some(([name]) => /^cookie$/i.test(name)),
    requestBody: bytesOf(request?.body),
    status: status ?? statusCode ?? 0,
    headers: toFields(headers),
    body: bytesOf(body) ?? (await drain(body, status ?? statusCode)),
  };
}

/** Reads the body of a response of undici.request. It is a stream with the same methods as a response of fetch. */
async function drain(body: unknown, status: number | undefined): Promise<Buffer> {
  if (body === undefined || body === null) return Buffer.alloc(0);
  const stream = body as { readonly bodyUsed?: boolean; readonly arrayBuffer?: () => Promise<ArrayBuffer> };
  if (typeof stream.arrayBuffer !== 'function') {
    throw new UsageError('The body of this response is a value that was parsed; hand over its text, or its bytes.');
  }
  if (stream.bodyUsed) throw new UsageError(USED_UP);
  try {
    return Buffer.from(await stream.arrayBuffer());
  } catch (error) {
    // A 204 with a Content-Length has no content that could be read. The header field itself is judged.
    if (status === 204) return Buffer.alloc(0);
    throw error;
  }
}

const USED_UP =
  'The body of this response has been read already; judge the response first, or a clone of it (fetch), or { ...response, body: text } (undici).';

const NOT_BUFFERED =
  'The body of this response was not kept; call .buffer(true) with superagent, and ask axios for no stream.';

function refuseRedirected(redirected: boolean): void {
  if (!redirected) return;
  throw new UsageError(
    'This response came after a redirect, and the redirect is what the operation answered; let the client follow no redirects.',
  );
}

function bytesOf(value: unknown): Buffer | undefined {
  if (typeof value === 'string') return Buffer.from(value);
  if (value instanceof Uint8Array) return Buffer.from(value);
  // Jest's sandbox has its own class ArrayBuffer, so `instanceof` would fail.
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]'
    ? Buffer.from(value as ArrayBuffer)
    : undefined;
}

/** Removes `Content-Encoding`, since these clients have already decoded the content. */
function decoded(headers: Fields): Fields {
  return headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
}

function toFields(headers: object): Fields {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined || each === null ? [] : [[name, String(each)] as const])),
  );
}

function pairs(raw: readonly string[]): Fields {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
}
