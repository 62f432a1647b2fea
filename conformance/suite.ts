import type { Operation } from '../src/contract/contract';
import type { Violable } from '../src/engine/model/planning';
import type { Known } from '../src/engine/model/probe';
import type { Suite } from '../src/engine/model/suite';
import { remembered } from '../src/support/caching';
import type { Parts } from '../src/support/letOthersRun';
import { askPlainly } from './chains/makeResources';
import { turned } from './chains/pageTurns';
import { answerCallback } from './inputs/answerCallback';
import { inputsOf, prepareInputs } from './inputs/inputs';
import { withOwnKey } from './inputs/ownKeys';
import { isShown } from './judging/isShown';
import { contentsOf, judgedSchema } from './judging/responseContents';
import { isAllowed } from './judging/strangers';
import { observe } from './observations';
import { probes } from './probes';
import { rules } from './rules';
import { foreignPlace } from './sparing/foreignPlaces';
import { partsApart } from './tries/apart';
import { withEdits } from './tries/edits';
import { likeTaken } from './tries/likeTaken';
import { placesFound } from './tries/placesFound';
import { triesOf } from './tries/tries';

/** All that Espalier asks and requires. */
export const suite: Suite = {
  probes,
  rules,
  observe,
  ask: askPlainly,
  contentsOf,
  answerCallback,
  judgedSchema,
  isShown,
  isAllowed,
  turned,
  tries: triesOf,
  apart: partsApart,
  placesFound,
  likeTaken,
  mended: withEdits,
  keyed: withOwnKey,
  foreignPlace,
  violable,
  prepare: prepareInputs,
  untouched(operation, known) {
    const { leftOut, spared } = inputsOf(operation, known);
    return { leftOut, clauses: spared };
  },
};

const freeToWrite = remembered((known: Known): Known => ({ ...known, wanted: { ...known.wanted, writes: 'any' } }));

/** What is not broken for the sake of what others have is open all the same. */
function* violable(operation: Operation, known: Known): Parts<Violable[]> {
  const { leftOut, spared } = inputsOf(operation, known);
  const asked = leftOut || spared.size > 0 ? freeToWrite(known) : known;
  yield* prepareInputs(operation, asked);
  const all = inputsOf(operation, asked);
  return [
    ...all.invalid.map(({ violation: { clause, subject } }) => ({ clause, subject })),
    ...all.unbroken().map(({ clause, subject }) => ({
      clause,
      subject,
      unasked: `nothing breaks it at ${subject}; --thorough asks it`,
    })),
  ];
}
