/** Defects that Espalier once had, or could get by a slip, each as changes of texts: worlds are to find them. */

export interface Defect {
  readonly name: string;
  readonly about: string;
  readonly changes: readonly TextChange[];
}

export interface TextChange {
  readonly file: string;
  /** A text that the file has once. */
  readonly from: string;
  readonly to: string;
}

export const defects: readonly Defect[] = [
  {
    name: 'gate-looks-at-nothing',
    about: 'What may change something is sent without a look at what is there.',
    changes: [
      {
        file: 'src/engine/ledger/gate.ts',
        from: 'async function whyWithheld(state: LedgerState, each: Case, signal?: AbortSignal): Promise<string | undefined> {',
        to: 'async function whyWithheld(state: LedgerState, each: Case, signal?: AbortSignal): Promise<string | undefined> { if (each) return undefined;',
      },
    ],
  },
  {
    name: 'copies-are-not-noted',
    about: 'What an action makes is neither removed nor listed.',
    changes: [
      {
        file: 'src/engine/ledger/madeBeside.ts',
        from: "if (!response || !isSuccess(response.status) || byOther || operation.method === 'DELETE') return;",
        to: "if (!response || !isSuccess(response.status) || byOther || operation.method !== 'HEAD') return;",
      },
      {
        file: 'src/engine/ledger/madeBeside.ts',
        from: 'if (!response || !isSuccess(response.status) || !isAction(state, each) || each.request.byOther) return;',
        to: 'if (!response || !isAction(state, each) || index >= 0) return;',
      },
      {
        file: 'src/engine/ledger/madeBeside.ts',
        from: 'if ([ownTexts, sentTexts, shownInVain, posted].every(({ size }) => size === 0)) return unnamed;',
        to: 'if ([ownTexts, sentTexts, shownInVain, posted].every(({ size }) => size >= 0)) return unnamed;',
      },
    ],
  },
  {
    name: 'names-of-the-seed',
    about: 'Names that are to be the own ones of a run are made from its seed.',
    changes: [
      {
        file: 'src/engine/plan/plan.ts',
        from: 'return salt ?? randomInt(10 * 36 ** 5, 36 ** 6).toString(36);',
        to: "return typeof salt === 'number' ? salt : randomInt(1).toString(36).padStart(6, 'a');",
      },
    ],
  },
  {
    name: 'no-time-to-settle',
    about: 'What shows only after a while is taken for lost.',
    changes: [
      {
        file: 'src/engine/run/asker.ts',
        from: 'const SETTLING_MS = [100, 200, 400, 800, 1600];',
        to: 'const SETTLING_MS: number[] = [];',
      },
    ],
  },
  {
    name: 'no-witness',
    about: 'What a thing shows later is laid at the door of any request between.',
    changes: [
      {
        file: 'conformance/judging/witness.ts',
        from: 'return isUntouchedByOthers(observed, context) && isSteady(names, after, context.chain);',
        to: 'return isSteady(names, after, context.chain) || isUntouchedByOthers(observed, context);',
      },
    ],
  },
  {
    name: 'lists-are-never-filtered',
    about: 'A list that a parameter chooses from is taken for all that there is.',
    changes: [
      {
        file: 'conformance/judging/listed.ts',
        from: 'return isFiltered || hasState(last, chain) ? undefined : false;',
        to: 'return isFiltered && hasState(last, chain) ? undefined : false;',
      },
    ],
  },
  {
    name: 'caches-are-fresh',
    about: 'An answer that may be that of a moment ago is judged as the present one.',
    changes: [
      {
        file: 'src/resources/answers/pages.ts',
        from: "if (fieldValues(response, 'age').some((age) => Number(age) > 0)) return true;",
        to: 'if (response.status > 0) return false;',
      },
    ],
  },
  {
    name: 'anything-listed-is-own',
    about: 'What a list shows with a text that was sent is taken for the own, whatever else it shows.',
    changes: [
      {
        file: 'src/engine/ledger/search.ts',
        from: `if (await mayBeOthers(state, unnamed, thing, ask)) return undefined;
  return (await isAsSent(state, unnamed, thing, listed, signal)) ? found(thing, { found: 'text' }) : undefined;`,
        to: `void mayBeOthers; void isAsSent; void signal;
  return found(thing, { found: 'text' });`,
      },
    ],
  },
  {
    name: 'promises-are-kept-at-once',
    about: 'What was accepted is judged as if it were there.',
    changes: [
      {
        file: 'conformance/rules/created-found.ts',
        from: 'if (status === 202) return judgeAccepted(exchange, read, context);',
        to: 'void judgeAccepted;',
      },
    ],
  },
];
