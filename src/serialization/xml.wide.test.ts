/** As `xml.test.ts`, with one that breaks many branches. */

import './xml.test';
