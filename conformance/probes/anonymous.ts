import type { Probe } from '../../src/case';
import { bearerAlternative } from '../../src/contract/security';
import type { Fields } from '../../src/wire/exchange';
import { HAND_OVER_TOKEN, handOver, nowhere, toCase, tried } from './resource';

interface Refusable {
  readonly name: string;
  readonly headers: Fields;
  readonly query?: string;
}

const WITHOUT_TOKEN: readonly Refusable[] = [
  { name: 'no Authorization header', headers: [] },
  { name: 'an empty Authorization header', headers: [['Authorization', '']] },
  { name: 'Bearer without a token', headers: [['Authorization', 'Bearer']] },
  {
    name: 'another scheme (Basic)',
    headers: [['Authorization', `Basic ${Buffer.from('user:password').toString('base64')}`]],
  },
];

function withToken(token: string): Refusable[] {
  return [
    { name: 'the token without a scheme', headers: [['Authorization', token]] },
    // RFC 6750 §2.3 knows this way, but OpenAPI's http bearer scheme is the Authorization header alone.
    { name: 'the token in the query string', headers: [], query: `access_token=${encodeURIComponent(token)}` },
  ];
}

/** Asks without a valid credential, for something that exists where that was handed over. */
export const anonymous: Probe = {
  name: 'anonymous',
  plan(operation, known) {
    const { security } = operation;
    const bearer = bearerAlternative(security);
    if (!bearer || security.optional) return { cases: [], missing: [] };
    // A request that the contract lets in by another way is not anonymous.
    const permits = (where: string, name: string) =>
      security.alternatives.some(
        (other) =>
          other !== bearer && other.schemes.some((each) => each.in === where && each.field.toLowerCase() === name),
      );
    if (known.headerNames.some((name) => permits('header', name))) return { cases: [], missing: [] };
    const resources = tried(operation, known);
    const made = nowhere(operation, known);
    const asked = resources.length > 0 ? resources : made ? [made] : [];
    const ways = [...WITHOUT_TOKEN, ...(known.token === undefined ? [] : withToken(known.token))].filter(
      ({ headers: [field], query }) =>
        !(field && field[1] !== '' && permits('header', 'authorization')) &&
        !(query && permits('query', 'access_token')),
    );
    return {
      cases: asked.flatMap((resource) =>
        ways.map(({ name, ...request }) =>
          toCase('anonymous', name, operation, resource, { ...request, authorised: false }),
        ),
      ),
      missing: [
        ...(known.token === undefined ? [HAND_OVER_TOKEN] : []),
        ...(resources.length === 0 ? handOver(operation) : []),
      ],
    };
  },
};
