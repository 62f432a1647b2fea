import type { Operation, Parameter } from './contract';

const NOT_OURS =
  /^(accept|content-type|authorization|content-length|transfer-encoding|host|connection|keep-alive|te|trailer|upgrade|expect)$/i;

/**
 * OpenAPI ignores some: other parts of the contract speak of these fields (OpenAPI 3.1 §4.8.12.1). Others are part of how a request is sent, or
 * are the credential, which many contracts declare as a parameter once more.
 */
export function isIgnored({ in: where, name }: Parameter, { security }: Operation): boolean {
  const named = (one: string) => (where === 'header' ? one.toLowerCase() === name.toLowerCase() : one === name);
  const isCredential = security.alternatives.some(({ schemes }) =>
    schemes.some((scheme) => scheme.in === where && named(scheme.field)),
  );
  return isCredential || (where === 'header' && NOT_OURS.test(name));
}
