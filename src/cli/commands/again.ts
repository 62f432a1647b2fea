/** `espalier again ID` sends the exchange of a finding anew, and says whether it is still so. */

import { existsSync } from 'node:fs';
import { rules } from '../../../conformance/rules';
import { type Contract, type Operation, pathParameters } from '../../contract/contract';
import { readContract } from '../../contract/load';
import type { Rule } from '../../engine/model/rule';
import type { ConsentSettings, CredentialSettings } from '../../engine/model/settings';
import { readHandedOver } from '../../engine/plan/handedOver';
import { secretsOfRun } from '../../engine/plan/handedOverSecrets';
import { withAdditions, withoutAdditions } from '../../engine/request/hooking';
import { whileSetUp, withSetUp } from '../../extend/aroundRun';
import type { Request } from '../../http/message';
import { SAFE_METHODS } from '../../http/methods';
import { isNotFound } from '../../http/statuses';
import { findOperation } from '../../recorded/findOperation';
import { judgeAgain, type SentAgain } from '../../recorded/judgeAgain';
import { printable } from '../../redaction/printable';
import { variableOf } from '../../redaction/redact';
import { findingId } from '../../report/findingIds';
import {
  type ExchangeReport,
  type Finding,
  type Report,
  type RequirementReport,
  requirementName,
} from '../../report/report';
import { variablesOf } from '../../report/reporters/wording';
import { UsageError } from '../../support/errors';
import { didYouMean } from '../../support/words';
import { type Limits, type Outcome, send } from '../../wire/send';
import { isLoopback, parseTarget, type Target } from '../../wire/target';
import type { Io } from '../io';
import { readLogins } from '../login/logins';
import { readLastReport } from '../output/lastReport';
import { readReport } from '../output/readReport';
import { loadConfiguration } from '../settings/configuration';
import { findSources } from '../settings/contractSource';
import { type LoadedExtensions, loadExtensions } from '../settings/extensionFiles';
import { tlsOptions, toSettings, type VerifyFlags } from '../settings/options';
import { withCredentials } from '../settings/shownCredentials';
import { vocabularyOf } from '../settings/vocabulary';

/** `report` is the JSON report that has the finding. */
type AgainFlags = Omit<VerifyFlags, 'report'> & { readonly report?: string };

/** A finding with all that is needed to send its exchange again. */
interface Shown {
  readonly id: string;
  readonly requirement: RequirementReport;
  readonly finding: Finding;
  readonly exchange: ExchangeReport;
}

/**
 * @param id the short id of a finding.
 * @param url the base URL of the service. Default: that of the report.
 * @returns 1 if it is still so, 0 if it is not, 2 if that could not be found out.
 * @throws UsageError, ContractError
 */
export async function againCommand(id: string, url: string | undefined, flags: AgainFlags, io: Io): Promise<number> {
  const report = flags.report === undefined ? readLastReport(io.env) : readReport(flags.report);
  const shown = findIn(report, id.toLowerCase(), flags.report ?? 'the report of the last run here');
  refuseSeveral(shown);
  const { report: _, ...others } = flags;
  const given = flags.contract ?? (existsSync(report.contract.file) ? report.contract.file : undefined);
  const { file, found } = await findSources(given, flags, io);
  const contract = await readContract(file);
  const extended = loadExtensions(found, flags);
  const configuration = loadConfiguration(found, vocabularyOf(contract, extended));
  const target = targetOf(url, configuration.settings.target, report, flags);
  const sources = { flags: others, configuration, env: io.env, contract };
  const { settings, logins } = readLogins(sources, toSettings(sources, false));
  const operation = operationOf(contract, shown.exchange);
  const warn = (sentence: string) => io.stderr.write(`${sentence}\n`);
  return whileSetUp(extended.runs, target, { signal: io.signal, warn }, async (setUp) => {
    const own = setUp ? withSetUp(settings, setUp) : settings;
    const known = secretsOfRun(contract, logins.hidden(own));
    const { credentials, consent, pace } = await logins.begin(target, own, io, known.sentence);
    const plain = requestOf(shown, report, target, credentials, io.env);
    refuseUnsafe(operation, plain, shown.exchange, contract, consent);
    const request = await hooked(plain, shown.exchange, operation, { ...extended, target, limits: pace.limits });
    const outcome = await send(request, target, pace.limits, io.signal);
    const sent: SentAgain = { before: shown.exchange, request, outcome };
    const { exitCode, text } = toldOf(contract, [...rules, ...extended.rules], shown, sent);
    io.stdout.write(`${printable(known.sentence(text))}\n`);
    return exitCode;
  });
}

/** @param where names the report. */
function findIn(report: Report, id: string, where: string): Shown {
  const all = report.requirements.flatMap((requirement) =>
    requirement.findings.map((finding) => ({ requirement, finding, id: findingId(requirement, finding) })),
  );
  const found = all.filter((each) => each.id === id);
  const ids = all.map((each) => each.id);
  if (found.length === 0)
    throw new UsageError(`There is no finding ${printable(id)} in ${where}.${didYouMean(id, ids, (meant) => meant)}`);
  for (const each of found) {
    const exchange = report.exchanges.find(({ index }) => index === each.finding.exchange);
    if (exchange) return { ...each, exchange };
  }
  throw new UsageError(`The exchange that shows ${id} is not in ${where}; verify once more.`);
}

/** What only several exchanges together show cannot be shown by one. */
function refuseSeveral({ id, requirement, finding }: Shown): void {
  if (finding.after !== undefined) throw new UsageError(severalOf(id, requirement));
}

function severalOf(id: string, { operation, rule }: RequirementReport): string {
  return `It takes several exchanges to show ${id}; this asks for it anew: espalier verify … --operation '${operation}' --only ${rule}`;
}

/** A report that somebody else made must not choose who is sent the credentials. */
function targetOf(url: string | undefined, configured: string | undefined, report: Report, flags: AgainFlags): Target {
  const { report: _, ...rest } = flags;
  const tls = tlsOptions(rest);
  const chosen = url ?? configured;
  if (chosen !== undefined) return parseTarget(chosen, tls);
  const [first = ''] = report.target.split(', ');
  const target = parseTarget(first, tls);
  if (flags.report === undefined || isLoopback(target)) return target;
  throw new UsageError(
    `The report is of ${printable(first)}; confirm that by naming it: espalier again ID ${printable(first)}`,
  );
}

/** Makes the request that a report shows, without what hooks have added to it. What is secret comes from what was handed over. */
function requestOf(
  { exchange }: Shown,
  report: Report,
  { basePath }: Target,
  handedOver: CredentialSettings,
  env: Io['env'],
): Request {
  const { hooked: added = { headers: [], query: [] }, request: shown } = exchange;
  const { origin } = new URL(shown.url);
  const own = withoutAdditions(
    { method: shown.method, path: shown.url.slice(origin.length), headers: shown.headers },
    added,
  );
  const made = new Set([...added.headers, ...added.query].map((name) => variableOf(name).slice(1)));
  const needed = variablesOf([exchange]).filter((name) => !made.has(name));
  const restore = withCredentials(needed, handedOver, env);
  const { body } = shown;
  const { method, headers } = own;
  const bytes = body === undefined ? undefined : Buffer.from(restore(body));
  const declared = headers.find(([name]) => /^content-length$/i.test(name))?.[1];
  const wasRestored = body !== undefined && restore(body) !== body;
  if (bytes && declared !== undefined && Number(declared) !== bytes.length && !wasRestored)
    throw new UsageError(
      'The report does not show the whole body of this request, so it cannot be sent again; verify once more.',
    );
  const path = restore(own.path);
  const before = report.target.startsWith(origin) ? report.target.slice(origin.length) : '';
  const located = path.startsWith(before) ? basePath + path.slice(before.length) : path;
  return {
    method,
    path: located === '' ? '/' : located,
    headers: headers
      .filter(([name]) => !/^(host|connection)$/i.test(name))
      .map(([name, value]) => [name, /^content-length$/i.test(name) ? String(bytes?.length ?? 0) : restore(value)]),
    ...(bytes ? { body: bytes } : {}),
  };
}

function operationOf({ operations }: Contract, { operation }: ExchangeReport): Operation {
  const found = operations.find(({ name }) => name === operation);
  if (found) return found;
  throw new UsageError(
    `The contract has no operation ${printable(operation)} any more, so this finding says nothing now.`,
  );
}

/**
 * Lets the hooks add to a request that had added to it before.
 * @throws UsageError if one of them is not loaded, or fails.
 */
async function hooked(
  plain: Request,
  { hooked: before }: ExchangeReport,
  operation: Operation,
  { hooks, target, limits }: Pick<LoadedExtensions, 'hooks'> & { readonly target: Target; readonly limits: Limits },
): Promise<Request> {
  if (!before) return plain;
  const missing = before.by.find((name) => !hooks.some((each) => each.name === name));
  if (missing !== undefined)
    throw new UsageError(
      `The hook ${printable(missing)} had added to this request, and is not loaded; name its file as \`extend\` in espalier.yaml.`,
    );
  const own = hooks.filter(({ name }) => before.by.includes(name));
  return (await withAdditions(plain, own, { operation }, target, limits.timeoutMs)).request;
}

/** An unsafe request goes only to what was handed over, to what names nothing, or where the user consents to all. */
function refuseUnsafe(
  operation: Operation,
  { method, path }: Request,
  { probe }: ExchangeReport,
  contract: Contract,
  { params, operations, writes }: ConsentSettings,
): void {
  if (writes === 'any' || (SAFE_METHODS.has(method) && operation.safe)) return;
  const names = pathParameters(operation).map(({ name }) => name);
  const { values } = findOperation([operation], { named: operation.name, method: operation.method, url: path });
  const handedOver = readHandedOver(contract.operations, params, (name) => operations[name]?.params);
  const isHandedOver = (name: string) => handedOver.one(operation, name).includes(values?.[name] ?? '');
  if (names.length > 0 && (probe === 'unknown' || names.every(isHandedOver))) return;
  const how = names.length === 0 ? '' : `, or --param ${names[0]}=VALUE if what it names may be used up`;
  throw new UsageError(
    `${method} ${operation.path} may change what is somebody else's, so it is not sent again. Consent with --writes any${how}.`,
  );
}

function toldOf(
  contract: Contract,
  all: readonly Rule[],
  { id, requirement, finding, exchange }: Shown,
  sent: SentAgain,
): { readonly exitCode: number; readonly text: string } {
  const { response, error } = sent.outcome;
  const answered = answerOf(sent.outcome);
  const lines = [
    `${id}  ${requirementName(requirement)} at ${requirement.operation}: ${finding.message}`,
    `  sent     ${sent.request.method} ${sent.request.path}`,
    `  before   ${exchange.response ? `${exchange.response.status} ${exchange.response.statusText}`.trim() : 'no answer'}`,
    `  now      ${answered}`,
  ];
  const told = (exitCode: number, end: string) => ({ exitCode, text: [...lines, end].join('\n') });
  // The line before says why.
  if (error?.kind === 'unreachable') return told(2, 'Could not find out: the service cannot be reached.');
  if (error?.kind === 'interrupted') return told(2, 'Could not find out: it was interrupted.');
  const wasThere = exchange.response && !isNotFound(exchange.response.status);
  if (response && isNotFound(response.status) && wasThere && pathParameters(operationOf(contract, exchange)).length > 0)
    return told(
      2,
      'Could not find out: what the request names does not exist any more. A run removes what it made; verify once more.',
    );
  const judged = judgeAgain(contract, all, { requirement, finding, id }, sent);
  switch (judged.is) {
    case 'same':
      return told(1, `Still so: expected ${judged.finding?.expected}, actual ${judged.finding?.actual}`);
    case 'another':
      return told(1, `Still broken, in another way: ${judged.finding?.message} (actual ${judged.finding?.actual})`);
    case 'kept':
      return told(0, 'No more: this exchange keeps the requirement now.');
    case 'emptied':
      return told(
        2,
        'Could not find out: the list that had what is wrong is empty now. A run removes what it made; verify once more.',
      );
    case 'untold':
      return told(2, `Could not find out by this exchange alone. ${severalOf(id, requirement)}`);
    default:
      return judged.is satisfies never;
  }
}

function answerOf({ response, error }: Outcome): string {
  if (response) return `${response.status} ${response.statusText}`.trim();
  return error ? `the target ${error.message}` : 'no answer';
}
