/** As `guides.test.ts`, with every command. */

import './guides.test';
