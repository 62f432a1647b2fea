/** Of each format, valid texts and invalid ones, whether or not a standard makes the format binding. */

import type { Random } from '../../../src/support/random';

/** A host that belongs to nobody: it is reserved for examples (RFC 2606 §3). */
export const NOBODYS_HOST = 'example.com';

interface Format {
  /**
   * Returns valid texts, the plainest first. Names and addresses are in the ranges that are reserved for examples (RFC
   * 2606, 5737, 3849).
   */
  readonly right: (random: Random) => readonly string[];
  /** A pattern that matches only texts of the format. It is used if other patterns or lengths apply as well. */
  readonly shape?: string;
  /** Texts that are none of the format. Those of a format that only describes a text are none however kindly they are read. */
  readonly wrong?: readonly string[];
}

function uuid(random: Random): string {
  const variant = '89ab'[random.below(4)];
  return `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-${variant}${random.hex(3)}-${random.hex(12)}`;
}

const DAY = '(0[1-9]|1[0-9]|2[0-8])';
const DATE = `(19|20)[0-9]{2}-(0[1-9]|1[0-2])-${DAY}`;
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';
const ZONE = '(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])';

const FORMATS: Readonly<Record<string, Format>> = {
  date: {
    right: () => ['2026-03-14', '2024-02-29'],
    shape: `^${DATE}$`,
    // Some parsers read the 30th of February as a day in March.
    wrong: ['2026-13-01', '2026-02-30', '14.03.2026', '2026-3-1', 'x'],
  },
  'date-time': {
    right: () => ['2026-03-14T15:09:26Z', '2024-02-29T23:59:59.999+05:30', '2026-03-14T15:09:26.535Z'],
    shape: `^${DATE}T${TIME}(\\.[0-9]{1,9})?${ZONE}$`,
    wrong: ['2026-03-14T25:00:00Z', '2026-02-30T15:09:26Z', '2026-03-14', '2026-03-14 at noon', 'x'],
  },
  time: {
    wrong: ['no time', 'no time at all'],
    right: () => ['15:09:26Z', '23:59:59.999+05:30', '15:09:26'],
    shape: `^${TIME}(\\.[0-9]{1,9})?${ZONE}$`,
  },
  duration: {
    wrong: ['a while', 'a long while ago'],
    right: () => ['P3DT4H', 'PT0S', 'P1Y2M'],
    shape: '^P([0-9]{1,4}D|[0-9]{1,4}W|T[0-9]{1,4}[HMS])$',
  },
  email: {
    right: (random) => [`${random.word(10)}@${NOBODYS_HOST}`, 'a@b.example'],
    wrong: ['no e-mail address', '@ @'],
    shape: '^[a-z0-9]+([.-][a-z0-9]+)*@[a-z0-9]+\\.(example|test|com|org)$',
  },
  hostname: {
    right: (random) => [`${random.word(10)}.${NOBODYS_HOST}`, 'a.example'],
    shape: '^[a-z0-9]+([.-][a-z0-9]+)*$',
  },
  uri: {
    right: (random) => [`https://${NOBODYS_HOST}/${random.word(10)}`, 'urn:x:1', 'a:b'],
    wrong: ['no address', 'no address of anything at all', ' '],
    shape: '^[a-z][a-z0-9+.-]*:[!#$&-;=?-Z_a-z~]+$',
  },
  'uri-reference': {
    right: (random) => [`/${random.word(10)}`, 'a', `https://${NOBODYS_HOST}`],
    shape: '^[!#$&-;=?-Z_a-z~]+$',
  },
  uuid: {
    right: (random) => [uuid(random)],
    wrong: ['none', 'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
    shape: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  },
  ipv4: {
    wrong: ['none', 'no address', '192.0.2.x'],
    right: (random) => [`192.0.2.${1 + random.below(254)}`, '203.0.113.7'],
    shape: '^([1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])(\\.([1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])){3}$',
  },
  ipv6: {
    wrong: ['none', 'no address', '2001:db8::x'],
    right: (random) => [`2001:db8::${(1 + random.below(0xfffe)).toString(16)}`, '::1'],
    shape: '^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$',
  },
  'json-pointer': { right: (random) => [`/${random.word(6)}`, ''], shape: '^(/[^~/]*)*$' },
  byte: {
    right: (random) => [Buffer.from(random.word(9)).toString('base64'), ''],
    shape: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  },
  // The following formats are not judged, but a service is more likely to accept such a value.
  'uri-template': { right: () => [`https://${NOBODYS_HOST}/{id}`] },
  regex: { right: () => ['^[a-z]+$'] },
  decimal: { right: (random) => [`${1 + random.below(99)}.5`], shape: '^[1-9][0-9]*(\\.[0-9]+)?$' },
  int64: { right: (random) => [String(1 + random.below(0x7fff_ffff))], shape: '^[1-9][0-9]*$' },
};

const SAME: Readonly<Record<string, string>> = {
  'idn-email': 'email',
  'idn-hostname': 'hostname',
  iri: 'uri',
  url: 'uri',
  URL: 'uri',
  'iri-reference': 'uri-reference',
  guid: 'uuid',
  datetime: 'date-time',
  dateTime: 'date-time',
  'google-datetime': 'date-time',
  base64: 'byte',
  base64url: 'byte',
  int32: 'int64',
  uint64: 'int64',
  uint32: 'int64',
};

/** Returns a format; undefined if the format is not known. */
export function formatNamed(name: string): Format | undefined {
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name];
  const same = Object.hasOwn(SAME, name) ? SAME[name] : undefined;
  return same === undefined ? undefined : FORMATS[same];
}
