import { PLANTS, type StoreFault } from '../catalogue/fault';
import { sendError, sendStatus } from './plantStore';

/** Ids that a double cannot hold exactly, so that neighbouring ids round to the same value. */
const WIDE_PLANTS: readonly bigint[] = [9_007_199_254_740_995n, 9_007_199_254_741_999n];

/** Faults with ids: they are mistaken for others, or not recognised. */
export const ids: readonly StoreFault[] = [
  {
    name: 'id-leading-number',
    summary: 'takes the number at the beginning of an id, as parseInt does',
    draws: ['invalid-input-refused'],
    changes: (good) => ({ parseId: (text) => good.parseId(/^-?\d+/.exec(text)?.[0] ?? text) }),
  },
  {
    name: 'id-fraction-cut',
    summary: 'cuts off the fraction of an id',
    draws: ['invalid-input-refused'],
    changes: (good) => ({ parseId: (text) => good.parseId(text.replace(/\.\d+$/, '')) }),
  },
  {
    name: 'id-hexadecimal',
    summary: 'takes hexadecimal ids',
    draws: ['invalid-input-refused'],
    changes: (good) => ({ parseId: (text) => good.parseId(/^0x/.test(text) ? String(BigInt(text)) : text) }),
  },
  {
    name: 'id-list',
    summary: 'takes a list of ids and deletes them all',
    draws: ['invalid-input-refused'],
    changes: (good) => ({ parseId: (text) => good.parseId(text.split(',')[0] ?? '') }),
  },
  {
    name: 'malformed-id-succeeds',
    summary: 'answers a malformed id with 204, as if there were nothing to do',
    draws: ['invalid-input-refused'],
    changes: () => ({ malformed: (call) => sendStatus(call, 204) }),
  },
  {
    name: 'id-clamped',
    summary: 'takes an id beyond 64 bits for the largest one, and deletes without regard to what was there',
    draws: ['invalid-input-refused'],
    changes: (good) => ({
      parseId: (text) => (/^-?\d{19,}$/.test(text) ? 2n ** 63n - 1n : good.parseId(text)),
      unknown: (call) => sendStatus(call, 204),
    }),
  },
  {
    name: 'id-32-bits',
    summary: 'keeps the lowest 32 bits of an id, signed',
    draws: ['exact-id'],
    changes: (good) => ({ remove: (call, id) => good.remove(call, BigInt.asIntN(32, id)) }),
  },
  {
    name: 'id-32-bits-unsigned',
    summary: 'keeps the lowest 32 bits of an id, unsigned',
    draws: ['exact-id'],
    changes: (good) => ({ remove: (call, id) => good.remove(call, BigInt.asUintN(32, id)) }),
  },
  {
    name: 'id-double',
    summary: 'rounds ids to doubles',
    draws: ['exact-id'],
    plants: WIDE_PLANTS,
    changes: () => ({
      remove({ plants }, id) {
        const alike = [...plants].find((plant) => Number(plant) === Number(id));
        return alike !== undefined && plants.delete(alike);
      },
    }),
  },
  {
    name: 'id-beyond-double-refused',
    summary: 'refuses ids beyond 2^53',
    draws: ['success-status'],
    plants: WIDE_PLANTS,
    changes: (good) => ({
      parseId(text) {
        const id = good.parseId(text);
        return id !== undefined && Number.isSafeInteger(Number(id)) ? id : undefined;
      },
    }),
  },
  {
    name: 'id-zero-for-what-is-no-number',
    summary: 'takes what is no number for plant 0, and deletes without regard to what was there',
    draws: ['invalid-input-refused'],
    plants: [...PLANTS, 0n],
    changes: (good) => ({
      parseId: (text) => (/^-?\d/.test(text) ? good.parseId(text) : 0n),
      unknown: (call, id) => (id === 0n ? sendStatus(call, 204) : sendError(call)),
    }),
  },
];
