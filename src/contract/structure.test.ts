import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { structureValidator, structureValidatorCode } from './structure';

test('what the build compiles judges as what is compiled when it is needed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-structure-'));
  try {
    const file = join(folder, 'precompiled.js');
    writeFileSync(file, structureValidatorCode());
    const precompiled = require(file) as ValidateFunction;
    const validate = structureValidator();
    const info = { title: 'Plants', version: '1' };
    for (const document of [
      { openapi: '3.1.0', info, paths: {} },
      { openapi: '3.1.0', info },
      { openapi: '3.1.0', info, paths: { plants: {} } },
      { openapi: '3.1.0', info, components: { schemas: { Id: 7 } } },
      { openapi: '3.1.0', info, components: { schemas: { Id: { type: 'integer' }, Any: true } } },
      { openapi: '3.1.0', info, paths: { '/plants': { get: { responses: { 700: { description: '' } } } } } },
    ]) {
      expect(precompiled(document)).toBe(validate(document));
      expect(precompiled.errors).toEqual(validate.errors);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
