/** The last step of the build: `node dist/src/contract/precompile.js`. */

import { writeFileSync } from 'node:fs';
import { PRECOMPILED, structureValidatorCode } from './structure';

writeFileSync(PRECOMPILED, structureValidatorCode());
