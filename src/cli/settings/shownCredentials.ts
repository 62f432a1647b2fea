/** Puts credentials where a report has the names of variables in their place. */

import type { CredentialSettings } from '../../engine/model/settings';
import { credentialVariable, otherCredentialVariable, TOKEN_VARIABLE, variableOf } from '../../redaction/redact';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';

/**
 * Returns a function that puts what is secret into a text of a report. Of the environment, only variables are read that are meant for Espalier:
 * a report that somebody else made must not have others sent.
 * @param needed the names of the variables that the report has in place of something secret.
 * @throws UsageError that names the variable of what was not handed over.
 */
export function withCredentials(
  needed: readonly string[],
  handedOver: CredentialSettings,
  env: Io['env'],
): (text: string) => string {
  const values = valuesOf(handedOver);
  const known = needed.map((name) => {
    const value = values.get(`$${name}`) ?? (name.startsWith('ESPALIER_') ? env[name] : undefined);
    if (value !== undefined) return [name, value] as const;
    throw new UsageError(
      `The report does not show what is secret in this request (${name}): hand it over as for espalier verify.`,
    );
  });
  // A longer name may begin with a shorter one.
  const sorted = known.sort(([one], [other]) => other.length - one.length);
  return (text) => sorted.reduce((shown, [name, value]) => shown.replaceAll(`$${name}`, () => value), text);
}

function valuesOf(handedOver: CredentialSettings): ReadonlyMap<string, string> {
  const { token, credentials, otherCredentials, wrongToken, headers } = handedOver;
  const own = Object.entries(credentials).map(([name, value]) => [credentialVariable(name), value] as const);
  const others = Object.entries(otherCredentials).map(
    ([name, value]) => [otherCredentialVariable(name), value] as const,
  );
  return new Map([
    ...headers.map(([name, value]) => [variableOf(name), value] as const),
    ...[...own, ...others].flatMap(([name, value]) => [
      [`$${name}`, value] as const,
      [`$${name}_BASE64`, Buffer.from(value).toString('base64')] as const,
      [`$${name}_PASSWORD`, value.replace(/^[^:]*:/, '')] as const,
    ]),
    ...(token === undefined ? [] : [[TOKEN_VARIABLE, token] as const]),
    ...(wrongToken === undefined ? [] : [['$ESPALIER_WRONG_TOKEN', wrongToken] as const]),
  ]);
}
