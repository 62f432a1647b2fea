import fc from 'fast-check';
import type { CredentialDesign } from '../design/design';
import { worldChoice } from './choice';

type Named = 'bearer' | 'basic' | 'header' | 'query' | 'cookie';

/** The credentials that a contract may ask for. */
const ways: Readonly<Record<Named, CredentialDesign>> = {
  bearer: { scheme: 'token', kind: 'bearer', field: 'Authorization' },
  basic: { scheme: 'account', kind: 'basic', field: 'Authorization' },
  header: { scheme: 'apiKey', kind: 'header', field: 'X-Api-Key' },
  query: { scheme: 'queryKey', kind: 'query', field: 'api_key' },
  cookie: { scheme: 'session', kind: 'cookie', field: 'sid' },
};

interface Credentials {
  /** One of them suffices, unless they are needed together. */
  readonly ways?: readonly Named[];
  readonly together?: true;
  /** Whether GET needs none. */
  readonly publicReads?: true;
  /** Whether people see only what is theirs, or see all and change only that. */
  readonly private?: true | 'to change';
}

/** OpenAPI 2.0 has no cookies and no bearer tokens; a token is a key in a header there. */
const IN_2: Readonly<Partial<Record<Named, Named>>> = { cookie: 'header', bearer: 'header' };

export const admits = worldChoice<Credentials>({
  about: 'Who is let in, and who sees what.',
  plain: {},
  others: fc.record(
    {
      ways: fc.oneof(
        fc.constantFrom<Named[]>(['bearer'], ['header'], ['query'], ['cookie'], ['basic']),
        fc.constantFrom<Named[]>(['bearer', 'header'], ['header', 'query'], ['basic', 'cookie']),
      ),
      together: fc.constant(true as const),
      publicReads: fc.constant(true as const),
      private: fc.constantFrom(true as const, 'to change' as const),
    },
    { requiredKeys: ['ways'] },
  ),
  apply({ ways: chosen = [], together, publicReads, private: isPrivate }, design) {
    const names = chosen.map((name) => (design.dialect === '2.0' ? (IN_2[name] ?? name) : name));
    design.credentials = [...new Set(names)].map((name) => ways[name]);
    design.allTogether = together === true && design.credentials.length > 1;
    // Who is not known has nothing to see.
    design.isPrivate = isPrivate === true && design.credentials.length > 0;
    design.isGuarded = isPrivate === 'to change' && design.credentials.length > 0;
    design.publicReads = publicReads === true && !design.isPrivate;
  },
});
