/** How operations are authorised, from the contract's security requirements and schemes. */

import type { Security, SecurityAlternative, SecurityScheme } from './contract';
import { valueIn } from './describe3';
import { clauseAt, type Files } from './files';
import { followed, member, members, type Place } from './reference';

/**
 * @param declared the list of requirements; undefined for none.
 * @param schemes what the contract describes, by name.
 */
export function readSecurity(declared: Place | undefined, schemes: Place | undefined, files: Files): Security {
  const all = members(declared).map(([, place]) => ({ place, names: members(place).map(([name]) => name) }));
  const alternatives = all
    .filter(({ names }) => names.length > 0)
    .map(
      ({ place, names }): SecurityAlternative => ({
        schemes: names.map((name) => readScheme(name, schemes && followed(member(schemes, name), files))),
        get clause() {
          return clauseAt(place.file, place.pointer, false);
        },
      }),
    );
  return { optional: all.length === 0 || alternatives.length < all.length, alternatives };
}

function readScheme(name: string, place: Place | undefined): SecurityScheme {
  const text = (key: string) => {
    const value = place && valueIn(place, key);
    return typeof value === 'string' ? value : '';
  };
  const authorization = (http: string) => ({ in: 'header' as const, field: 'Authorization', http });
  const type = text('type');
  switch (type) {
    case 'http':
      return { name, type, ...authorization(text('scheme').toLowerCase()) };
    case 'basic':
      return { name, type, ...authorization('basic') };
    case 'oauth2':
    case 'openIdConnect':
      return { name, type, ...authorization('bearer') };
    case 'mutualTLS':
      return { name, type, in: 'connection', field: '', http: undefined };
    case 'apiKey': {
      const where = text('in');
      if (where === 'header' || where === 'query' || where === 'cookie')
        return { name, type, in: where, field: text('name'), http: undefined };
      break;
    }
  }
  return { name, type: 'unknown', in: 'nowhere', field: '', http: undefined };
}

/** The alternative that a bearer token alone is enough for. */
export function bearerAlternative({ alternatives }: Security): SecurityAlternative | undefined {
  return alternatives.find(({ schemes: [scheme, ...more] }) => more.length === 0 && scheme?.http === 'bearer');
}

/** Whether a request without a credential must be refused. */
export function isGuarded({ optional, alternatives }: Security): boolean {
  return !optional && alternatives.length > 0;
}
