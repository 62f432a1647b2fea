/**
 * What must not be shown of a run: credentials, and what was handed over for what the contract calls secret, or what is
 * secret by its name.
 */

import type { Contract, Operation, Parameter } from '../../contract/contract';
import { contractNames } from '../../contract/contractNames';
import { hasListedValues } from '../../contract/schema/facets';
import {
  isSecret,
  NO_MEMBERS,
  type SecretValue,
  secretMembers,
  secretsInValue,
} from '../../contract/schema/secretMembers';
import type { JsonValue } from '../../json/value';
import { type Secret, type Secrets, secretsOf, variableOf } from '../../redaction/redact';
import { isSecretByName } from '../../resources/vocabulary/secrets';
import type { ConsentSettings, Settings } from '../model/settings';

/** What is secret in a run with these settings. What the run fetches becomes secret as it comes. */
export function secretsOfRun(contract: Contract, settings: Settings): Secrets {
  const { renewal } = settings.credentials;
  if (!renewal) return secretsWith(contract, settings, []);
  let known: { readonly count: number; readonly secrets: Secrets } | undefined;
  const now = () => {
    const fetched = renewal.secrets();
    if (known?.count !== fetched.length)
      known = { count: fetched.length, secrets: secretsWith(contract, settings, fetched) };
    return known.secrets;
  };
  return {
    redact: (text, cut) => now().redact(text, cut),
    sentence: (text, cut) => now().sentence(text, cut),
    mask: (name, value) => now().mask(name, value),
    isGrowing: true,
  };
}

function secretsWith(
  contract: Contract,
  { credentials, consent, selection }: Settings,
  fetched: readonly Secret[],
): Secrets {
  const { operations } = contract;
  const schemes = operations.flatMap(({ security }) => security.alternatives.flatMap((each) => each.schemes));
  const found = operations.flatMap((operation) => [
    ...(consent.operations[operation.name]?.bodies ?? []).flatMap((body) => secretsInHandedOver(operation, body)),
    ...secretTexts(operation, consent),
  ]);
  const inScript = Object.entries(selection.script?.secrets ?? {}).flatMap(([name, value]): Secret[] =>
    typeof value === 'string' ? [[value, variableOf(name)]] : [],
  );
  const fromVariables = Object.values(consent.operations).flatMap(({ secrets = [] }): Secret[] =>
    secrets.map(([text, variable]) => [text, variable]),
  );
  const basic = new Set(schemes.filter(({ http }) => http === 'basic').map(({ name }) => name));
  return secretsOf({
    ...credentials,
    basic,
    others: [
      ...fetched,
      ...inScript,
      ...fromVariables,
      ...found.map(({ name, value }): Secret => [value, variableOf(name ?? 'body')]),
    ],
    names: () => contractNames(contract),
  });
}

/**
 * Most contracts say of a password only that it is a string, so the names of members and parameters count, too:
 * `{ "user": "ada", "password": "…" }`, `query.api_key`. Such a value is not secret if the contract lists it
 * (`token=none`), or if it has fewer characters than this.
 */
const LEAST_BY_NAME = 4;

function secretsInHandedOver({ requestBody }: Operation, body: JsonValue): SecretValue[] {
  const written = { get: () => undefined };
  const value = { value: body, written };
  return (requestBody?.media ?? []).flatMap(({ schema }) => {
    const byName = secretsInValue(value, { names: { has: isSecretByName }, whole: false });
    return [...secretsInValue(value, schema ? secretMembers(schema) : NO_MEMBERS), ...byName.filter(isLongEnough)];
  });
}

const isLongEnough = ({ value }: SecretValue) => value.length >= LEAST_BY_NAME;

/** Of parameters, wherever they were handed over: `key`, `query.key`, `/things/{key}`. */
function secretTexts(
  { name: operation, parameters }: Operation,
  { params, operations, resources }: ConsentSettings,
): SecretValue[] {
  const given = [params, operations[operation]?.params, ...(resources[operation] ?? [])];
  const textsOf = ({ name, in: where }: Parameter): SecretValue[] =>
    given.flatMap((values = {}) =>
      Object.entries(values)
        .filter(
          ([key]) => [name, `${where}.${name}`].includes(key) || (key.startsWith('/') && key.endsWith(`{${name}}`)),
        )
        .flatMap(([, texts]) => [texts].flat().map((value) => ({ name, value }))),
    );
  return parameters.flatMap((parameter) => {
    const { name, schema } = parameter;
    if (schema && isSecret(schema)) return textsOf(parameter);
    const isByName = isSecretByName(name) && !(schema && hasListedValues(schema));
    return isByName ? textsOf(parameter).filter(isLongEnough) : [];
  });
}
