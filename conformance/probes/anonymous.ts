/** Asks without a credential, with an empty one, with half of what is required together, or with one in a place where the contract has none. */

import type { Operation, SecurityAlternative } from '../../src/contract/contract';
import { bearerAlternative, formOf, isGuarded } from '../../src/contract/security';
import type { Known, Probe } from '../../src/engine/model/probe';
import { type Authorisation, isLetIn, NOBODY, present, together } from '../../src/serialization/credentials';
import { isFree } from '../chains/mayMake';
import { refusable } from '../chains/nothingThere';
import { handOver, handOverCredential, inPlaceOf, isLetInAnyway, nowhere, possible, tried } from '../chains/resources';
import { plainInput } from '../inputs/inputs';
import { describeScheme, toCase } from '../inputs/toCase';

interface Refusable {
  readonly name: string;
  readonly authorisation: Authorisation;
  /** What it shows is good, where and how it shows it is not. */
  readonly misplaced?: true;
}

function withHeader(value: string): Authorisation {
  return { ...NOBODY, headers: [['Authorization', value]] };
}

const WITHOUT_TOKEN: readonly Refusable[] = [
  { name: 'no Authorization header', authorisation: NOBODY },
  { name: 'an empty Authorization header', authorisation: withHeader('') },
  { name: 'Bearer without a token', authorisation: withHeader('Bearer') },
  {
    name: 'another scheme (Basic)',
    authorisation: withHeader(`Basic ${Buffer.from('user:password').toString('base64')}`),
  },
];

function withToken(token: string, { wanted: { isPrivate } }: Known): Refusable[] {
  return [
    { name: 'the token without a scheme', authorisation: withHeader(token), misplaced: true },
    // RFC 6750 §2.3 knows this way, but OpenAPI's http bearer scheme is the Authorization header alone. Servers and proxies log the query.
    ...(isPrivate
      ? [
          {
            name: 'the token in the query string',
            authorisation: { ...NOBODY, query: [{ name: 'access_token', value: token }] },
            misplaced: true as const,
          },
        ]
      : []),
  ];
}

/** Asks without a valid credential, for something that exists where that was handed over. */
export const anonymous: Probe = {
  name: 'anonymous',
  plan(operation, known) {
    const { security } = operation;
    if (!isGuarded(security) || !plainInput(operation, known)) return { cases: [], missing: [] };
    const resources = tried(operation, known);
    const made = nowhere(operation, known);
    // Without a credential nothing that exists is asked for but what was handed over, and what is only read.
    const open = isFree(operation, known) ? possible(operation, known) : [];
    const asked = resources.length > 0 ? resources : made ? [made] : open;
    if (isLetInAnyway(operation, known)) return { cases: [], missing: [] };
    const ways = waysOf(operation, known).filter(({ authorisation }) => !isLetInHalf(operation, authorisation));
    return {
      cases: asked.flatMap((resource) => {
        const sent = refusable(operation, known, resource);
        if (!sent) return [];
        const otherwise = inPlaceOf(resource, operation, known);
        return ways.map(({ name, ...way }) =>
          toCase('anonymous', name, operation, resource, { ...sent, ...way, authorised: false, otherwise }),
        );
      }),
      missing: [
        ...handOverCredential(operation, known),
        ...(resources.length === 0 && !operation.safe ? handOver(operation, known) : []),
      ],
    };
  },
};

function waysOf(operation: Operation, known: Known): Refusable[] {
  const { security } = operation;
  const bearer = bearerAlternative(security);
  const others = security.alternatives
    .filter((each) => !bearer || formOf(each) !== formOf(bearer))
    .flatMap((alternative) => [...halves(alternative, known), ...spoilt(alternative, known)]);
  const [scheme] = bearer?.schemes ?? [];
  if (!scheme) return [{ name: 'no credential', authorisation: NOBODY }, ...others];
  const token = known.handedOver.credentials(scheme);
  return [...WITHOUT_TOKEN, ...(token === undefined ? [] : withToken(token, known)), ...others];
}

/** Of schemes that are required together, each one left out. */
function halves({ schemes }: SecurityAlternative, known: Known): Refusable[] {
  if (schemes.length < 2) return [];
  const shown = schemes.map((scheme) => ({ scheme, credential: known.handedOver.credentials(scheme) }));
  return shown.flatMap(({ scheme: left }) => {
    const others = shown.filter(({ scheme }) => scheme !== left);
    const parts = others.map(({ scheme, credential }) => credential !== undefined && present(scheme, credential));
    const all = parts.every((part) => part !== false) ? together(parts as Authorisation[]) : undefined;
    return all ? [{ name: `without ${describeScheme(left)}`, authorisation: all }] : [];
  });
}

/** A credential in a place where it is none: what it holds is right, where it stands is not. */
function spoilt({ schemes: [scheme, ...more] }: SecurityAlternative, known: Known): Refusable[] {
  if (!scheme || more.length > 0) return [];
  const credential = known.handedOver.credentials(scheme);
  const empty = { name: `${describeScheme(scheme)} empty`, authorisation: present({ ...scheme, http: undefined }, '') };
  if (scheme.http !== undefined) return [empty];
  const elsewhere = scheme.in === 'header' ? ('query' as const) : ('header' as const);
  const moved = { ...scheme, in: elsewhere };
  // What no request carries cannot stand at a wrong place.
  if (scheme.in === 'connection' || scheme.in === 'nowhere') return [];
  return [
    empty,
    // Servers and proxies log the query, so a key that works goes there only where nobody else reads that.
    ...(credential === undefined || (elsewhere === 'query' && !known.wanted.isPrivate)
      ? []
      : [
          {
            name: `${describeScheme(scheme)} as a ${elsewhere === 'query' ? 'query parameter' : 'header field'}`,
            authorisation: present(moved, credential),
            misplaced: true as const,
          },
        ]),
  ];
}

/** Whether some alternative is satisfied, were what is empty or of another scheme taken for it. */
function isLetInHalf({ security }: Operation, authorisation: Authorisation): boolean {
  return isLetIn(security, authorisation, false);
}
