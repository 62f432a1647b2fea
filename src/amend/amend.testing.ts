/** Amends contracts by reports that tests make up. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from '../cli/tests/cli.testing';
import type { Contract } from '../contract/contract';
import { displayPath } from '../contract/document/files';
import { readContract } from '../contract/load';
import type { ExchangeReport, Finding, Report } from '../report/report';
import { amendmentsFor } from './amend';
import { AMENDMENT_KINDS, type Amendment } from './amendment';
import { editText } from './editText';
import { overlayText } from './toOverlay';

export interface MadeUpAnswer {
  readonly status?: number;
  readonly body?: unknown;
  /** The body of the request. */
  readonly sent?: string;
  readonly type?: string;
  readonly probe?: string;
  readonly operation?: string;
  /** The path that was asked for. Default: that of the operation. */
  readonly path?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly rule?: string;
  readonly finding?: Partial<Finding>;
}

/** Returns a report of exchanges, of which each shows the finding that is given with it. */
export function reportOf(answers: readonly MadeUpAnswer[]): Report {
  const exchanges = answers.map(({ operation = 'GET /beds', ...answer }, at): ExchangeReport => {
    const { status = 200, body = '', type = 'application/json', probe = 'valid', headers = [], sent } = answer;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const [method = '', template = ''] = operation.split(' ');
    const { path = template } = answer;
    return {
      index: at + 1,
      case: '',
      probe,
      operation,
      request: { method, url: `http://x${path}`, headers: [], ...(sent === undefined ? {} : { body: sent }) },
      response: {
        httpVersion: '1.1',
        status,
        statusText: '',
        headers: [...(text === '' ? [] : ([['Content-Type', type]] as const)), ...headers],
        body: text,
        bodyBytes: Buffer.byteLength(text),
      },
      error: null,
      raw: '',
      durationMs: 1,
      curl: '',
    };
  });
  const requirements = answers.flatMap(({ operation = 'GET /beds', rule, finding = {} }, at) =>
    rule === undefined
      ? []
      : [
          {
            id: '',
            rule,
            operation,
            clause: { pointer: '#', file: '', line: 1, column: 1 },
            findings: [findingAt(at + 1, finding)],
          },
        ],
  );
  return { exchanges, requirements } as unknown as Report;
}

function findingAt(exchange: number, finding: Partial<Finding>): Finding {
  return { message: '', expected: '', actual: '', level: 'must', exchange, exchanges: [exchange], ...finding };
}

/** The clause of a finding is one of the contract. */
function inFile({ finding }: MadeUpAnswer, file: string): Pick<MadeUpAnswer, 'finding'> {
  return finding?.clause ? { finding: { ...finding, clause: { ...finding.clause, file } } } : {};
}

export const brokenBody = (body: unknown): MadeUpAnswer => ({ body, rule: 'body-schema' });

/** Amends a contract by what a report shows. @param files the contract, or its files by their names; the first is the contract. */
export async function amendBy(files: string | Readonly<Record<string, string>>, answers: readonly MadeUpAnswer[]) {
  const all = typeof files === 'string' ? { 'openapi.yaml': files } : files;
  const folder = folderOf(all);
  const path = join(folder, Object.keys(all)[0] ?? '');
  const contract = await readContract(path);
  let drafts = 0;
  const draft = async (amendments: readonly Amendment[]): Promise<Contract> => {
    drafts++;
    // It names the files that it changes as seen from the contract's folder.
    writeFileSync(join(folder, 'draft.yaml'), overlayText(amendments, contract.parsed(), '', folder));
    return readContract(path, [join(folder, 'draft.yaml')]);
  };
  const options = { kinds: new Set(AMENDMENT_KINDS), isWanted: () => true };
  const report = reportOf(answers.map((answer) => ({ ...answer, ...inFile(answer, displayPath(path)) })));
  const amends = await amendmentsFor([{ name: 'report.json', report }], contract, options, draft);
  const edits = amends.amendments.flatMap(({ kind, edits: own }) =>
    own.map(({ tokens, change }) => [kind, tokens.slice(-2).join(' '), change] as const),
  );
  /** The files with the changes made in them. */
  const written = () =>
    Object.fromEntries(
      Object.entries(all).map(([name, text]) => {
        const own = amends.amendments.flatMap((each) => each.edits).filter(({ file }) => file === join(folder, name));
        return [name, editText(text, own)];
      }),
    );
  return { edits, left: amends.left.map(({ why }) => why), drafts, written, draft, amendments: amends.amendments };
}
