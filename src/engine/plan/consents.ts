/** What `--writes` gives leave for, in words for who has never read the guide: the closing summary lists them as something to hand over. */
export const CONSENTS = {
  own: "your leave to make things of the run's own, which it asks about in place of yours and removes again (--writes own)",
  any: 'your leave to change anything, if the service is there for tests alone (--writes any)',
  /** Where a body says what may be changed. */
  body: 'a body that may be sent (in espalier.yaml, under operations), or your leave to change anything, if the service is there for tests alone (--writes any)',
} as const;
