/** As `namings.test.ts`, with one naming of four. */

import './namings.test';
