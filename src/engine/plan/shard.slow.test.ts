/** All cases of `shard.test.ts`. */

import './shard.test';
