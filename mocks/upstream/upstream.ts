/** The real service behind the mock: it answers what it has built already, and the mock answers the rest. */

import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Contract, Operation } from '../../src/contract/contract';
import { readSelection } from '../../src/engine/plan/selection';
import { undoCodings } from '../../src/http/contentCodings';
import type { Fields } from '../../src/http/message';
import { leadsOut } from '../../src/http/requestChecks';
import { WHY_UNJUDGED } from '../../src/recorded/proxy/passed';
import type { Route } from '../../src/routing/router';
import { UsageError } from '../../src/support/errors';
import { createBufferBudget } from '../../src/wire/bufferBudget';
import { parseTarget, type Target, type TlsOptions, withoutSecrets } from '../../src/wire/target';
import type { ReceivedBody } from '../engine/requestBody';
import type { Responded } from '../log/entry';
import { ANSWERED_BY } from './answeredBy';
import { whyNotBuilt } from './builtYet';
import { answeredFields, pairs } from './fields';
import { askBeside, type Forwarded, forward, type Way } from './forward';
import { breachesOfPassed } from './judgePassed';
import { whyForeign } from './origins';

export interface UpstreamOptions {
  /** The base URL of the service, `http://localhost:8080`: what comes before each path of the contract. */
  readonly url: string;
  /** The operations that the mock answers in any case, as for `--operation`: `POST /orders`, `tag:beta`. */
  readonly mocked?: readonly string[];
  /** Certificates for a service at https. */
  readonly tls?: TlsOptions;
  /** The origins of pages that may use the service through the mock, in addition to those of this machine. */
  readonly origins?: readonly string[];
}

/** One request that is to be passed on. */
interface PassedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path as it was sent, and its query with the question mark. */
  readonly path: string;
  readonly search: string;
  /** Undefined if the contract has no operation for it. */
  readonly route: Route | undefined;
  /** The body, if it was read before. */
  readonly body: ReceivedBody | undefined;
  /** Returns the fields that let pages of other origins read the answer; undefined if the service decides that. */
  readonly cors: ((exposed: readonly string[]) => Readonly<Record<string, string>>) | undefined;
}

type Passed =
  | { readonly kind: 'answered'; readonly responded: Responded }
  /** Nothing was answered yet. The mock is to answer. */
  | { readonly kind: 'not built'; readonly why: string; readonly body: ReceivedBody }
  | { readonly kind: 'unreachable'; readonly why: string; readonly body: ReceivedBody };

interface Behind {
  readonly contract: Contract;
  /** The address that the mock was told to listen on. */
  readonly host: string;
}

export class Upstream {
  private readonly target: Target;
  private readonly way: Way;
  private readonly isMocked: (operation: Operation) => boolean;
  /** The operations that were answered with success. */
  private readonly worked = new Set<Operation>();

  /** @throws UsageError if the URL cannot be used, or a pattern fits no operation. */
  constructor(
    private readonly options: UpstreamOptions,
    private readonly behind: Behind,
  ) {
    const { url, mocked = [], tls, origins = [] } = options;
    for (const origin of origins) refuseNoOrigin(origin);
    this.target = parseTarget(url, tls);
    const agent = this.target.tls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
    this.way = { target: this.target, agent, budget: createBufferBudget() };
    this.isMocked = mocked.length === 0 ? () => false : readSelection(mocked, behind.contract.operations, '--mock');
  }

  /** Tells whether the mock answers an operation in any case. */
  mocks(operation: Operation): boolean {
    return this.isMocked(operation);
  }

  /** Says why a request of a page must not reach the service; undefined if it may. */
  whyForeign(request: IncomingMessage): string | undefined {
    return whyForeign(request, this.behind.host, this.options.origins ?? []);
  }

  /** Says why a path must not reach the service: it may lead to what is not below the base URL. Undefined if it may. */
  whyBeyond(path: string): string | undefined {
    const { basePath } = this.target;
    if (basePath === '' || !leadsOut(this.pathAt(path).slice(basePath.length))) return undefined;
    return `the path may lead beyond ${basePath}, which is all of the service that is passed on`;
  }

  /** Returns the path at the service. A client may name the base path of the service, too. */
  private pathAt(path: string): string {
    const { basePath } = this.target;
    const isDoubled = basePath !== '' && (path === basePath || path.startsWith(`${basePath}/`));
    return isDoubled ? path : basePath + path;
  }

  /** @throws Error if the client leaves before its request is complete. */
  async pass(asked: PassedRequest): Promise<Passed> {
    const { request, response, path, search, route, body, cors } = asked;
    const { target } = this;
    const answering = { target, mock: originOf(request), cors: cors !== undefined };
    const own = this.pathAt(path);
    const base = own.slice(0, own.length - path.length + (route?.base.length ?? 0));
    const forwarded = await forward(this.way, {
      request,
      response,
      path: own + search,
      body,
      fieldsFor(fields) {
        const passed = answeredFields(fields, answering);
        const names = [...new Set(passed.map(([name]) => name)), ANSWERED_BY];
        return [...passed, [ANSWERED_BY, 'service'], ...Object.entries(cors?.(names) ?? {})];
      },
      whyNone: async (answer) => {
        // What the contract does not have is for the service alone.
        if (!route) return undefined;
        const { operation } = route;
        const refused = { operation, method: request.method ?? 'GET', path: own, base, answer };
        return whyNotBuilt({ ...refused, hasWorked: this.worked.has(operation) }, (method, other) =>
          askBeside(this.way, request, method, other),
        );
      },
    });
    switch (forwarded.kind) {
      case 'left':
        throw new Error('The client has left');
      case 'not built':
        return { kind: 'not built', why: forwarded.why, body: forwarded.asked };
      case 'unreachable':
        return { kind: 'unreachable', why: this.whyUnreachable(forwarded.why), body: forwarded.asked };
      case 'answered':
        return {
          kind: 'answered',
          responded: this.judged(asked, forwarded, own + search),
        };
      default:
        return forwarded satisfies never;
    }
  }

  /** Closes the connections to the service that are kept open. */
  close(): void {
    this.way.agent.destroy();
  }

  private whyUnreachable(why: string): string {
    const { origin, basePath } = this.target;
    return `the service at ${origin}${basePath} did not answer (${why}): start it, or let the mock answer with --mock '**'`;
  }

  /** Says how the request was answered, and what the answer breaks. */
  private judged(
    { request, route }: PassedRequest,
    { status, fields, sentFields, asked, content, isWhole }: Extract<Forwarded, { kind: 'answered' }>,
    path: string,
  ): Responded {
    if (route && status < 400) this.worked.add(route.operation);
    const lost = content.lost() ?? (asked.kind === 'too-large' ? 'too large' : undefined);
    const body = content.lost() === undefined ? Buffer.from(content.bytes()) : undefined;
    const shown = { headers: Object.fromEntries(sentFields), body: body && readable(fields, body) };
    const common = {
      operation: route?.operation.name,
      status,
      answeredBy: 'service' as const,
      sent: shown,
      ...(isWhole && body ? {} : { isPart: true }),
      ...(asked.kind === 'read' ? { body: asked.bytes } : {}),
    };
    content.release();
    // An answer to HEAD has none of the content that the contract declares for GET (RFC 9110 §9.3.2).
    const isWithoutContent = request.method === 'HEAD' && route?.operation.method !== 'HEAD';
    if (!route || isWithoutContent) return { ...common, reasons: [] };
    if (!isWhole)
      return { ...common, reasons: ['the answer of the service ended before it was complete, or the client left'] };
    if (lost !== undefined || !body)
      return { ...common, reasons: [`not judged: ${WHY_UNJUDGED[lost ?? 'too large']}`] };
    const { operation, values } = route;
    const read = {
      method: request.method ?? 'GET',
      url: this.target.origin + path,
      requestHeaders: pairs(request.rawHeaders),
      requestBody: asked.kind === 'read' ? asked.bytes : undefined,
      status,
      headers: fields,
      body,
    };
    const named = Object.fromEntries([...values].map(([name, text]) => [name, text ?? '']));
    return { ...common, reasons: breachesOfPassed(this.behind.contract, { operation, values: named }, read) };
  }
}

/** Returns the content without its codings, such as gzip, for the list of requests. */
function readable(headers: Fields, body: Buffer): Buffer {
  const content = undoCodings({ headers, body });
  return content instanceof Buffer ? content : body;
}

/** Returns the URL by which a client knows the mock: `http://localhost:4010`. */
function originOf({ socket, headers }: IncomingMessage): string {
  const isTls = (socket as { encrypted?: boolean }).encrypted === true;
  return `${isTls ? 'https' : 'http'}://${headers.host ?? `${socket.localAddress}:${socket.localPort}`}`;
}

function refuseNoOrigin(origin: string): void {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new UsageError(`${withoutSecrets(origin)} is no origin of a page; write it like http://192.168.0.7:5173.`);
}
