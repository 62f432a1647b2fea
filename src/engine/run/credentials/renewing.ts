/** Sends requests with the credentials that work now, where a run fetches them itself; and again if one has expired on the way. */

import type { Fields, Request } from '../../../http/message';
import { isSuccess } from '../../../http/statuses';
import type { Stop } from '../../../report/outcome';
import { endsSession } from '../../../resources/destructiveness';
import type { Authorisation } from '../../../serialization/credentials';
import { UsageError } from '../../../support/errors';
import type { Outcome } from '../../../wire/send';
import type { Target } from '../../../wire/target';
import type { Case } from '../../model/case';
import type { RenewableCredential, Renewal } from '../../model/renewal';
import { toRequest } from '../../request/toRequest';

/** Sends one request as it is. */
type Go<Sent extends Outcome> = (request: Request) => Promise<Sent>;

/** Sends a request that was made of a case which changes nothing. */
type Aside = (each: Case, request: Request) => Promise<Outcome>;

export interface Renewing {
  /**
   * Sends a request with the credentials that work now.
   * @param request carries the values that it was planned with.
   * @param aside sends what no case has planned: it shows whether a credential has expired.
   */
  send<Sent extends Outcome>(each: Case, request: Request, go: Go<Sent>, aside: Aside): Promise<Sent>;
  /** Whether an answer says nothing of the target: its credential had expired, and the request was not repeated. */
  isOfExpired(outcome: Pick<Outcome, 'response'>): boolean;
  /** Why the run cannot go on, if a credential could not be fetched anew. */
  end(): Stop | undefined;
}

interface RenewingOptions {
  readonly renewal: Renewal | undefined;
  readonly target: Target;
  /** Header fields sent with every request. */
  readonly headers: Fields;
}

/** What shows whether a credential still works: a request that was let in, and changes nothing. */
interface Witness {
  readonly each: Case;
  readonly request: Request;
}

/** A request is repeated so often, since others may use up a token that allows few requests. */
const MOST_REPEATS = 3;

export function createRenewing(options: RenewingOptions): Renewing {
  const { renewal } = options;
  if (renewal && renewal.credentials.length > 0) return new RenewingSender(renewal.credentials, options);
  return { send: (_each, request, go) => go(request), isOfExpired: () => false, end: () => undefined };
}

class RenewingSender implements Renewing {
  /** The values that were let in, by the place of their credential. */
  private readonly letIn = new Set<string>();
  /** The values that were refused where they had been let in. */
  private readonly dead = new Set<string>();
  /** By operation. */
  private readonly witnesses = new Map<string, Witness>();
  /** The operations that refuse whoever has no credential: what lets in anybody is no witness. */
  private readonly guarded = new Set<string>();
  /** See {@link wayOf}: where a credential was let in, and where one was refused that works elsewhere. */
  private readonly open = new Set<string>();
  private readonly refusing = new Set<string>();
  private readonly expired = new WeakSet<object>();
  private stop: Stop | undefined;

  constructor(
    private readonly credentials: readonly RenewableCredential[],
    private readonly options: RenewingOptions,
  ) {}

  async send<Sent extends Outcome>(each: Case, request: Request, go: Go<Sent>, aside: Aside): Promise<Sent> {
    const carried = this.credentials.filter((credential) => this.isCarried(each, credential));
    if (carried.length === 0) return this.noteUnauthorised(each, await go(request));
    if (!this.stop) await this.attempt(() => Promise.all(carried.map((credential) => credential.ready())));
    for (let repeats = 0; ; repeats++) {
      const values = carried.map((credential) => credential.current());
      const outcome = await go(this.presented(each, request, carried, values));
      if (!isAuthorised(each)) return this.noteUnauthorised(each, outcome);
      if (outcome.response?.status !== 401) return this.noteLetIn({ each, request }, carried, values, outcome);
      const way = wayOf(each);
      const mayHaveExpired = carried.some((credential, at) => this.letIn.has(keyOf(credential, values[at])));
      if (mayHaveExpired && this.stop) this.expired.add(outcome.response);
      if (!mayHaveExpired || this.stop || (this.refusing.has(way) && !this.open.has(way))) return outcome;
      const isLast = repeats === MOST_REPEATS;
      const is = isLast ? 'unknown' : await this.look(carried, values, aside);
      if (is === 'working' || (isLast && !this.open.has(way))) {
        this.refusing.add(way);
        return outcome;
      }
      const isRenewed = await this.renew(carried, values);
      const mayRepeat = isRenewed && !isLast && (is === 'expired' || isHarmless(each));
      if (mayRepeat) continue;
      if (isRenewed || this.stop) this.expired.add(outcome.response);
      return outcome;
    }
  }

  isOfExpired({ response }: Pick<Outcome, 'response'>): boolean {
    return response !== null && this.expired.has(response);
  }

  end(): Stop | undefined {
    return this.stop;
  }

  private isCarried({ request: { authorisation, user } }: Case, { planned }: RenewableCredential): boolean {
    const isPlanned = (text: string) => replaced(text, planned, '') !== text;
    const { headers, query, cookies } = authorisation;
    return (
      [...headers, ...(user?.headers ?? this.options.headers)].some(([, value]) => isPlanned(value)) ||
      [...query, ...cookies].some(({ value }) => isPlanned(value))
    );
  }

  /** A request with other values of its credentials. What redirected it stays. */
  private presented(
    each: Case,
    request: Request,
    carried: readonly RenewableCredential[],
    values: readonly string[],
  ): Request {
    const { target, headers } = this.options;
    const renewed = carried.flatMap(({ planned }, at) => {
      const value = values[at] ?? planned;
      return value === planned ? [] : [{ planned, value }];
    });
    if (renewed.length === 0) return request;
    const change = (text: string) => renewed.reduce((rest, { planned, value }) => replaced(rest, planned, value), text);
    const fields = (list: Fields): Fields => list.map(([name, value]) => [name, change(value)] as const);
    const { authorisation, user } = each.request;
    const shown: Authorisation = {
      headers: fields(authorisation.headers),
      query: authorisation.query.map(({ name, value }) => ({ name, value: change(value) })),
      cookies: authorisation.cookies.map(({ name, value }) => ({ name, value: change(value) })),
    };
    const before = toRequest(each, target, headers);
    const as = user && { ...user, headers: fields(user.headers) };
    const again = { ...each.request, authorisation: shown, ...(as ? { user: as } : {}) };
    const now = toRequest({ ...each, request: again }, target, fields(headers));
    return { ...request, headers: now.headers, path: request.path === before.path ? now.path : request.path };
  }

  /** Returns whether another value may be tried. */
  private async renew(carried: readonly RenewableCredential[], refused: readonly string[]): Promise<boolean> {
    await this.attempt(() => Promise.all(carried.map((credential, at) => credential.renew(refused[at] ?? ''))));
    return !this.stop && carried.some((credential, at) => credential.current() !== refused[at]);
  }

  private async attempt(fetch: () => Promise<unknown>): Promise<void> {
    try {
      await fetch();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const reason = `${error.message} What came before stands, and nothing after it is judged.`;
      this.stop ??= { reason, provenStands: true };
    }
  }

  /**
   * Asks once more, with the same values, for what was let in before: if that is refused too, the credential itself is refused, and not the one
   * request (RFC 9110 §15.5.2).
   */
  private async look(
    carried: readonly RenewableCredential[],
    values: readonly string[],
    aside: Aside,
  ): Promise<'working' | 'expired' | 'unknown'> {
    const keys = carried.map((credential, at) => keyOf(credential, values[at]));
    if (keys.some((key) => this.dead.has(key))) return 'expired';
    const witness = [...this.witnesses].find(([name]) => this.guarded.has(name))?.[1];
    if (!witness) return 'unknown';
    const { response } = await aside(witness.each, this.presented(witness.each, witness.request, carried, values));
    if (response?.status !== 401) return response ? 'working' : 'unknown';
    for (const key of keys) this.dead.add(key);
    return 'expired';
  }

  private noteUnauthorised<Sent extends Outcome>({ request: { operation, authorised } }: Case, outcome: Sent): Sent {
    const status = outcome.response?.status;
    if (!authorised && (status === 401 || status === 403)) this.guarded.add(operation.name);
    return outcome;
  }

  private noteLetIn<Sent extends Outcome>(
    { each, request }: Witness,
    carried: readonly RenewableCredential[],
    values: readonly string[],
    outcome: Sent,
  ): Sent {
    const { operation, method } = each.request;
    const { response } = outcome;
    if (!response || response.status === 403) return outcome;
    this.open.add(wayOf(each));
    for (const [at, credential] of carried.entries()) this.letIn.add(keyOf(credential, values[at]));
    const isWitness = operation.safe && method === undefined && !endsSession(operation) && isSuccess(response.status);
    if (isWitness && this.witnesses.size < MOST_WITNESSES) this.witnesses.set(operation.name, { each, request });
    return outcome;
  }
}

/** So many operations are remembered as let in. */
const MOST_WITNESSES = 50;

/** Whether a request changes nothing, so that it may be sent twice. */
function isHarmless({ request: { operation, method } }: Case): boolean {
  return operation.safe && method === undefined;
}

/** Whether a request shows its credentials as the contract wants it, or goes to an operation that the contract lets anybody ask. */
function isAuthorised({ request: { authorised, operation } }: Case): boolean {
  return authorised || operation.security.alternatives.length === 0;
}

/** An operation, and how it is shown the credential: not every service knows `bearer` in lower case. */
function wayOf({ request: { operation, authorisation, user } }: Case): string {
  return `${operation.name} ${JSON.stringify([authorisation, user?.name])}`;
}

function keyOf({ name }: RenewableCredential, value: string | undefined): string {
  return JSON.stringify([name, value]);
}

/** Puts another value in the place of a credential: `Bearer OLD`, `OLD`, or `Basic` with the base64 of it. */
function replaced(text: string, planned: string, value: string): string {
  if (text === planned) return value;
  const lead = /^\S+ +/.exec(text)?.[0] ?? '';
  const rest = text.slice(lead.length);
  if (lead === '') return text;
  if (rest === planned) return lead + value;
  return rest === toBase64(planned) ? lead + toBase64(value) : text;
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
