import { suite } from '../../conformance/suite';
import { loadContract } from '../contract/load';
import { plan } from '../plan';
import { type VerifyOptions, verify } from '../verify';
import { secretsOf } from '../wire/secrets';
import { parseTarget, type Target, UsageError } from '../wire/target';
import { configurationFile, loadConfiguration } from './configuration';
import { contractFile } from './contractFile';
import type { Io } from './io';
import { listing } from './listing';
import { tlsOptions, toOptions, type VerifyFlags } from './options';
import { createProgress } from './progress';
import { provenanceOf } from './provenance';
import { parseReports, writeReports } from './reports';
import { setUpResources } from './setup';
import { reachTarget } from './startTarget';

/**
 * Verifies the target at `url`, else the one that the configuration names, else the mock; and writes the reports.
 * @returns the exit code of the outcome; 2 where a report could not be written.
 * @throws UsageError, ContractError
 */
export async function verifyCommand(url: string | undefined, flags: VerifyFlags, io: Io): Promise<number> {
  // Whatever the user wrote is looked at before anything is started or sent.
  const reports = parseReports(flags.report ?? []);
  for (const name of ['start', 'setup'] as const) {
    if (flags[name]?.trim() === '') {
      throw new UsageError(`--${name} is empty; is the variable that should hold it set?`);
    }
  }
  if (flags.setup !== undefined && (flags.param ?? []).length > 0) {
    throw new UsageError('--setup and --param both say what may be used up; leave one of them out.');
  }
  const tls = tlsOptions(flags);
  const given = url === undefined ? undefined : parseTarget(url, tls);
  const file = contractFile(flags.contract);
  const contract = await loadContract(file);
  const configuration = loadConfiguration(configurationFile(flags.config, file), {
    rules: suite.rules.map(({ id }) => id),
    operations: contract.operations.map(({ name }) => name),
  });
  const target = given ?? (configuration.target === undefined ? undefined : parseTarget(configuration.target, tls));
  const options = toOptions(flags, configuration, io, target === undefined);
  const planned = plan(contract, suite, options);
  if (flags.list) {
    io.stdout.write(listing(planned));
    return 0;
  }
  const starting = { ...configuration, ...flags };
  if (!target) {
    if (starting.start === undefined && starting.wait === undefined) return onMock();
    throw new UsageError('Name the URL at which the target will answer: espalier verify URL --start COMMAND.');
  }
  const reached = await reachTarget(target, starting, io, secretsOf(options).redact);
  try {
    const exitCode = await onTarget(target);
    const died = exitCode === 0 ? undefined : await reached.died();
    if (died !== undefined) io.stderr.write(`${died}\n`);
    return exitCode;
  } finally {
    await reached.close();
  }

  async function onTarget(at: Target): Promise<number> {
    const [command, option] = flags.setup === undefined ? [configuration.setup, '`setup`'] : [flags.setup, '--setup'];
    const needed = command !== undefined && Object.keys(options.params ?? {}).length === 0;
    const resources = needed
      ? await setUpResources(contract, {
          command,
          option,
          env: io.env,
          signal: io.signal,
          redact: secretsOf(options).redact,
        })
      : {};
    return run(at, { ...options, resources });
  }

  async function onMock(): Promise<number> {
    // Loaded only here: it costs more than all else together.
    const { startMock } = require('../../mocks/server') as typeof import('../../mocks/server');
    const mock = await startMock({ contract: file, port: 0 });
    try {
      return await run(parseTarget(mock.url), options);
    } finally {
      await mock.close();
    }
  }

  async function run(at: Target, all: Omit<VerifyOptions, 'target'>): Promise<number> {
    const report = await verify(contract, suite, {
      ...all,
      target: at,
      signal: io.signal,
      onEvent: createProgress(io),
    });
    const failures = await writeReports({ ...report, ...provenanceOf(io.env) }, reports, io);
    for (const failure of failures) io.stderr.write(`${failure}\n`);
    return failures.length > 0 ? 2 : report.exitCode;
  }
}
