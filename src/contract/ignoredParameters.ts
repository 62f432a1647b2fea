/** Says which parameters are left out of requests, since other parts of the contract, or of HTTP, say what they hold: a credential, `Accept`. */

import type { Operation, Parameter } from './contract';

const IGNORED_FIELDS =
  /^(accept|content-type|authorization|content-length|transfer-encoding|host|connection|keep-alive|te|trailer|upgrade|expect)$/i;

/**
 * Returns whether a parameter is left out of requests. OpenAPI ignores some header fields because other parts of the
 * contract describe them (OpenAPI 3.1 §4.8.12.1). Other fields belong to the sending of a request. The credential, too,
 * is ignored here: many contracts declare it a second time as a parameter.
 */
export function isIgnored({ in: where, name }: Parameter, { security }: Operation): boolean {
  const isThis = (field: string) => (where === 'header' ? field.toLowerCase() === name.toLowerCase() : field === name);
  const isCredential = security.alternatives.some(({ schemes }) =>
    schemes.some((scheme) => scheme.in === where && isThis(scheme.field)),
  );
  return isCredential || (where === 'header' && IGNORED_FIELDS.test(name));
}
