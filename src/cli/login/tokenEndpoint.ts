/** A token from the token endpoint of a contract's OAuth2 or OpenID Connect scheme (RFC 6749 §4.3, §4.4, §6). */

import type { TokenIssuer } from '../../contract/contract';
import type { Response } from '../../http/message';
import { isSuccess } from '../../http/statuses';
import { UsageError } from '../../support/errors';
import type { Target } from '../../wire/target';
import { addressOf, askFor, howItAnswered, jsonOf, shownAddress } from './credentialRequest';
import type { Fetched, Source, Surroundings } from './credentialSource';
import { cookiesSet } from './loginRequest';

/** What the user says of a flow. Values are those of variables. */
interface OAuthOrder {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly scopes: readonly string[];
  /** In place of what the contract says. */
  readonly tokenUrl?: string | undefined;
}

/** @param issuer what the contract says. @throws UsageError if neither says where tokens are issued. */
export function tokenEndpoint(order: OAuthOrder, issuer: TokenIssuer | undefined): Source {
  const endpoint = new TokenEndpoint(order, issuer);
  return { origin: (target) => endpoint.origin(target), fetch: (around) => endpoint.fetch(around) };
}

type Form = Readonly<Record<string, string | undefined>>;

class TokenEndpoint {
  private readonly flow: string;
  private readonly declared: TokenIssuer['flows'][number] | undefined;
  private discovered: string | undefined;
  private refreshToken: string | undefined;
  /** How the client says who it is: HTTP basic, which each server has to know, or in the body (RFC 6749 §2.3.1). */
  private isInBody: boolean;

  constructor(
    private readonly order: OAuthOrder,
    private readonly issuer: TokenIssuer | undefined,
  ) {
    this.flow = order.username === undefined ? 'clientCredentials' : 'password';
    const flows = issuer?.flows ?? [];
    this.declared = flows.find(({ name }) => name === this.flow) ?? flows[0];
    this.isInBody = order.clientSecret === undefined;
    if (order.tokenUrl === undefined && !this.declared && issuer?.discoveryUrl === undefined)
      throw new UsageError('The contract names no token endpoint for it; name it as `tokenUrl`.');
  }

  origin(target: Target): string {
    const url = this.order.tokenUrl ?? this.declared?.tokenUrl ?? this.discovered;
    if (url !== undefined) return `from the token endpoint ${shownAddress(absolute(url, target))}`;
    return `from the token endpoint that ${shownAddress(absolute(this.issuer?.discoveryUrl ?? '', target))} names`;
  }

  async fetch(around: Surroundings): Promise<Fetched> {
    for (const [name, value] of [
      ['client_secret', this.order.clientSecret],
      ['password', this.order.password],
    ] as const)
      if (value !== undefined) around.hide(value, name);
    const renewed = this.refreshToken === undefined ? undefined : await this.refresh(this.refreshToken, around);
    if (renewed) return renewed;
    const { username, password, scopes } = this.order;
    const scope = scopes.length === 0 ? undefined : scopes.join(' ');
    const form: Form =
      this.flow === 'password'
        ? { grant_type: 'password', username, password, scope }
        : { grant_type: 'client_credentials', scope };
    const url = await this.findUrl(around);
    return this.read(await this.ask(url, form, around), url, around);
  }

  /** @returns undefined if the refresh token is refused: then all begins anew. */
  private async refresh(refreshToken: string, around: Surroundings): Promise<Fetched | undefined> {
    this.refreshToken = undefined;
    const { refreshUrl } = this.order.tokenUrl === undefined ? (this.declared ?? {}) : {};
    const url = refreshUrl === undefined ? await this.findUrl(around) : addressOf(refreshUrl, around.target);
    const response = await this.ask(url, { grant_type: 'refresh_token', refresh_token: refreshToken }, around);
    return isSuccess(response.status) ? this.read(response, url, around, refreshToken) : undefined;
  }

  private async findUrl(around: Surroundings): Promise<URL> {
    const { discoveryUrl = '' } = this.issuer ?? {};
    const known = this.order.tokenUrl ?? this.declared?.tokenUrl ?? this.discovered;
    if (known !== undefined) return addressOf(known, around.target);
    const url = addressOf(discoveryUrl, around.target);
    const response = await askFor({ method: 'GET', url }, around);
    if (!isSuccess(response.status)) throw new UsageError(`${shownAddress(url)} ${howItAnswered(response, url)}`);
    const { token_endpoint: found } = membersOf(jsonOf(response, url));
    if (typeof found !== 'string') throw new UsageError(`${shownAddress(url)} names no token_endpoint`);
    this.discovered = found;
    return addressOf(found, around.target);
  }

  private async ask(url: URL, form: Form, around: Surroundings): Promise<Response> {
    const response = await this.post(url, form, around);
    // Some servers know the client by the body alone.
    const isClientUnknown =
      (response.status === 400 || response.status === 401) && this.order.clientSecret !== undefined;
    if (this.isInBody || !isClientUnknown || !/^invalid_(client|request)$|^$/.test(errorIn(response, url)))
      return response;
    this.isInBody = true;
    const second = await this.post(url, form, around);
    if (isSuccess(second.status)) return second;
    this.isInBody = false;
    return response;
  }

  private post(url: URL, form: Form, around: Surroundings): Promise<Response> {
    const { clientId, clientSecret } = this.order;
    const inBody = this.isInBody ? { client_id: clientId, client_secret: clientSecret } : {};
    const pairs = Object.entries({ ...form, ...inBody }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    const basic = Buffer.from(`${formEncoded(clientId ?? '')}:${formEncoded(clientSecret ?? '')}`).toString('base64');
    const headers = [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ...(this.isInBody ? [] : [['Authorization', `Basic ${basic}`] as const]),
    ] as const;
    return askFor({ method: 'POST', url, headers, body: String(new URLSearchParams(pairs)) }, around);
  }

  /** @param before the refresh token that was used: it stays, unless there is another one. */
  private read(response: Response, url: URL, around: Surroundings, before?: string): Fetched {
    const at = shownAddress(url);
    if (!isSuccess(response.status)) {
      const error = errorIn(response, url);
      throw new UsageError(`${at} ${howItAnswered(response, url)}${error === '' ? '' : ` (${error})`}`);
    }
    const members = membersOf(jsonOf(response, url));
    const { access_token: value, refresh_token: refreshToken, id_token: idToken, expires_in: seconds } = members;
    for (const [name, text] of Object.entries({ refresh_token: refreshToken, id_token: idToken }))
      if (typeof text === 'string') around.hide(text, name);
    for (const cookie of cookiesSet(response)) around.hide(cookie.value, cookie.name);
    if (typeof value !== 'string' || value === '')
      throw new UsageError(`${at} ${howItAnswered(response, url)}, without an access_token`);
    this.refreshToken = typeof refreshToken === 'string' ? refreshToken : before;
    const lifetimeMs = Number(seconds) * 1000;
    return { value, ...(seconds !== null && lifetimeMs > 0 ? { lifetimeMs } : {}) };
  }
}

function absolute(url: string, { origin, basePath }: Target): string {
  const base = `${origin}${basePath}/`;
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}

/** The error code of an answer (RFC 6749 §5.2); empty if it has none. */
function errorIn(response: Response, url: URL): string {
  try {
    const { error } = membersOf(jsonOf(response, url));
    return typeof error === 'string' && /^[a-z][a-z_.-]{0,60}$/.test(error) ? error : '';
  } catch (error) {
    if (error instanceof UsageError) return '';
    throw error;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function formEncoded(text: string): string {
  return String(new URLSearchParams([['', text]])).slice(1);
}
