/** Brings up a target that serves its own contract, before that is read: `--start` or `--wait` with `--contract http://localhost:8000/openapi.json`. */

import { isUrl } from '../../contract/document/download';
import { type Redact, redactsOf, type Secret, TOKEN_VARIABLE } from '../../redaction/redact';
import { mayBeSecret } from '../../resources/vocabulary/secrets';
import type { Io } from '../io';
import type { RunSoFar } from '../output/failedRun';
import { reachTarget, type StartedTarget } from '../processes/startTarget';
import { chosenConfiguration, saidBefore } from '../settings/configuration';
import { tlsOptions, type VerifyFlags } from '../settings/options';
import { targetAt } from './verifyFlags';

/**
 * Starts the target or waits for it, where the contract has a URL of the target's origin.
 * @returns undefined where nothing is to be started or waited for, or the contract comes from somewhere else.
 * @throws UsageError if the target does not come up.
 */
export async function reachContract(
  url: string | undefined,
  flags: VerifyFlags,
  io: Io,
  soFar: RunSoFar,
): Promise<StartedTarget | undefined> {
  if (flags.list || flags.cleanup !== undefined) return undefined;
  const chosen = chosenConfiguration(flags, io.env);
  const said = chosen ? saidBefore(chosen) : undefined;
  const contract = flags.contract ?? said?.contract;
  const named = url ?? said?.target;
  if (!isUrl(contract) || !URL.canParse(contract) || named === undefined) return undefined;
  const tls = tlsOptions(flags);
  const target = targetAt(named, tls);
  if (new URL(contract).origin !== target.origin) return undefined;
  // What a configuration says of another target is not for this one.
  const isTheirs = said?.target === undefined || targetAt(said.target, tls).origin === target.origin;
  const start = flags.start ?? (isTheirs ? said?.start : undefined);
  const wait = flags.wait ?? (isTheirs ? said?.wait : undefined);
  if (start === undefined && wait === undefined) return undefined;
  const starting = { ...(start === undefined ? {} : { start }), ...(wait === undefined ? {} : { wait }) };
  const early = redactsOf(secretsBefore(flags, io.env)).redact;
  const redact: Redact = (text, cut) => (soFar.redact ?? early)(text, cut);
  return reachTarget(target, starting, io, redact);
}

/** What is secret by its place on the command line or by its name in the environment, as long as the contract does not say more. */
function secretsBefore(flags: VerifyFlags, env: Io['env']): Secret[] {
  const handedOver = [...(flags.credential ?? []), ...(flags.otherCredential ?? []), ...(flags.header ?? [])];
  const texts = handedOver.map((text) => text.replace(/^[^=:]*[=:]\s*/, ''));
  const inEnvironment = Object.entries(env).filter(([name]) => mayBeSecret(name));
  return [
    ...(flags.token === undefined ? [] : [[flags.token, TOKEN_VARIABLE] as const]),
    ...texts.map((text): Secret => [text, '(secret)']),
    ...inEnvironment.flatMap(([name, value]): Secret[] => (value ? [[value, `$${name}`]] : [])),
  ];
}
