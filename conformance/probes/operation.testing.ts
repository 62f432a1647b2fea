/**
 * Tables for the tests of probes: operations of a contract, what was handed over, and what is planned of them.
 * Cases are read here and nowhere else in these tests.
 */

import type { Case } from '../../src/engine/model/case';
import type { PlanOptions } from '../../src/engine/model/options';
import type { Probe } from '../../src/engine/model/probe';
import { plan } from '../../src/engine/plan/plan';
import { toRequest } from '../../src/engine/run/toRequest';
import { contractOf } from '../contracts.testing';
import { suite } from '../suite';

/** What a probe plans of an operation. */
export interface PlannedRow {
  /** What is special about it, as a sentence. */
  readonly when: string;
  /** The operation, as it is called: `DELETE /plants/{id}`. */
  readonly about: string;
  readonly given?: PlanOptions;
  /**
   * A line for each case, in its order: its name, what is sent, and the clause that it breaks. What chance made is shown as `#`, and what is
   * still to come as the name of its parameter in angle brackets: `id is letters: DELETE /plants/abc ✗ type: integer of id in the path`.
   */
  readonly asks: readonly string[];
  /** What would have to be handed over for more. */
  readonly lacks?: readonly string[];
  /** Why nothing at all is sent. */
  readonly leftOut?: string;
}

/** Makes a test of each row. @param source a file, or the contract itself. */
export function probeTable(probe: Probe, source: string | object, rows: readonly PlannedRow[]): void {
  test.each(rows)(`${probe.name}, $about: $when`, async ({ about, given = {}, asks, lacks = [], leftOut }) => {
    const contract = await contractOf(source);
    const operation = contract.operations.find(({ name }) => name === about);
    if (!operation) throw new Error(`the contract has no ${about}`);
    const planned = plan(contract, { ...suite, probes: [probe] }, { seed: 1, ...given });
    const own = planned.cases.filter((each) => each.claim.probe === probe.name && isAbout(each, about));
    expect({
      asks: own.map(lineOf),
      lacks: planned.missing.get(operation)?.get(probe.name) ?? [],
      leftOut: planned.leftOut.get(operation)?.reason,
    }).toEqual({ asks, lacks, leftOut });
  });
}

/** Whether a case is of an operation, or a step of a chain that begins with it. */
function isAbout({ request, chain }: Case, about: string): boolean {
  return chain?.step !== undefined || request.operation.name === about;
}

function lineOf(each: Case): string {
  const { name, violation } = each.claim;
  const step = each.chain?.step;
  const named = step === undefined ? name : `${step}, ${name}`;
  const broken = violation ? ` ✗ ${violation.clauseText} of ${violation.subject}` : '';
  return withoutChance(`${named}: ${sentBy(each)}`) + broken;
}

/** Header fields that every request has. */
const USUAL = /^(User-Agent|Content-Length|Accept)$/;

function sentBy(each: Case): string {
  const toCome = Object.keys(each.waitsFor?.needs ?? {}).map((name) => [name, `<${name}>`] as const);
  const values = { ...each.request.values, ...Object.fromEntries(toCome) };
  const { method, path, headers, body } = toRequest(
    { ...each, request: { ...each.request, values } },
    { basePath: '' },
    [],
  );
  const fields = headers.filter(([name, value]) => !USUAL.test(name) || (name === 'Accept' && value !== '*/*'));
  const texts = fields
    .filter(([name, value]) => name !== 'Content-Type' || value !== 'application/json')
    .map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${readable(path)}`, ...texts, ...(body ? [body.toString('utf8')] : [])].join(', ');
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Digits and hexadecimal digits that nobody would choose. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#')
    .replace(/-?\d{10,}|(?=[a-f]*\d)[0-9a-f]{8,}/g, '#');
}
