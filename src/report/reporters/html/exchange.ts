/** Shows an exchange: the request and the answer beside each other, JSON in colours, what is wrong marked, and the curl line with a button that copies it. */

import type { Fields } from '../../../http/message';
import type { ExchangeReport, Finding } from '../../report';
import { captionOf, duration, receivedOf } from '../wording';
import { colouredJson } from './colouredJson';
import { type Markup, markup } from './markup';

/** What of a finding is marked in the answer. */
type Wrong = Pick<Finding, 'places' | 'excerpt'>;

/** @param wrong the finding that the exchange shows, if it is shown for one. */
export function exchangePanels(exchange: ExchangeReport, wrong: Wrong = {}): Markup {
  const { error, index, durationMs } = exchange;
  return markup`<div class="wire">
<div class="panel"><p class="label">Request <span>${captionOf(exchange)}</span></p>${panel(`Request #${index}`, requestOf(exchange))}</div>
<div class="panel"><p class="label">Answer <span>${duration(durationMs)}</span></p>${panel(`Answer #${index}`, answerOf(exchange, wrong))}
${error ? markup`<p class="wire-error">The target ${error.message}.</p>` : ''}${around(exchange, wrong)}${bytes(exchange)}</div>
</div>`;
}

/** Shows an exchange in one line that unfolds. */
export function foldedExchange(exchange: ExchangeReport): Markup {
  return markup`<details class="more">
<summary>Exchange ${captionOf(exchange)} <span>${statusOf(exchange)}</span></summary>
${exchangePanels(exchange)}
${repeatLine(exchange)}</details>`;
}

/** Shows the line that sends the request again. */
export function repeatLine({ curl }: ExchangeReport): Markup {
  return copyable('curl', 'The curl line', curl);
}

/** Shows a text with a button that copies it. @param name of what is copied, as the subject of a sentence. */
export function copyable(kind: string, name: string, text: string): Markup {
  return markup`<div class="copy ${kind}"><pre><code>${text}</code></pre><button type="button" data-name="${name}">Copy</button></div>
`;
}

function panel(label: string, content: Markup): Markup {
  return markup`<pre tabindex="0" role="group" aria-label="${label}"><code>${content}</code></pre>`;
}

function requestOf({ request: { method, url, headers, body } }: ExchangeReport): Markup {
  return markup`<b>${method} ${url}</b>\n${fields(headers)}${body === undefined ? '' : markup`\n${shownBody(body)}`}`;
}

function answerOf(exchange: ExchangeReport, { places = [] }: Wrong): Markup {
  const { response } = exchange;
  if (!response || !isPlain(exchange)) return markup`${receivedOf(exchange)}`;
  const { httpVersion, status, statusText, headers, body } = response;
  const [first = `HTTP/${httpVersion} ${status} ${statusText}`] = exchange.raw.split('\n', 1);
  return markup`<b>${first}</b>\n${fields(headers)}${body === '' ? '' : markup`\n${shownBody(body, places)}`}`;
}

function fields(headers: Fields): Markup {
  return markup`${headers.map(([name, value]) => markup`<i>${name}:</i> ${value}\n`)}`;
}

function shownBody(body: string, places: readonly string[] = []): Markup | string {
  return colouredJson(body, places) ?? body;
}

/** Tells whether the body holds all that followed the header section: nothing came that HTTP does not let come. */
function isPlain({ response, error, raw }: ExchangeReport): boolean {
  if (!response || error) return false;
  return response.body !== '' || afterHead(raw) === '' || isChunked(response.headers);
}

function isChunked(headers: Fields): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'transfer-encoding' && /chunked/i.test(value));
}

function afterHead(raw: string): string {
  const end = raw.indexOf('\n\n');
  return end < 0 ? '' : raw.slice(end).trim();
}

/** The evidence around what is wrong, where the body is cut before it. */
function around({ response }: ExchangeReport, { places: [place] = [], excerpt }: Wrong): Markup | string {
  if (excerpt === undefined || !response) return '';
  const lines = excerpt
    .split('\n')
    .map((line) => (line.startsWith('>') ? markup`<mark>${line.slice(2)}</mark>\n` : `${line.slice(2)}\n`));
  return markup`<p class="label">Around ${place ?? 'it'}</p><pre class="around"><code>${lines}</code></pre>`;
}

/** The bytes are shown besides where the panel does not have them as they came. More characters than this are left to the JSON report. */
const MOST_BYTES = 2000;

function bytes(exchange: ExchangeReport): Markup | string {
  const { raw, response } = exchange;
  if (!response || !isPlain(exchange) || raw.length > MOST_BYTES) return '';
  const came = afterHead(raw);
  // Chunks say no more than the body, unless something is wrong with them, and then the answer is shown as it came.
  const [content, body] = [came.replace(/^[0-9a-f]+$/gim, ''), response.body].map((text) => text.replace(/\s+/g, ''));
  if (content === body) return '';
  return markup`<details class="more"><summary>As it came on the wire</summary><pre><code>${receivedOf(exchange)}</code></pre></details>`;
}

function statusOf({ response, error }: ExchangeReport): string {
  if (error) return `the target ${error.message}`;
  return response ? `${response.status} ${response.statusText}`.trim() : '';
}
