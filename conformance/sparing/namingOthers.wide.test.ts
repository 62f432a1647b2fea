/** As `namingOthers.test.ts`, with one place of three. */

import './namingOthers.test';
