/** Serves the mock's own page: its operations, its behaviour, its state, and the last requests. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { type MutableJson, writeJson } from '../../conformance/values/generator';
import type { Contract } from '../../src/contract/contract';
import { jsonOfText } from '../../src/json/value';
import { isDelay, isShare, type MockBehaviour } from '../engine/behaviour';
import type { Engine } from '../engine/engine';
import { receiveBody } from '../engine/requestBody';
import type { CallbackLogEntry } from '../log/callbackEntry';
import type { Responded } from '../log/entry';
import type { StateShown } from '../state/describe';
import type { Control } from '../told/controlApi';
import { aboutOf, contractText } from './about';
import { whyRefused } from './guard';
import { createRequestList } from './requests';

/** What the page shows and changes. */
interface PageSource {
  readonly contract: () => Contract;
  readonly engine: () => Engine;
  readonly behaviour: () => MockBehaviour;
  /** Whether any token is let in, or only those that the mock has answered. */
  readonly takesAnyToken: boolean;
  readonly change: (behaviour: MockBehaviour) => void;
  readonly state: () => Promise<StateShown>;
  readonly reset: () => void;
  /** Answers the requests of tests. */
  readonly control: Control;
}

/** The folder of the files that the page shares with the HTML report. */
const REPORT = join(__dirname, '../../src/report/reporters/html/assets');

/** The build puts it beside the other files of the page. */
function fileOfMarkdown(): string {
  const built = join(__dirname, 'assets', 'markdown-it.esm.min.mjs');
  if (existsSync(built)) return built;
  return join(dirname(require.resolve('markdown-it/package.json')), 'dist/browser/markdown-it.esm.min.mjs');
}

const OWN_FILES = [
  'page.css',
  'reference.css',
  'about.js',
  'callbacks.js',
  'code.js',
  'credentials.js',
  'elements.js',
  'fields.js',
  'form.js',
  'links.js',
  'markdown.js',
  'members.js',
  'page.js',
  'reference.js',
  'requests.js',
  'responses.js',
  'schema.js',
  'sending.js',
  'state.js',
];

/** All files of the page. It loads nothing from other servers. */
const FILES: Readonly<Record<string, string>> = {
  '/': join(__dirname, 'assets', 'index.html'),
  '/base.css': join(REPORT, 'base.css'),
  '/copy.js': join(REPORT, 'copy.js'),
  ...Object.fromEntries(OWN_FILES.map((name) => [`/${name}`, join(__dirname, 'assets', name)])),
  '/markdown-it.mjs': fileOfMarkdown(),
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.yaml': 'application/yaml; charset=utf-8',
};

const SAFE_HEADERS = {
  // The icon of the page is an empty data: URL.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

export class Page {
  private readonly run = randomUUID();
  private readonly requests = createRequestList();
  /** How often the contract was loaded again. */
  private loads = 0;
  /** How often that changed what the page shows. */
  private changes = 0;
  /** What prevented that the contract was loaded again. */
  private problem: string | undefined;

  /** Creates the page. @param base its path, such as `/_espalier`. @param host the address that the mock was told to listen on. */
  constructor(
    private readonly base: string,
    private readonly host: string,
    private readonly source: PageSource,
  ) {}

  /** Tells whether a path belongs to the page. */
  owns(path: string): boolean {
    return path === this.base || path.startsWith(`${this.base}/`);
  }

  async respond(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    try {
      const refused = whyRefused(request, this.host);
      if (refused !== undefined) plain(response, 403, refused);
      else await this.answer(request, response, path.slice(this.base.length));
    } catch (error) {
      if (response.headersSent) response.destroy();
      else plain(response, 500, (error as Error).message);
    }
  }

  /** Shows a request in the list. */
  request(request: IncomingMessage, responded: Responded, durationMs: number): void {
    this.requests.add(request, responded, durationMs);
    this.changes += 1;
  }

  /** Shows a callback in the list. */
  callback(entry: CallbackLogEntry): void {
    this.requests.addCallback(entry);
    this.changes += 1;
  }

  /** Shows that the contract was loaded again, or the problem that prevented it. */
  reloaded(problem: string | undefined): void {
    this.problem = problem;
    if (problem === undefined) this.loads += 1;
    this.changes += 1;
  }

  /** @param path below the page's own. */
  private async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { source } = this;
    const { method, headers } = request;
    const asked = `${method} ${path}`;
    // A page of another origin must send a preflight request (CORS) before it may send this type, and such a request is not allowed.
    const own = /^application\/json\b/i.test(headers['content-type'] ?? '');
    if (asked === 'GET ') return void response.writeHead(308, { Location: `${this.base}/` }).end();
    const query = new URLSearchParams(request.url?.split('?', 2)[1]);
    if (asked === 'GET /page.json') return this.show(request, response);
    if (asked === 'GET /state')
      return write(response, 'application/json', writeJson((await source.state()) as unknown as MutableJson));
    if (asked === 'GET /operations.json') return json(response, source.engine().listed());
    if (asked === 'GET /operation.json') return this.showOperation(response, query.get('name'));
    if (asked === 'GET /request.json') return this.showRequest(response, Number(query.get('number')), request);
    if (asked === 'GET /about.json') return json(response, aboutOf(source.contract(), source.engine().document));
    if (asked === 'GET /contract.json' || asked === 'GET /contract.yaml')
      return this.showContract(response, extname(path));
    if (asked === 'POST /compose' && own) return this.compose(request, response);
    if (asked === 'POST /links' && own) return this.showLinks(request, response);
    if (asked === 'PUT /behaviour' && own) return this.changeBehaviour(request, response);
    if (asked === 'POST /reset') {
      source.reset();
      return plain(response, 200, 'Done.');
    }
    if (await source.control.respond(request, response, path)) return;
    const file = method === 'GET' ? FILES[path] : undefined;
    if (!file) return plain(response, 404, 'The page of the mock has nothing here.');
    write(response, TYPES[extname(file)] ?? '', await readFile(file));
  }

  // The page polls, since a stream would occupy one of the six connections that a browser has for an origin.
  private show(request: IncomingMessage, response: ServerResponse): void {
    const { source, run, loads, problem } = this;
    const tag = `"${run}.${this.changes}"`;
    if (request.headers['if-none-match'] === tag) return void response.writeHead(304, { ETag: tag }).end();
    const { title, version, file } = source.contract();
    const state = {
      run,
      loads,
      title,
      version,
      file,
      problem,
      behaviour: source.behaviour(),
      takesAnyToken: source.takesAnyToken,
      requests: this.requests.listed(source.contract()),
    };
    response.setHeader('ETag', tag);
    json(response, state);
  }

  private showOperation(response: ServerResponse, name: string | null): void {
    const operation = this.source.contract().operations.find((each) => each.name === name);
    if (!operation) plain(response, 404, `The contract has no operation ${name}.`);
    else json(response, this.source.engine().shown(operation));
  }

  /** Sends the contract with its overlays as one document. If it is one file, it is sent as it was written. */
  private async showContract(response: ServerResponse, extension: string): Promise<void> {
    const { contract, engine } = this.source;
    write(response, TYPES[extension] ?? '', await contractText(contract(), engine().document, extension));
  }

  /** Makes a request of what the form holds. */
  private async compose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // What makes requests is loaded only when somebody uses the form.
    const { requestOfForm, readEntered } = require('./requestOfForm') as typeof import('./requestOfForm');
    const body = await receiveBody(request);
    const read = body.kind === 'read' ? readEntered(jsonOfText(body.bytes.toString('utf8'))) : undefined;
    const operation = read && this.source.contract().operations.find(({ name }) => name === read.operation);
    if (!operation) return plain(response, 400, 'That is no request of an operation of the contract.');
    json(response, requestOfForm(operation, read.entered, originOf(request)));
  }

  private async showLinks(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { linksOfAnswer, readAnswer } = require('./linksOfAnswer') as typeof import('./linksOfAnswer');
    const body = await receiveBody(request);
    const answer = body.kind === 'read' ? readAnswer(jsonOfText(body.bytes.toString('utf8'))) : undefined;
    if (!answer) return plain(response, 400, 'That is no answer of an operation of the contract.');
    json(response, linksOfAnswer(this.source.contract(), answer));
  }

  private showRequest(response: ServerResponse, number: number, request: IncomingMessage): void {
    const shown = this.requests.shown(number, originOf(request), this.source.contract());
    if (!shown) plain(response, 404, `The request ${number} is not kept any more.`);
    else json(response, shown);
  }

  private async changeBehaviour(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await receiveBody(request);
    const behaviour = body.kind === 'read' ? readBehaviour(jsonOfText(body.bytes.toString('utf8'))) : undefined;
    if (!behaviour) return plain(response, 400, 'That is no delay and no share of failures.');
    this.source.change(behaviour);
    this.changes += 1;
    plain(response, 200, 'Done.');
  }
}

function originOf({ headers, socket }: IncomingMessage): string {
  return `${'encrypted' in socket ? 'https' : 'http'}://${headers.host}`;
}

function readBehaviour(value: unknown): MockBehaviour | undefined {
  const { delay, fail, stateful } = (value ?? {}) as Partial<Record<keyof MockBehaviour, unknown>>;
  return isDelay(delay) && isShare(fail) && typeof stateful === 'boolean' ? { delay, fail, stateful } : undefined;
}

function json(response: ServerResponse, value: unknown): void {
  write(response, 'application/json', JSON.stringify(value));
}

function write(response: ServerResponse, type: string, content: string | Buffer): void {
  response
    .writeHead(200, { ...SAFE_HEADERS, 'Content-Type': type, 'Content-Length': Buffer.byteLength(content) })
    .end(content);
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...SAFE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}
