/** Makes the settings of a run of what is given. All that nobody gives is said here. */

import { LIMITS } from '../wire/send';
import { isLoopback, type Target } from '../wire/target';
import type { GivenSettings, RunEnding, RunSettings, Settings } from './model/settings';
import { WIDEST } from './run/pace';

/** Half a minute together. For what is under way it is a little more than one exchange has by default. */
export const ENDING: RunEnding = { underWayMs: 12_000, leastCleaningMs: 15_000 };

const USUAL: Settings = {
  target: { everythingExists: false, isPrivate: undefined, callbacks: {} },
  credentials: {
    token: undefined,
    credentials: {},
    otherCredentials: {},
    wrongToken: undefined,
    certificate: false,
    headers: [],
    users: [],
    origins: undefined,
    renewal: undefined,
    hooks: [],
  },
  consent: {
    writes: 'handed-over',
    params: {},
    resources: {},
    operations: {},
    provocations: [],
    values: [],
    probes: [],
    privateThings: () => false,
  },
  pace: {
    concurrency: undefined,
    widest: WIDEST,
    rate: undefined,
    limits: LIMITS,
    deadlineMs: undefined,
    failFast: false,
    ending: ENDING,
    holdings: undefined,
  },
  selection: {
    selection: () => true,
    shard: undefined,
    only: [],
    skip: [],
    closed: false,
    thorough: false,
    script: undefined,
    scriptAlone: false,
    seed: undefined,
    salt: undefined,
  },
  reporting: { strict: false, complete: false, coverageMin: undefined, waivers: [], baseline: undefined },
};

/** Puts what is given into its groups, and what is usual in place of the rest. */
export function settingsOf(given: GivenSettings): Settings {
  const all: GivenSettings = { ...given, limits: { ...LIMITS, ...given.limits } };
  const groups = Object.entries(USUAL).map(([name, group]) => {
    const members = Object.entries(group).map(([member, usual]) => [
      member,
      all[member as keyof GivenSettings] ?? usual,
    ]);
    return [name, Object.fromEntries(members)];
  });
  return Object.fromEntries(groups);
}

/** The settings of a run, once it is known where its target is. */
export function aimedAt(settings: Settings, at: Target): RunSettings {
  const { isPrivate = isLoopback(at) } = settings.target;
  return { ...settings, target: { ...settings.target, at, isPrivate } };
}
