/** The result of a comparison of two contracts as a value, with what was waived. */

import type { Contract } from '../../../contract/contract';
import type { Waiver, WaiverReport } from '../../../report/report';
import { whyWaiversFail } from '../../../report/waivers';
import { type ChangeLevel, LEVELS, usualLevel } from '../../diff/breaks';
import type { BreakCause, Comparison } from '../../diff/compareContracts';

/** A cause with what is known of it besides. */
export interface ToldBreak extends BreakCause {
  readonly level: ChangeLevel;
  /** Whether it makes the comparison fail. */
  readonly fails: boolean;
  /** The reason for which it is let pass for now. */
  readonly waived?: string;
  /** What a running service answered to the request of a client of the old contract. */
  readonly answered?: string;
}

export interface DiffReport extends Omit<Comparison, 'causes'> {
  readonly before: Pick<Contract, 'title' | 'version' | 'file'>;
  readonly now: Pick<Contract, 'title' | 'version' | 'file'>;
  readonly seed: number;
  readonly breaks: readonly ToldBreak[];
  readonly waivers: readonly WaiverReport[];
  /** The base URL of the service that was asked. */
  readonly against?: string;
  /** Why it fails; undefined if it does not. */
  readonly reason: string | undefined;
  readonly exitCode: 0 | 1;
}

interface DiffReportParts {
  readonly before: Contract;
  readonly now: Contract;
  readonly comparison: Comparison;
  readonly seed: number;
  readonly waivers: readonly Waiver[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether what changed and is not proven fails, too. */
  readonly strict: boolean;
  /** The least level that fails. */
  readonly failOn: ChangeLevel;
  /** The levels of kinds that have not their usual one. */
  readonly levels: Readonly<Record<string, ChangeLevel>>;
  /** What a running service answered, by the cause. */
  readonly answers?: ReadonlyMap<BreakCause, string>;
  readonly against?: string;
}

export function makeDiffReport(parts: DiffReportParts): DiffReport {
  const { before, now, comparison, seed, waivers, today, strict, failOn, levels, answers, against } = parts;
  const { causes, ...rest } = comparison;
  const inForce = waivers.filter(({ until }) => until === undefined || until >= today);
  const failing = LEVELS.slice(0, LEVELS.indexOf(failOn) + 1);
  const used = new Set<Waiver>();
  const breaks = causes.flatMap((cause): ToldBreak[] => {
    const answered = answers?.get(cause);
    const { kind } = cause.first;
    const level = levels[kind] ?? usualLevel(kind);
    const told = { level, fails: failing.includes(level), ...(answered === undefined ? {} : { answered }) };
    const waived = new Map<string, typeof cause.breaks>();
    const left = cause.breaks.filter((each) => {
      const waiver = inForce.find(
        ({ rule, operation = each.operation }) => rule === each.kind && operation === each.operation,
      );
      if (!waiver) return true;
      used.add(waiver);
      waived.set(waiver.reason, [...(waived.get(waiver.reason) ?? []), each]);
      return false;
    });
    return [
      ...[left].flatMap(([first, ...more]) => (first ? [{ first, breaks: [first, ...more], ...told }] : [])),
      ...[...waived].flatMap(([reason, [first, ...more]]) =>
        first ? [{ first, breaks: [first, ...more], waived: reason, ...told, fails: false }] : [],
      ),
    ];
  });
  const waiverReports = waivers.map(
    (waiver): WaiverReport => ({
      ...waiver,
      state: used.has(waiver) ? 'applied' : inForce.includes(waiver) ? 'unused' : 'expired',
    }),
  );
  const unproven = strict && rest.unproven.length > 0 ? 'parts changed, and no value shows what that means' : undefined;
  const left = strict && rest.notCompared.length > 0 ? 'parts were not compared' : undefined;
  const broken = breaks.some(({ level, fails }) => fails && level === 'break') ? 'clients break' : undefined;
  const changed = breaks.some(({ fails }) => fails) ? CHANGED : undefined;
  const reason = broken ?? changed ?? whyWaiversFail(waiverReports) ?? unproven ?? left;
  return {
    ...rest,
    before: named(before),
    now: named(now),
    seed,
    breaks,
    waivers: waiverReports,
    ...(against === undefined ? {} : { against }),
    reason,
    exitCode: reason === undefined ? 0 : 1,
  };
}

const CHANGED = 'something changed that may matter (--fail-on)';

function named({ title, version, file }: Contract): DiffReport['before'] {
  return { title, version, file };
}
