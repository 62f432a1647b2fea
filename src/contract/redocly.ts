/**
 * The parts of Redocly's library that are used here, and its linter made of them. The library's own index also loads
 * its configuration, its bundler and the rules of seven other formats, which takes longer than a run; so this is the
 * only file that imports from it, and the version is fixed in package.json.
 */

import './deferred';
import type { BaseResolver, Document } from '@redocly/openapi-core/lib/resolve';
import { resolveDocument } from '@redocly/openapi-core/lib/resolve';
import { releaseAjvInstance } from '@redocly/openapi-core/lib/rules/ajv';
import { NoEnumTypeMismatch } from '@redocly/openapi-core/lib/rules/common/no-enum-type-mismatch';
import { NoIdenticalPaths } from '@redocly/openapi-core/lib/rules/common/no-identical-paths';
import { NoInvalidParameterExamples } from '@redocly/openapi-core/lib/rules/common/no-invalid-parameter-examples';
import { NoInvalidSchemaExamples } from '@redocly/openapi-core/lib/rules/common/no-invalid-schema-examples';
import { NoSchemaTypeMismatch } from '@redocly/openapi-core/lib/rules/common/no-schema-type-mismatch';
import { OperationIdUnique } from '@redocly/openapi-core/lib/rules/common/operation-operationId-unique';
import { OperationParametersUnique } from '@redocly/openapi-core/lib/rules/common/operation-parameters-unique';
import { PathDeclarationMustExist } from '@redocly/openapi-core/lib/rules/common/path-declaration-must-exist';
import { PathNotIncludeQuery } from '@redocly/openapi-core/lib/rules/common/path-not-include-query';
import { PathParamsDefined } from '@redocly/openapi-core/lib/rules/common/path-params-defined';
import { SecurityDefined } from '@redocly/openapi-core/lib/rules/common/security-defined';
import { Struct } from '@redocly/openapi-core/lib/rules/common/struct';
import { NoUnresolvedRefs } from '@redocly/openapi-core/lib/rules/no-unresolved-refs';
import { ValidContentExamples } from '@redocly/openapi-core/lib/rules/oas3/no-invalid-media-type-examples';
import { NoUndefinedServerVariable } from '@redocly/openapi-core/lib/rules/oas3/no-undefined-server-variable';
import { normalizeTypes } from '@redocly/openapi-core/lib/types';
import { Oas3_1Types } from '@redocly/openapi-core/lib/types/oas3_1';
import { normalizeVisitors } from '@redocly/openapi-core/lib/visitors';
import { type NormalizedProblem, type WalkContext, walkDocument } from '@redocly/openapi-core/lib/walk';

export { getLineColLocation } from '@redocly/openapi-core/lib/format/codeframes';
export { isAbsoluteUrl } from '@redocly/openapi-core/lib/ref-utils';
export {
  BaseResolver,
  type Document,
  makeDocumentFromString,
  ResolveError,
  type Source,
  YamlParseError,
} from '@redocly/openapi-core/lib/resolve';
export type { NormalizedProblem };

/** The rules that find what is wrong, as opposed to what is a matter of taste. */
const RULES = [
  ['struct', 'error', Struct],
  ['operation-operationId-unique', 'error', OperationIdUnique],
  ['operation-parameters-unique', 'error', OperationParametersUnique],
  ['no-enum-type-mismatch', 'error', NoEnumTypeMismatch],
  ['path-declaration-must-exist', 'error', PathDeclarationMustExist],
  ['path-not-include-query', 'error', PathNotIncludeQuery],
  ['path-parameters-defined', 'error', PathParamsDefined],
  ['security-defined', 'error', SecurityDefined],
  ['no-unresolved-refs', 'error', NoUnresolvedRefs],
  ['no-invalid-media-type-examples', 'warn', ValidContentExamples],
  ['no-identical-paths', 'error', NoIdenticalPaths],
  ['no-undefined-server-variable', 'error', NoUndefinedServerVariable],
  ['no-invalid-schema-examples', 'warn', NoInvalidSchemaExamples],
  ['no-invalid-parameter-examples', 'warn', NoInvalidParameterExamples],
  ['no-schema-type-mismatch', 'error', NoSchemaTypeMismatch],
] as const;

/**
 * Lints an OpenAPI 3.1 document, as Redocly's `lintDocument` does; `resolver` afterwards holds all files of it.
 * @param warn whether to apply the rules that only warn, which judge every example by its schema.
 */
export async function lint(
  document: Document,
  resolver: BaseResolver,
  warn: boolean,
): Promise<readonly NormalizedProblem[]> {
  // It keeps the schemas of an earlier run by their file's name.
  releaseAjvInstance();
  const types = normalizeTypes(Oas3_1Types);
  const { Root: rootType } = types;
  if (!rootType) throw new Error("Redocly's types have no root");
  const applied = RULES.filter(([, severity]) => warn || severity === 'error');
  const visitors = applied.flatMap(([ruleId, severity, rule]) => {
    // Rules are typed by the formats that they are for, which is of no use where they are all for this one.
    const made = (rule as unknown as (settings: object) => never)({ severity });
    return [made].flat().map((visitor) => ({ ruleId, severity, visitor }));
  });
  const ctx: WalkContext = { problems: [], oasVersion: 'oas3_1' as WalkContext['oasVersion'], visitorsData: {} };
  walkDocument({
    document,
    rootType,
    normalizedVisitors: normalizeVisitors(visitors, types as never),
    resolvedRefMap: await resolveDocument({ rootDocument: document, rootType, externalRefResolver: resolver }),
    ctx,
  });
  return ctx.problems;
}
