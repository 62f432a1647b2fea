/** `espalier init` writes an `espalier.yaml` with a place for everything that a contract needs. Each place is a comment to fill in. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Contract, Operation, SecurityScheme } from '../../contract/contract';
import { pathParameters } from '../../contract/contract';
import { isUrl } from '../../contract/document/download';
import { whyUnreadable } from '../../contract/document/files';
import { readContract } from '../../contract/load';
import { isGuarded } from '../../contract/security';
import { printable } from '../../redaction/printable';
import { credentialVariable } from '../../redaction/redact';
import { kindsOf } from '../../resources/kinds';
import { mayBeSecret } from '../../resources/vocabulary/secrets';
import { templateUpTo, withoutNames } from '../../routing/pathTemplate';
import { groupBy } from '../../support/collections';
import { UsageError } from '../../support/errors';
import { count, escapeRegExp } from '../../support/words';
import type { Io } from '../io';
import { whyUnwritable } from '../output/reportFile';
import { type ContractFlags, findContract } from '../settings/contractSource';
import { schemesOf } from '../settings/credentials';

/** One thing that the user fills in, in a section of the configuration. */
interface Place {
  readonly section: 'token' | 'credentials' | 'writes' | 'private' | 'params' | 'operations';
  /** The key that is searched for in a configuration, to see whether it has this place already. */
  readonly key: string;
  /** The lines below the section's name, without the `#` that makes them comments. */
  readonly lines: readonly string[];
}

const ABOUT: Readonly<Record<Place['section'], readonly string[]>> = {
  token: [
    'The bearer token, by the name of the variable that holds it; never the token itself. Or { command: ./login.sh }, which prints it.',
  ],
  credentials: [
    'Other credentials, each by the name of the variable that holds it, or with what it is fetched by: a command, a login, a flow.',
  ],
  writes: [
    'What a run may change besides what you hand over: `own` (as --writes own) lets it make what it asks about, and remove that',
    'again; `any` lets it change anything, where the target is a throw-away.',
  ],
  private: [
    'Things that nobody but their maker may see or change: a second credential (ESPALIER_OTHER_CREDENTIAL_NAME) shows whether that is so.',
  ],
  params: ['Things that exist. What an operation deletes or changes is used up: give it something that may be.'],
  operations: [
    'Operations that may change anything. Nothing is sent to them until you give a body that may be sent, or consent with',
    '`writes`, above.',
  ],
};

/**
 * Writes a configuration with a place for each thing that the contract needs. If the file exists already, this adds the places that are
 * missing and changes nothing else.
 * @returns exit code 0.
 * @throws UsageError if the file cannot be read or written, ContractError
 */
export async function initCommand(
  given: string | undefined,
  flags: ContractFlags & { readonly config: string },
  io: Io,
): Promise<number> {
  const { config, ...others } = flags;
  const before = existsSync(config) ? read(config) : undefined;
  const named = await findContract(given, before === undefined ? others : flags, io);
  const contract = await readContract(named, flags.overlay);
  const known = knownBy(given, config, contract);
  const added = placesOf(contract).filter(({ key }) => before === undefined || !mentions(before, key));
  const text = added.reduce(insert, withKnown(before ?? head(contract, known), known));
  if (text !== before) write(config, text);
  const what =
    added.length === 0 ? 'has a place for all that the contract needs' : `${count(added.length, 'place')} added`;
  io.stdout.write(
    `${config}: ${what}.\n${added.map(({ section, key }) => `  ${section === key ? key : `${section}: ${key}`}\n`).join('')}`,
  );
  const url = mentions(text, 'target', '') ? '' : ' http://localhost:8080';
  const where = config === 'espalier.yaml' ? '' : ` --config ${config}`;
  io.stdout.write(`Fill in what you have, and run: espalier verify${url}${where}\n`);
  return 0;
}

/** What the command line says of the service, so that nobody has to say it again. */
interface Known {
  readonly contract?: string;
  readonly target?: string;
}

/** @param given the contract, as the user wrote it. @param config the file of the configuration, from whose folder a contract is found. */
function knownBy(given: string | undefined, config: string, contract: Contract): Known {
  if (given === undefined) return {};
  if (isUrl(given)) {
    const { origin, username, password, searchParams } = new URL(given);
    // A file that is kept beside the code holds no credential.
    const isSecret = username !== '' || password !== '' || [...searchParams.keys()].some(mayBeSecret);
    return { ...(isSecret ? {} : { contract: given }), target: origin + basePathBeside(new URL(given), contract) };
  }
  return { contract: relative(dirname(resolve(config)), resolve(given)).replaceAll('\\', '/') };
}

/**
 * Returns the base path of the service that shows its own contract: that of the first declared server which is relative, and so beside the contract
 * (OpenAPI 3.1 §4.8.5), or has its host; empty where no server is at that host.
 */
function basePathBeside(at: URL, { operations: [first] }: Contract): string {
  const servers = (first?.servers ?? []).flatMap((url) => (URL.canParse(url, at.href) ? new URL(url, at.href) : []));
  return servers.find(({ host }) => host === at.host)?.pathname.replace(/\/+$/, '') ?? '';
}

/** Writes what is known above all else, unless the configuration says it already. */
function withKnown(text: string, known: Known): string {
  const missing = Object.entries(known).filter(([key]) => !mentions(text, key, ''));
  if (missing.length === 0) return text;
  const lines = missing.map(([key, value]) => `${key}: ${scalar(value)}\n`).join('');
  const [comment = ''] = /^((#.*|---)\n)*\n?/.exec(text) ?? [];
  return `${comment}${lines}${text.slice(comment.length)}`;
}

function head({ title, version, file }: Contract, { target }: Known): string {
  return [
    `# How to verify ${`${title} ${version}`.replace(/[\r\n]+/g, ' ')} (${file}).`,
    '# Whatever is commented out is optional: what a run lacks, it says.',
    '',
    ...(target === undefined ? ['# target: http://localhost:8080'] : []),
    '# baseline: espalier.baseline.json # what is broken already, and is known: verify --baseline-update writes it',
    '',
  ].join('\n');
}

function placesOf(contract: Contract): Place[] {
  const { operations } = contract;
  const schemes = [...schemesOf(contract).values()];
  const bearer = schemes.some(({ http }) => http === 'bearer');
  return [
    ...(bearer ? [{ section: 'token', key: 'token', lines: ['{ env: ESPALIER_TOKEN }'] } as const] : []),
    ...schemes
      .filter(({ http, in: where }) => http !== 'bearer' && where !== 'connection' && where !== 'nowhere')
      .map(credentialPlace),
    ...(operations.some(({ safe }) => !safe) ? [{ section: 'writes', key: 'writes', lines: ['own'] } as const] : []),
    ...privatePlaces(contract),
    ...schemes.flatMap((scheme) => flowPlace(scheme) ?? []),
    ...paramPlaces(operations),
    ...operations.filter(isUnconfined).map(operationPlace),
  ];
}

function credentialPlace({ name, http, field, in: where }: SecurityScheme): Place {
  const how = http === undefined ? `${field}, in the ${where}` : http === 'basic' ? 'user:password' : `HTTP ${http}`;
  return {
    section: 'credentials',
    key: name,
    lines: [`${scalar(name)}: { env: ${credentialVariable(name)} } # ${how}`],
  };
}

/** Makes a place for things that a run can make, and that a credential is wanted for. */
function privatePlaces({ operations }: Contract): Place[] {
  const guarded = kindsOf(operations).all.flatMap(({ reader }) =>
    reader && isGuarded(reader.security) ? [reader] : [],
  );
  const [first] = guarded;
  return first ? [{ section: 'private', key: 'private', lines: [`[${JSON.stringify(first.path)}]`] }] : [];
}

/** Makes a place for a scheme whose tokens a run can fetch at the token endpoint: that of a client, else that of a user. */
function flowPlace({ name, issuer }: SecurityScheme): Place | undefined {
  const { flows = [], discoveryUrl } = issuer ?? {};
  const flow =
    flows.find((each) => each.name === 'clientCredentials') ?? flows.find((each) => each.name === 'password');
  const endpoint = flow?.tokenUrl ?? discoveryUrl;
  if (endpoint === undefined) return undefined;
  const variable = credentialVariable(name);
  const client = `clientId: { env: ${variable}_ID }, clientSecret: { env: ${variable}_SECRET }`;
  const user = `username: { env: ${variable}_USER }, password: { env: ${variable}_PASSWORD }`;
  const members = flow?.name === 'password' ? `${client}, ${user}` : client;
  const where = printable(endpoint).replace(/\s+/g, ' ');
  return {
    section: 'credentials',
    key: name,
    lines: [`${scalar(name)}: { ${members} } # in place of the token: fetched from ${where}`],
  };
}

/** Makes a place for each kind of thing that is named in a path, unless the contract itself lists the names (`enum`, `const`). */
function paramPlaces(operations: readonly Operation[]): Place[] {
  const named = operations.flatMap((operation) =>
    pathParameters(operation)
      .filter(({ schema }) => !hasFewNames(schema))
      .map(({ name }) => ({ operation, key: templateUpTo(operation.path, name) })),
  );
  return [...groupBy(named, ({ key }) => withoutNames(key)).values()].map((group) => {
    const [{ key }] = group;
    const unsafe = group.filter(({ operation }) => !operation.safe).length;
    const used = unsafe === 0 ? '' : `, of which ${unsafe} may use it up`;
    return { section: 'params', key, lines: [`${scalar(key)}: [VALUE] # ${count(group.length, 'operation')}${used}`] };
  });
}

function hasFewNames(schema: Operation['parameters'][number]['schema']): boolean {
  const { keywords } = schema ?? { keywords: true };
  return typeof keywords === 'object' && ('enum' in keywords || 'const' in keywords);
}

/** Tells whether an operation may change anything: nothing in its path says which thing it changes. */
function isUnconfined(operation: Operation): boolean {
  return !operation.safe && operation.unsupported === undefined && pathParameters(operation).length === 0;
}

function operationPlace({ name, requestBody }: Operation): Place {
  const type = requestBody?.media[0]?.type;
  const body = type === undefined ? [] : [`  body: { $file: body.json } # ${type}; or the value itself`];
  return { section: 'operations', key: name, lines: [`${scalar(name)}:`, ...body, `  # or:  leave out: WHY`] };
}

/** Tells whether a configuration mentions a key, also in a comment. @param before what may stand before it, as a pattern. */
function mentions(text: string, key: string, before = '[#\\s]*'): boolean {
  return new RegExp(`^${before}["']?${escapeRegExp(key)}["']?\\s*:`, 'm').test(text);
}

/** Adds a place as a comment. It stands below the name of its section if the text has that section already. */
function insert(text: string, { section, key, lines }: Place): string {
  if (section === key) return `${text}\n${about(section)}# ${section}: ${lines.join(' ')}\n`;
  const comment = lines.map((line) => `#   ${line}\n`).join('');
  const heading = new RegExp(`^(# ?)?${section}:.*\\n?`, 'm').exec(text);
  if (!heading) return `${text}\n${about(section)}# ${section}:\n${comment}`;
  const end = heading.index + heading[0].length;
  const [before, after] = [text.slice(0, end), text.slice(end)];
  return `${before.endsWith('\n') ? before : `${before}\n`}${after.startsWith('#   ') ? ownLines(after, comment) : comment + after}`;
}

/** Puts a comment after the places that the section has already. */
function ownLines(after: string, comment: string): string {
  const [own = ''] = /^(# {3}.*\n)*/.exec(after) ?? [];
  return own + comment + after.slice(own.length);
}

function about(section: Place['section']): string {
  return ABOUT[section].map((line) => `# ${line}\n`).join('');
}

/** Writes a key so that YAML reads the same text back. */
function scalar(text: string): string {
  return /^([A-Za-z/.][\w ./{}-]*|https?:\/\/[\w.:/-]+)$/.test(text) ? text : JSON.stringify(text);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${whyUnwritable(error as NodeJS.ErrnoException)}.`);
  }
}
