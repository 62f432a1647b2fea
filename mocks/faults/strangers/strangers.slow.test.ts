/** As `strangers.test.ts`, at many moments. */

import { interruptedAt } from './raid.testing';
import { strangers } from './strangers';

jest.setTimeout(600_000);

const MOMENTS = [...Array.from({ length: 24 }, (_, at) => at + 1), 32, 48, 64];

test.concurrent.each(strangers.map((target) => [target.name, target] as const))(
  '%s, interrupted',
  async (_, target) => {
    const wrongs: object[] = [];
    for (const moment of MOMENTS) {
      const wrong = await interruptedAt(moment, target);
      if (Object.values(wrong).some((each) => each.length > 0)) wrongs.push({ moment, ...wrong });
    }
    expect(wrongs).toEqual([]);
  },
);
