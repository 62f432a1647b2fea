/** As `toldAnswers.test.ts`, with a thousand requests. */

import './toldAnswers.test';
