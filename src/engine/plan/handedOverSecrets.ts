/** What must not be shown of a run: credentials, and what was handed over for what the contract calls secret. */

import type { Contract, Operation } from '../../contract/contract';
import { contractNames } from '../../contract/contractNames';
import {
  isSecret,
  NO_MEMBERS,
  type SecretValue,
  secretMembers,
  secretsInValue,
} from '../../contract/schema/secretMembers';
import type { JsonValue } from '../../json/value';
import { type Secret, type Secrets, secretsOf, variableOf } from '../../redaction/redact';
import type { PlanOptions } from '../model/options';
import type { Renewal } from '../model/renewal';

/** What is secret in a run with these options. @param options what the run fetches becomes secret as it comes. */
export function secretsOfRun(contract: Contract, options: PlanOptions & { readonly renewal?: Renewal }): Secrets {
  const { renewal } = options;
  if (!renewal) return secretsWith(contract, options, []);
  let known: { readonly count: number; readonly secrets: Secrets } | undefined;
  const now = () => {
    const fetched = renewal.secrets();
    if (known?.count !== fetched.length)
      known = { count: fetched.length, secrets: secretsWith(contract, options, fetched) };
    return known.secrets;
  };
  return {
    redact: (text, cut) => now().redact(text, cut),
    sentence: (text, cut) => now().sentence(text, cut),
    mask: (name, value) => now().mask(name, value),
    isGrowing: true,
  };
}

function secretsWith(contract: Contract, options: PlanOptions, fetched: readonly Secret[]): Secrets {
  const { operations } = contract;
  const schemes = operations.flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes));
  const found = operations.flatMap((operation) => [
    ...(options.operations?.[operation.name]?.bodies ?? []).flatMap((body) => secretsInHandedOver(operation, body)),
    ...secretTexts(operation, options),
  ]);
  const inScript = Object.entries(options.script?.secrets ?? {}).flatMap(([name, value]): Secret[] =>
    typeof value === 'string' ? [[value, variableOf(name)]] : [],
  );
  const basic = new Set(schemes.filter(({ http }) => http === 'basic').map(({ name }) => name));
  return secretsOf({
    ...options,
    basic,
    others: [...fetched, ...inScript, ...found.map(({ name, value }): Secret => [value, variableOf(name ?? 'body')])],
    names: () => contractNames(contract),
  });
}

function secretsInHandedOver({ requestBody }: Operation, body: JsonValue): SecretValue[] {
  const written = { get: () => undefined };
  return (requestBody?.media ?? []).flatMap(({ schema }) =>
    secretsInValue({ value: body, written }, schema ? secretMembers(schema) : NO_MEMBERS),
  );
}

/** Of parameters, wherever they were handed over: `key`, `query.key`, `/things/{key}`. */
function secretTexts({ name: operation, parameters }: Operation, options: PlanOptions): SecretValue[] {
  const secret = parameters.filter(({ schema }) => schema && isSecret(schema));
  if (secret.length === 0) return [];
  const given = [options.params, options.operations?.[operation]?.params, ...(options.resources?.[operation] ?? [])];
  return secret.flatMap(({ name, in: where }) =>
    given.flatMap((params = {}) =>
      Object.entries(params)
        .filter(
          ([key]) => [name, `${where}.${name}`].includes(key) || (key.startsWith('/') && key.endsWith(`{${name}}`)),
        )
        .flatMap(([, values]) => [values].flat().map((value) => ({ name, value }))),
    ),
  );
}
