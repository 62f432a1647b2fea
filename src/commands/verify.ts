import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite } from '../../conformance/suite';
import type { Contract } from '../contract/contract';
import { loadContract } from '../contract/load';
import { groupBy } from '../groupBy';
import { parseTarget, type Target, UsageError } from '../target/target';
import { type Planned, plan, type VerifyOptions, verify } from '../verify';
import { contractFile } from './contractFile';
import type { Io } from './io';
import { parseHeader, parseParams, splitParams } from './params';
import { createProgress } from './progress';
import { parseReport, writeReports } from './reports';

/** The options of `espalier verify` as they are written on the command line. */
export interface VerifyFlags {
  readonly contract?: string;
  readonly token?: string;
  readonly param?: readonly string[];
  readonly header?: readonly string[];
  readonly strict?: boolean;
  readonly timeout?: number;
  readonly concurrency?: number;
  readonly report?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly list?: boolean;
  readonly insecure?: boolean;
  readonly ca?: string;
}

/**
 * Verifies the target at `url`, or the mock where there is none, and writes the reports.
 * @returns the exit code of the outcome; 2 where a report could not be written.
 * @throws UsageError, ContractError
 */
export async function verifyCommand(url: string | undefined, flags: VerifyFlags, io: Io): Promise<number> {
  // Whatever the user wrote is looked at before anything is started or sent.
  const reports = (flags.report ?? []).map(parseReport);
  const given = url === undefined ? undefined : parseTarget(url, tlsOptions(flags));
  const file = contractFile(flags.contract);
  const options = toOptions(flags, io, given === undefined);
  const contract = await loadContract(file);
  if (flags.list) {
    io.stdout.write(listing(plan(contract, suite, options)));
    return 0;
  }
  if (given) return run(contract, { ...options, target: given });
  plan(contract, suite, options);
  // Loaded only here: it costs more than all else together.
  const { startMock } = require('../../mocks/server') as typeof import('../../mocks/server');
  const mock = await startMock({ contract: file, port: 0 });
  try {
    return await run(contract, { ...options, target: parseTarget(mock.url) });
  } finally {
    await mock.close();
  }

  async function run(loaded: Contract, all: VerifyOptions): Promise<number> {
    const report = await verify(loaded, suite, { ...all, onEvent: createProgress(io), signal: io.signal });
    const failures = await writeReports(report, reports, io);
    for (const failure of failures) io.stderr.write(`${failure}\n`);
    return failures.length > 0 ? 2 : report.exitCode;
  }
}

function toOptions(flags: VerifyFlags, io: Io, onMock: boolean): Omit<VerifyOptions, 'target'> & { target?: Target } {
  const token = flags.token ?? io.env['ESPALIER_TOKEN'];
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError(
      'The token holds a character that no header field may hold, such as a space or a line end; hand over the token alone.',
    );
  }
  const pairs = flags.param ?? splitParams(io.env['ESPALIER_PARAMS']);
  return {
    // The mock takes any token.
    token: token ?? (onMock ? randomBytes(16).toString('hex') : undefined),
    params: parseParams(pairs),
    headers: (flags.header ?? []).map(parseHeader),
    strict: flags.strict ?? false,
    limits: flags.timeout === undefined ? {} : { timeoutMs: flags.timeout },
    ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    everythingExists: onMock,
  };
}

function tlsOptions({ insecure, ca }: VerifyFlags): NonNullable<Target['tls']> {
  return {
    ...(insecure ? { rejectUnauthorized: false } : {}),
    ...(ca === undefined ? {} : { ca: readAuthorities(ca) }),
  };
}

function readAuthorities(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    throw new UsageError(`The certificate authority ${file} cannot be read: ${(error as Error).message}`);
  }
  throw new UsageError(`The file ${file} holds no certificate in PEM ("-----BEGIN CERTIFICATE-----").`);
}

/** What a run would ask and require; nothing is sent for it. */
function listing({ requirements, cases, missing }: Planned): string {
  const wanted = [...missing].flatMap(([operation, probes]) =>
    [...new Set([...probes.values()].flat())].map((each) => `  ${operation.name}: ${each}`),
  );
  return [
    'Requirements',
    ...requirements.map(({ id, rule }) => `  ${id}\n      ${rule.statement}`),
    '',
    'Planned cases, in the order of sending on each resource',
    ...[...groupBy(cases, ({ resource }) => resource)].flatMap(([resource, group]) => [
      `  ${resource}`,
      ...group.map(
        ({ probe, name, operation, values }) =>
          `    ${probe}: ${name} (${operation.method} ${Object.values(values).join(', ')})`,
      ),
    ]),
    ...(wanted.length === 0 ? [] : ['', 'To hand over for the rest', ...wanted]),
    '',
  ].join('\n');
}
