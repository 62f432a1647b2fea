/** `espalier init --workflow FILE` writes workflows (Arazzo 1.0) that do what a run did with the things that it made. */

import { existsSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Contract } from '../../contract/contract';
import { isUrl } from '../../contract/document/download';
import { readContract } from '../../contract/load';
import { findOperation } from '../../recorded/findOperation';
import type { ExchangeReport, Report } from '../../report/report';
import type { Answered } from '../../resources/answered';
import { NO_INPUT } from '../../serialization/input';
import { UsageError } from '../../support/errors';
import { count } from '../../support/words';
import { readChain } from '../../workflows/chainsMade';
import { type ContractSource, workflowsText, writeWorkflows } from '../../workflows/writeWorkflows';
import type { Io } from '../io';
import { readLastReport } from '../output/lastReport';
import { readReport } from '../output/readReport';
import { writeReportFile } from '../output/reportFile';
import { type ContractFlags, findContract } from '../settings/contractSource';

interface InitWorkflowFlags extends ContractFlags {
  /** Where the document is written. */
  readonly workflow: string;
  /** The JSON report of a run; default: that of the last run in this folder. */
  readonly report?: string;
}

/**
 * @returns exit code 0.
 * @throws UsageError if the report shows nothing that was made and then used, or the file exists already; ContractError.
 */
export async function initWorkflowCommand(
  given: string | undefined,
  flags: InitWorkflowFlags,
  io: Io,
): Promise<number> {
  const { workflow: file } = flags;
  if (existsSync(file)) throw new UsageError(`${file} is there already; name another file, or remove it.`);
  const report = flags.report === undefined ? readLastReport(io.env) : readReport(flags.report);
  const where = flags.report ?? 'the report of the last run here';
  const named = given ?? (existsSync(report.contract.file) ? report.contract.file : undefined);
  const path = await findContract(named, flags, io);
  const contract = await readContract(path, flags.overlay);
  const { origin } = new URL(report.target.split(', ')[0] ?? '', 'http://target');
  const chains = chainsIn(report, contract).map((chain) => readChain(chain, contract.operations, origin));
  const source = sourceOf(contract, isUrl(named ?? '') ? named : undefined, path, file);
  const written = writeWorkflows(chains, source);
  const { workflows, left } = written;
  const skipped = left.map((each) => `Left out: ${each}.\n`).join('');
  if (workflows.length === 0) {
    io.stderr.write(skipped);
    throw new UsageError(
      `In ${where} nothing was made and then asked about, so there is no workflow to write; run espalier verify with --writes own or --writes any first.`,
    );
  }
  const run = (url: string) =>
    `espalier verify ${url}${named === undefined ? '' : ` --contract ${named}`} --writes any --workflow ${file}`;
  await writeReportFile(file, workflowsText(written, source, run('URL')));
  const steps = workflows.reduce((sum, each) => sum + each.steps.length, 0);
  io.stdout.write(`${file}: ${count(workflows.length, 'workflow')} of ${count(steps, 'step')}.\n`);
  for (const { workflowId, summary } of workflows) io.stdout.write(`  ${workflowId}: ${summary}\n`);
  io.stderr.write(skipped);
  io.stdout.write(`Read them, and run: ${run(report.target)}\n`);
  return 0;
}

/** Returns the chains of requests that a report tells of, as far as the contract has their operations. */
function chainsIn({ chains = [], exchanges }: Report, { operations }: Contract): Answered[][] {
  const byIndex = new Map(exchanges.map((each) => [each.index, each]));
  const names = new Set(operations.map(({ name }) => name));
  return chains.map((indices) =>
    indices.flatMap((index) => {
      const exchange = byIndex.get(index);
      return exchange && names.has(exchange.operation) ? [answeredOf(exchange, operations)] : [];
    }),
  );
}

function answeredOf(
  { operation: named, request, response }: ExchangeReport,
  operations: Contract['operations'],
): Answered {
  const { method, url, headers, body } = request;
  const { operation, values = {} } = findOperation(operations, { named, method, url, requestHeaders: headers });
  const { pathname, search } = new URL(url);
  return {
    case: { request: { operation, values, input: NO_INPUT } },
    request: { method, path: pathname + search, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) },
    response: response && {
      httpVersion: response.httpVersion,
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
      interim: [],
      afterHead: Buffer.alloc(0),
      body: Buffer.from(response.body),
    },
  };
}

/** @param url the contract's, where it has one. @param path its file. @param file that of the workflows. */
function sourceOf(contract: Contract, url: string | undefined, path: string, file: string): ContractSource {
  const way = relative(dirname(resolve(file)), resolve(path))
    .split(sep)
    .join('/');
  const name = basename(url === undefined ? path : new URL(url).pathname).replace(/\.[^.]*$/, '');
  return {
    name: name.replace(/[^\w-]+/g, '-') || 'contract',
    url: url ?? way,
    title: contract.title || contract.file,
    operations: contract.operations,
  };
}
