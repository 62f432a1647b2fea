/** The words of what `--writes` gives, as the closing summary has them. */
export const CONSENTS = {
  own: 'in place of values, the consent to make what is asked about, and to remove it again (--writes own)',
  any: 'the consent to change anything, where the target is a throw-away (--writes any)',
  /** Where a body says what may be changed. */
  body: 'a body that may be sent (in espalier.yaml, under operations), or the consent to change anything, where the target is a throw-away (--writes any)',
} as const;
