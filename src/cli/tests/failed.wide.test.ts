/** As `failed.test.ts`, with more commands that fail. */

import './failed.test';
