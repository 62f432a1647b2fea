/** The credentials of a run that are fetched, and fetched anew while it lasts. */

import { resolve } from 'node:path';
import type { Contract, SecurityScheme } from '../../contract/contract';
import { bearerAlternative } from '../../contract/security';
import type { RenewableCredential, Renewal } from '../../engine/model/renewal';
import type { CredentialSettings, Settings } from '../../engine/model/settings';
import type { UserOptions } from '../../engine/model/user';
import { settingsOf } from '../../engine/settingsOf';
import { printable } from '../../redaction/printable';
import { credentialVariable, type Redact, type Secret, TOKEN_VARIABLE, variableOf } from '../../redaction/redact';
import { UsageError } from '../../support/errors';
import type { Target } from '../../wire/target';
import type { Io } from '../io';
import type { LoadedConfiguration } from '../settings/configuration';
import { pointerTo } from '../settings/configurationMistakes';
import { schemesOf, whyUnfit } from '../settings/credentials';
import { fromEnv, type VerifyFlags } from '../settings/options';
import { checkHeader } from '../settings/params';
import { type AuthEntry, readAuthFile } from './authFile';
import type { Source } from './credentialSource';
import { keepFresh } from './keptFresh';
import { loginRequest } from './loginRequest';
import { credentialSource } from './makeSources';

/** What a fetched credential is for: a security scheme, each bearer scheme, or a header field of every request. */
type Purpose =
  | { readonly is: 'scheme'; readonly scheme: SecurityScheme }
  | { readonly is: 'token' }
  | { readonly is: 'header'; readonly field: string };

interface Login {
  readonly purpose: Purpose;
  readonly source: Source;
  /** The name of the further user whose it is; absent for the first one, and for what all have in common. */
  readonly user?: string;
  /** Whether further users show it, too, unless they have their own. */
  readonly isCommon?: true;
}

interface LoginSources {
  readonly flags: VerifyFlags;
  readonly configuration: LoadedConfiguration;
  readonly env: Io['env'];
  readonly contract: Contract;
}

/**
 * Reads what of the credentials is to be fetched. What the command line or the environment hands over is not.
 * @returns the settings with what is known already, and what fetches the rest.
 * @throws UsageError that names the setting that cannot be used.
 */
export function readLogins(
  sources: LoginSources,
  given: Settings,
): { readonly settings: Settings; readonly logins: Logins } {
  const { credentials: handedOver } = given;
  const { flags, configuration, env, contract } = sources;
  const { settings, reading } = configuration;
  const schemes = schemesOf(contract);
  const hasBearer = contract.operations.some(({ security }) => bearerAlternative(security));
  const hasToken = flags.token !== undefined || env['ESPALIER_TOKEN'] !== undefined;
  const found: Login[] = [];
  const add = (pointer: string, purpose: Purpose, written: Parameters<typeof credentialSource>[0]) => {
    const scheme = purpose.is === 'scheme' ? purpose.scheme : undefined;
    const read = (name: string, what: string) => fromEnv(name, what, env);
    const source = reading(pointer, () => credentialSource(written, labelOf(purpose), scheme, read));
    if (source) found.push({ purpose, source, isCommon: true });
  };
  if (settings.token && handedOver.token === undefined && hasBearer) add('/token', { is: 'token' }, settings.token);
  for (const [name, written] of Object.entries(settings.credentials ?? {})) {
    const scheme = schemes.get(name);
    const isGiven = Object.hasOwn(handedOver.credentials, name) || (hasToken && scheme?.http === 'bearer');
    if (scheme && !isGiven) add(pointerTo('credentials', name), { is: 'scheme', scheme }, written);
  }
  if (settings.auth === undefined) return { settings: given, logins: new Logins(found) };
  const { file, user } = typeof settings.auth === 'string' ? { file: settings.auth, user: undefined } : settings.auth;
  const entries = reading('/auth', () => readAuthFile(file, resolve(configuration.folder, file), user));
  const [first, ...others] = entries.map((entry) => new FromAuthFile(entry, file, [...schemes.values()], handedOver));
  if (!first) return { settings: given, logins: new Logins(found) };
  const taken = new Set(found.map(({ purpose }) => labelOf(purpose)));
  const more = reading('/auth', () => first.logins()).filter(({ purpose }) => !taken.has(labelOf(purpose)));
  const all = reading('/auth', () => first.withFixed());
  const users = reading('/auth', () => others.map((other) => other.asFurther()));
  const ofOthers = reading('/auth', () => others.flatMap((other) => other.loginsOfFurther()));
  return {
    settings: { ...given, credentials: { ...all, users } },
    logins: new Logins([...found, ...more, ...ofOthers]),
  };
}

function labelOf(purpose: Purpose): string {
  switch (purpose.is) {
    case 'scheme':
      return `the credential "${purpose.scheme.name}"`;
    case 'token':
      return 'the token';
    case 'header':
      return `the header field "${purpose.field}"`;
    default:
      return purpose satisfies never;
  }
}

/** What an entry of an authentication file says, in the words of a contract. */
class FromAuthFile {
  constructor(
    private readonly entry: AuthEntry,
    private readonly file: string,
    private readonly schemes: readonly SecurityScheme[],
    private readonly handedOver: CredentialSettings,
  ) {}

  /** The credentials with what the entry has at once. What was handed over goes before it. */
  withFixed(): CredentialSettings {
    const { handedOver, file } = this;
    let { token } = handedOver;
    const credentials: Record<string, string> = Object.assign(Object.create(null), handedOver.credentials);
    const headers = [...handedOver.headers];
    const origins = { token: handedOver.origins?.token, credentials: { ...handedOver.origins?.credentials } };
    for (const [name, value] of this.entry.fixedHeaders.map(([name, value]) => checkHeader(name, value))) {
      const scheme = this.schemeFor('header', name, value);
      const plain = scheme?.http === undefined ? value : value.replace(/^\S+ +/, '');
      if (scheme?.http === 'bearer') {
        if (token === undefined) [token, origins.token] = [plain, file];
      } else if (scheme) {
        const decoded = scheme.http === 'basic' ? Buffer.from(plain, 'base64').toString('utf8') : plain;
        if (credentials[scheme.name] === undefined) {
          credentials[scheme.name] = decoded;
          origins.credentials[scheme.name] = file;
        }
      } else headers.push([name, value]);
    }
    return { ...handedOver, token, credentials, headers, origins };
  }

  /** A further user: what the entry has goes before what was handed over, which all users have in common. */
  asFurther(): UserOptions {
    const { token, credentials, headers } = this.handedOver;
    const own = this.alone().withFixed();
    return {
      name: this.entry.name,
      token: own.token ?? token,
      credentials: { ...credentials, ...own.credentials },
      headers: [...headers, ...own.headers],
    };
  }

  /** @throws UsageError as {@link logins}. */
  loginsOfFurther(): Login[] {
    return this.alone()
      .logins()
      .map((login) => ({ ...login, user: this.entry.name }));
  }

  /** The same entry, where nothing else was handed over. */
  private alone(): FromAuthFile {
    return new FromAuthFile(this.entry, this.file, this.schemes, settingsOf({}).credentials);
  }

  /** @throws UsageError if the contract has no place for what its login gives. */
  logins(): Login[] {
    const { login } = this.entry;
    if (!login) return [];
    const { order, sent } = login;
    const { template = '{token}' } = order;
    if (order.found.in === 'cookies') {
      const inCookie = this.schemes.find(({ in: where }) => where === 'cookie');
      if (!inCookie) return [{ purpose: { is: 'header', field: 'Cookie' }, source: loginRequest(order) }];
      const found = { in: 'cookie', name: inCookie.field } as const;
      return this.unlessGiven({ is: 'scheme', scheme: inCookie }, loginRequest({ ...order, found }));
    }
    const scheme = this.schemeFor(sent.in, sent.name, template);
    const source = loginRequest({
      ...order,
      template: scheme?.http === undefined ? template : template.replace(/^\S+ +/, ''),
    });
    if (scheme) return this.unlessGiven(scheme.http === 'bearer' ? { is: 'token' } : { is: 'scheme', scheme }, source);
    if (sent.in === 'header') return [{ purpose: { is: 'header', field: sent.name }, source }];
    throw new UsageError(
      `The authentication file ${this.file} cannot be used: the contract has no security scheme in the ${sent.in} "${sent.name}".`,
    );
  }

  private unlessGiven(purpose: Purpose, source: Source): Login[] {
    const { token, credentials } = this.handedOver;
    const isGiven = purpose.is === 'scheme' ? Object.hasOwn(credentials, purpose.scheme.name) : token !== undefined;
    return isGiven ? [] : [{ purpose, source }];
  }

  /** The scheme whose credential stands there: `Authorization` with `Bearer …`, or the key of that name. */
  private schemeFor(where: string, name: string, value: string): SecurityScheme | undefined {
    const [lead = ''] = /^\S+(?= )/.exec(value) ?? [];
    return this.schemes.find(
      ({ in: place, field, http }) =>
        place === where &&
        (where === 'header' ? field.toLowerCase() === name.toLowerCase() : field === name) &&
        (http === undefined || http === lead.toLowerCase()),
    );
  }
}

/** Where a run fetches its credentials, and the secrets that came of it. */
export class Logins implements Renewal {
  private readonly known = new Map<string, Secret>();
  private list: readonly Secret[] = [];
  private fetched: RenewableCredential[] = [];

  constructor(private readonly logins: readonly Login[]) {}

  get credentials(): readonly RenewableCredential[] {
    return this.fetched;
  }

  /** The names of the security schemes whose credentials are fetched. */
  get names(): readonly string[] {
    return this.logins.flatMap(({ purpose }) => (purpose.is === 'scheme' ? purpose.scheme.name : []));
  }

  secrets(): readonly Secret[] {
    return this.list;
  }

  /** The settings of a run in which whatever is fetched is secret. */
  hidden(settings: Settings): Settings {
    return { ...settings, credentials: { ...settings.credentials, renewal: this } };
  }

  /** The settings with a text in the place of each credential, to plan with where nothing is sent. */
  planned(settings: Settings): Settings {
    const credentials = this.logins.reduce(
      (rest, login) => withValue(rest, login, 'user:not-fetched-yet', 'not fetched'),
      settings.credentials,
    );
    return { ...settings, credentials };
  }

  /**
   * Fetches all credentials.
   * @param redact takes out of messages what must not be shown.
   * @returns the settings of the run.
   * @throws UsageError that says which credential there is none of, and why.
   */
  async begin(target: Target, settings: Settings, io: Io, redact: Redact): Promise<Settings> {
    let all = settings.credentials;
    for (const login of this.logins) {
      const { purpose, source, user } = login;
      const origin = source.origin(target);
      const label = user === undefined ? labelOf(purpose) : `${labelOf(purpose)} of the user "${user}"`;
      const credential = keepFresh({
        name: `${label} (fetched ${printable(redact(origin))})`,
        fetch: () => this.fetch(login, label, target, settings, { io, redact }),
      });
      try {
        await credential.begin();
      } catch (error) {
        if (user !== undefined && error instanceof UsageError) {
          io.stderr.write(`${capitalised(error.message)} Nothing is asked as this user.\n`);
          all = { ...all, users: all.users.filter(({ name }) => name !== user) };
          continue;
        }
        throw error instanceof UsageError ? new UsageError(capitalised(error.message)) : error;
      }
      this.fetched.push(credential);
      all = withValue(all, login, credential.planned, `fetched ${origin}`);
      io.stderr.write(`${capitalised(label)} was fetched ${printable(redact(source.origin(target)))}.\n`);
    }
    return this.logins.length === 0 ? settings : this.hidden({ ...settings, credentials: all });
  }

  private async fetch(
    { purpose, source }: Login,
    label: string,
    target: Target,
    { credentials: { headers }, pace }: Settings,
    { io, redact }: { readonly io: Io; readonly redact: Redact },
  ) {
    const hide = (text: string, name: string) => this.hide([text, variableOf(name)]);
    const { env, signal } = io;
    try {
      const { timeoutMs } = pace.limits;
      const fetched = await source.fetch({ target, headers, timeoutMs, env, signal, redact, hide });
      this.hide([fetched.value, placeholderOf(purpose)]);
      const why = whyUnfit(fetched.value, purpose.is === 'scheme' ? purpose.scheme : undefined);
      if (why !== undefined) throw new UsageError(`what it gave ${why.replace(/\.$/, '')}`);
      return fetched;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const how = `${label} could not be fetched ${source.origin(target)}`;
      throw new UsageError(printable(redact(`${how}: ${error.message.replace(/\.$/, '')}.`)));
    }
  }

  private hide(secret: Secret): void {
    if (secret[0] === '' || this.known.has(secret[0])) return;
    this.known.set(secret[0], secret);
    this.list = [...this.known.values()];
  }
}

function placeholderOf(purpose: Purpose): string {
  switch (purpose.is) {
    case 'scheme':
      return `$${credentialVariable(purpose.scheme.name)}`;
    case 'token':
      return TOKEN_VARIABLE;
    case 'header':
      return variableOf(purpose.field);
    default:
      return purpose satisfies never;
  }
}

/** The credentials with the value of one of a user, or of all. */
function withValue(
  handedOver: CredentialSettings,
  { purpose, user, isCommon }: Login,
  value: string,
  origin: string,
): CredentialSettings {
  const isOf = ({ name }: UserOptions) => name === user || isCommon === true;
  const users = handedOver.users.map((each) => (isOf(each) ? withOwn(each, purpose, value) : each));
  const all = { ...handedOver, users };
  return user === undefined ? withFirst(all, purpose, value, origin) : all;
}

function withFirst(
  handedOver: CredentialSettings,
  purpose: Purpose,
  value: string,
  origin: string,
): CredentialSettings {
  const { credentials, headers, origins } = handedOver;
  switch (purpose.is) {
    case 'scheme': {
      const { name } = purpose.scheme;
      return {
        ...handedOver,
        credentials: { ...credentials, [name]: value },
        origins: { ...origins, credentials: { ...origins?.credentials, [name]: origin } },
      };
    }
    case 'token':
      return { ...handedOver, token: value, origins: { credentials: {}, ...origins, token: origin } };
    case 'header':
      return { ...handedOver, headers: [...headers, [purpose.field, value]] };
    default:
      return purpose satisfies never;
  }
}

function withOwn(user: UserOptions, purpose: Purpose, value: string): UserOptions {
  switch (purpose.is) {
    case 'scheme':
      return { ...user, credentials: { ...user.credentials, [purpose.scheme.name]: value } };
    case 'token':
      return { ...user, token: value };
    case 'header':
      return { ...user, headers: [...(user.headers ?? []), [purpose.field, value]] };
    default:
      return purpose satisfies never;
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
