/** Every service of `strangers.slow.test.ts`, interrupted at many moments: three thousand runs, which a worker of their own makes. */

import { interruptedAt } from './raid.testing';
import { strangers } from './strangers';

const MANY = [...Array.from({ length: 24 }, (_, at) => at + 1), 32, 48, 64];

test.concurrent.each(strangers.map((target) => [target.name, target] as const))(
  '%s, interrupted at many moments',
  async (_, target) => {
    const wrongs: object[] = [];
    for (const moment of MANY) {
      const wrong = await interruptedAt(moment, target);
      if (Object.values(wrong).some((each) => each.length > 0)) wrongs.push({ moment, ...wrong });
    }
    expect(wrongs).toEqual([]);
  },
);
