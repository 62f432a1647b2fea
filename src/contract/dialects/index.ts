import type { Dialect } from './dialect';
import { openapi20 } from './openapi-2.0';
import { openapi30 } from './openapi-3.0';
import { openapi31 } from './openapi-3.1';
import { openapi32 } from './openapi-3.2';

export type { Dialect } from './dialect';

/** Every version of OpenAPI that is read. */
export const dialects: readonly Dialect[] = [openapi20, openapi30, openapi31, openapi32];
