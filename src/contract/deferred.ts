/** What the readers of contracts can do without until they are asked for it. To be imported before them. */

import { putOff } from '../deferred';

putOff('@apidevtools/swagger-parser', [
  // Compile OpenAPI's schemas, and judge Swagger 2.0.
  '@apidevtools/swagger-parser/lib/validators/schema',
  '@apidevtools/swagger-parser/lib/validators/spec',
]);
putOff('@redocly/openapi-core', [
  // Judges examples.
  '@redocly/ajv/dist/2020',
  'https-proxy-agent',
  // Finds lines and columns.
  'yaml-ast-parser',
]);
