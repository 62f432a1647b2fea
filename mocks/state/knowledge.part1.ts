/** What was found out of a contract so far; each operation is looked into when it is first asked. */

import type { Media, Operation } from '../../src/contract/contract';
import { type Json, viewOfList, viewOfThing } from '../../src/resources/views';
import { type Answering, type Known, learn, learnAnswer, learnSingle, remembered, type Samples } from './knowledge';
import { type Act, type Collection, type Single, successOf, type Understanding } from './understand';
import { type Filling, withParents } from './values';

export interface Learned {
  /** What is still to be found out before an operation has its turn; undefined where nothing is. */
  missing(operation: Operation): Promise<unknown> | undefined;
  /** Finds out of a collection what there is to know. */
  collection(of: Collection): Promise<Known>;
  known(of: Collection): Known | undefined;
  single(of: Single): Filling | undefined;
  /** How an answer shows things. */
  answer(operation: Operation, status: number): ReadonlyMap<Media, Answering> | undefined;
  /** What a collection starts with. */
  start(of: Collection | undefined, parents: ReadonlyMap<string, string>): Iterable<readonly [id: string, value: Json]>;
}

export function createLearned(understanding: () => Understanding, samples: Samples, seed: number): Learned {
  const collections = new Map<Collection, Known>();
  const singles = new Map<Single, Filling | undefined>();
  const answers = new Map<Operation, Map<number, ReadonlyMap<Media, Answering>>>();
  const done = new Set<Operation>();

  const learnCollection = remembered(async (of: Collection) => {
    const known = await learn(of, samples, seed);
    collections.set(of, known);
    return known;
  });
  const learnAnswers = async (operation: Operation, of: Collection, act: Act) => {
    const { filling } = await learnCollection(of);
    const viewOf = (media: Media) => {
      const one = act === 'list' ? undefined : viewOfThing(of, media);
      // Several that are made are shown as a list.
      return one ?? (act === 'list' || act === 'make' ? viewOfList(of, media) : undefined);
    };
    const own = new Map<number, ReadonlyMap<Media, Answering>>();
    for (const status of new Set([successOf(operation, true), successOf(operation, false)]))
      if (status !== undefined && filling)
        own.set(status, await learnAnswer(operation, status, viewOf, filling.view, samples));
    answers.set(operation, own);
  };
  const learnOperation = remembered(async (operation: Operation) => {
    const { roleOf, wayOf, at } = understanding();
    const role = roleOf(operation);
    const way = wayOf(operation).way.flatMap((item) => at(item) ?? []);
    await Promise.all(way.map(learnCollection));
    if (role && 'of' in role) await learnAnswers(operation, role.of, role.act);
    if (role && 'single' in role) singles.set(role.single, await learnSingle(role.single, samples));
    done.add(operation);
  });
  return {
    missing: (operation) => (done.has(operation) ? undefined : learnOperation(operation)),
    collection: learnCollection,
    known: (of) => collections.get(of),
    single: (of) => singles.get(of),
    answer: (operation, status) => answers.get(operation)?.get(status),
    start(of, parents) {
      const { start = [], filling } = (of && collections.get(of)) ?? {};
      return start.map(([id, value]) => [id, filling ? withParents(filling.view, value, parents) : value]);
    },
  };
}
