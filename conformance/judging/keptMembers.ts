/** A member that a request should have changed and did not, or the other way round, and how a finding names it. */

/** A member that a request changed and should not have, or did not change and should have. */
export interface KeptMember {
  readonly name: string;
  readonly sent: unknown;
  readonly shown: unknown;
}

export function describeKept(kept: readonly KeptMember[]): string {
  return kept.map(({ name, shown }) => `${name === '' ? 'the value' : `/${name}`} ${JSON.stringify(shown)}`).join(', ');
}

/** Says what was sent of members of an object. */
export function describeSent(kept: readonly KeptMember[]): string {
  return kept.map(({ name, sent }) => `${name === '' ? '' : `/${name} `}${JSON.stringify(sent)}`).join(', ');
}

export function namesOf(kept: readonly KeptMember[]): string {
  return kept.map(({ name }) => (name === '' ? 'the value' : `/${name}`)).join(', ');
}
