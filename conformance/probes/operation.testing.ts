/**
 * Tables for the tests of probes: operations of a contract, what was handed over, and what is planned of them.
 * Cases are read here and nowhere else in these tests.
 */

import type { Contract, Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Probe } from '../../src/engine/model/probe';
import type { GivenSettings } from '../../src/engine/model/settings';
import { type CallbackUrl, plan } from '../../src/engine/plan/plan';
import { toRequest } from '../../src/engine/request/toRequest';
import { settingsOf } from '../../src/engine/settingsOf';
import { readOnce } from '../contracts.testing';
import { suite } from '../suite';

/** What is given of a run, and the URLs of ours for its callbacks. */
type GivenToPlan = GivenSettings & { readonly callbackUrl?: CallbackUrl };

/** What a probe plans of an operation. */
interface PlannedRow {
  /** What is special about it, as a sentence. */
  readonly when: string;
  /** The operation, as it is called: `DELETE /plants/{id}`. */
  readonly about: string;
  readonly given?: GivenToPlan;
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
    const planned = linesOfPlan(probe, await readOnce(source), about, given);
    expect(planned).toEqual({ asks, lacks, leftOut });
  });
}

/** @throws Error for an operation that the contract does not have. */
export function linesOfPlan(probe: Probe, contract: Contract, about: string, given: GivenToPlan) {
  const operation = contract.operations.find(({ name }) => name === about);
  if (!operation) throw new Error(`the contract has no ${about}`);
  const isChained = probe.name === 'state' || probe.name === 'stranger';
  const hasSteps = isChained || probe.name === 'pages';
  // A chain is about other operations of the same thing, too.
  const selection = isChained ? {} : { selection: ({ name }: Operation) => name === about };
  const { cases, missing, leftOut } = plan(
    contract,
    { ...suite, probes: [probe] },
    settingsOf({ seed: 1, ...selection, ...given }),
    given.callbackUrl,
  );
  const own = cases.filter(
    ({
      chain,
      claim,
      request: {
        operation: { name },
      },
    }) =>
      hasSteps ? chain?.step !== undefined : chain?.step === undefined && claim.probe === probe.name && name === about,
  );
  return {
    asks: own.map(lineOf),
    lacks: missing.get(operation)?.get(probe.name) ?? [],
    leftOut: leftOut.get(operation)?.reason,
  };
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

/** What nobody would choose: many digits, many hexadecimal ones, a tilde with two of them, and words such as "muselamivote". */
const BY_CHANCE = [
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /\d{10,}|(?=[a-f]*\d)[0-9a-f]{8,}/g,
  /(?<=~)[0-9a-f]{2}/g,
  /\b([bcdfghjklmnpqrstvwxyz][aeiou]){6}\b/g,
];

function withoutChance(text: string): string {
  return BY_CHANCE.reduce((shown, pattern) => shown.replace(pattern, '#'), text);
}
