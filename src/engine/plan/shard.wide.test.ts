/** As `shard.test.ts`, with parts that do not go together. */

import './shard.test';
