/** Finds the changes that make a contract true to what reports show. */

import type { Contract } from '../contract/contract';
import { isSuccess } from '../http/statuses';
import type { Amendment, AmendmentKind, LeftAlone } from './amendment';
import { amendHeaders, amendMediaTypes, amendMethods, amendRequiredHeaders, amendStatuses } from './responseAmendments';
import { amendMembers, amendSchemas, type BodyBreach } from './schemaAmendments';
import {
  isOrdinary,
  mediaAnswered,
  type NamedReport,
  type Seen,
  type SeenAnswer,
  type SeenFinding,
  seenIn,
} from './seenAnswers';
import { Written } from './written';
import { wronglySentIn } from './wronglySent';

interface AmendOptions {
  /** Which kinds of changes are wanted. */
  readonly kinds: ReadonlySet<AmendmentKind>;
  /** Whether an operation is to be changed. */
  readonly isWanted: (operation: string) => boolean;
}

export interface Amends {
  readonly amendments: readonly Amendment[];
  readonly left: readonly LeftAlone[];
}

/** One change may let a further breach of the same body come to light, such as one in a member that was not declared. */
const MOST_ROUNDS = 6;

/**
 * Returns the changes, in the order in which they are to be made. Server errors, echoes of requests and what the contract forbids in requests
 * change nothing.
 * @param readAgain reads the contract with changes made to it.
 */
export async function amendmentsFor(
  reports: readonly NamedReport[],
  contract: Contract,
  options: AmendOptions,
  readAgain: (amendments: readonly Amendment[]) => Promise<Contract>,
): Promise<Amends> {
  const wanted = ({ kind, operation }: Amendment) => options.kinds.has(kind) && options.isWanted(operation);
  const amendments: Amendment[] = [];
  let left: readonly LeftAlone[] = [];
  let current = contract;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const seen = seenIn(reports, current);
    const isNew = (each: Amendment, at: number, all: readonly Amendment[]) =>
      wanted(each) && ![...amendments, ...all.slice(0, at)].some((earlier) => isSame(earlier, each));
    const bodies = bodyChanges(seen, current, round === 0);
    left = bodies.left.filter(({ operation }) => options.isWanted(operation));
    const ofBodies = bodies.amendments.filter(isNew);
    // What the contract has is made true first: it may describe what it does not declare yet, such as a further status.
    const added = ofBodies.length > 0 ? ofBodies : declarations(seen, current).filter(isNew);
    if (added.length === 0) break;
    const sound = await withoutMistakes(amendments, added, current, readAgain);
    amendments.push(...sound.amendments);
    left = [...left, ...sound.left];
    if (sound.amendments.length === 0) break;
    current = await readAgain(amendments);
  }
  return { amendments, left };
}

/** Returns the names of all members in the answers. */
function namesShown(answers: readonly SeenAnswer[]): ReadonlySet<string> {
  // What is cut, or no JSON, may show them all the same.
  const names = answers.flatMap(({ response }) => response.body.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g) ?? []);
  return new Set(names.map((name) => name.slice(1, -1)));
}

/** Two operations may show the same change, and two answers the same member with other values. */
function isSame(one: Amendment, other: Amendment): boolean {
  const ofKind = (edits: Amendment['edits']) =>
    JSON.stringify(other.kind === 'members' ? edits.map(({ file, tokens }) => [file, tokens]) : edits);
  return one.kind === other.kind && ofKind(one.edits) === ofKind(other.edits);
}

/** Changes of the schemas by which bodies are judged. */
function bodyChanges(seen: Seen, contract: Contract, isFirst: boolean): Amends {
  return amendSchemas(
    breachesIn(seen.findings, isFirst),
    contract,
    namesShown(seen.answers),
    wronglySentIn(seen.answers),
  );
}

/** Changes that declare what the contract says nothing of. */
function declarations(seen: Seen, contract: Contract): Amendment[] {
  const written = new Written(contract);
  const ordinary = seen.answers.filter((answer) => isSuccess(answer.response.status) && isOrdinary(answer));
  const withMedia = ordinary.flatMap((answer) => {
    const media = mediaAnswered(answer);
    return media && !isEcho(answer) ? [{ ...answer, media }] : [];
  });
  return [
    ...amendMethods(seen.answers, written),
    ...amendStatuses(seen.answers, written).map((each) => ({ ...each, findings: idsAbout(each, seen.findings) })),
    ...amendMediaTypes(seen.findings, written),
    ...amendRequiredHeaders(seen.findings, written),
    ...amendMembers(withMedia, contract, wronglySentIn(seen.answers)),
    ...amendHeaders(seen.answers, written),
  ];
}

/** Returns the ids of the findings that end when the status of an exchange is declared. */
function idsAbout({ shown }: Amendment, findings: readonly SeenFinding[]): string[] {
  return findings
    .filter(({ requirement: { rule } }) => rule === 'success-status' || rule === 'declared-status')
    .filter(({ answers }) =>
      answers.some(({ report, exchange }) => report === shown.report && exchange.index === shown.exchange),
    )
    .flatMap(({ finding: { id = [] } }) => id);
}

/** Whether a request carried something that its answer may only repeat. */
function isEcho({ exchange, operation }: SeenAnswer): boolean {
  return !operation.safe && exchange.request.body !== undefined;
}

/** Judges the bodies that break the contract as it is now. What a report shows only in part is judged as its finding says. */
function breachesIn(findings: readonly SeenFinding[], isFirst: boolean): BodyBreach[] {
  const judged = new Set<string>();
  return findings
    .filter(({ requirement, finding }) => requirement.rule === 'body-schema' && finding.level === 'must')
    .flatMap(({ finding, answers }) =>
      answers.flatMap((answer): BodyBreach[] => {
        const media = mediaAnswered(answer);
        const key = `${answer.report} ${answer.exchange.index}`;
        if (!media || (answer.json && judged.has(key))) return [];
        judged.add(key);
        if (answer.json)
          return (media.judge?.(answer.json) ?? []).map((breach) => ({ answer, media, breach, finding: finding.id }));
        const { places = [''], actual, names, clause } = finding;
        const breach = { path: places[0] ?? '', requirement: '', actual, clause, ...(names ? { names } : {}) };
        return isFirst ? [{ answer, media, breach, finding: finding.id }] : [];
      }),
    );
}

/** Leaves out changes that would make a mistake in the contract. */
async function withoutMistakes(
  before: readonly Amendment[],
  added: readonly Amendment[],
  contract: Contract,
  readAgain: (amendments: readonly Amendment[]) => Promise<Contract>,
): Promise<Amends> {
  const mistakesOf = (each: Contract) => each.check(false).mistakes.length;
  const allowed = mistakesOf(contract);
  if (mistakesOf(await readAgain([...before, ...added])) <= allowed) return { amendments: added, left: [] };
  const amendments: Amendment[] = [];
  const left: LeftAlone[] = [];
  for (const each of added) {
    const { operation, seen, shown } = each;
    const changed = await readAgain([...before, ...amendments, each]);
    if (mistakesOf(changed) <= allowed) amendments.push(each);
    else left.push({ operation, seen, shown, why: 'the change would make a mistake in the contract' });
  }
  return { amendments, left };
}
