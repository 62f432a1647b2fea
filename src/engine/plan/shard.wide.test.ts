/** As `shard.test.ts`, with a whole run in parts, and parts that do not go together. */

import './shard.test';
