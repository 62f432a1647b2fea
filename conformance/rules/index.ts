import type { Rule } from '../../src/rule';
import { authChallenge } from './auth-challenge';
import { bearerRequired } from './bearer-required';
import { bodySchema } from './body-schema';
import { bodySyntax } from './body-syntax';
import { declaredStatus } from './declared-status';
import { exactId } from './exact-id';
import { invalidInputRefused } from './invalid-input-refused';
import { mediaType } from './media-type';
import { noContent } from './no-content';
import { noServerError } from './no-server-error';
import { refusalWithoutEffect } from './refusal-without-effect';
import { responds } from './responds';
import { schemeCase } from './scheme-case';
import { successStatus } from './success-status';

/** In the order of the reports. */
export const rules: readonly Rule[] = [
  responds,
  successStatus,
  noContent,
  mediaType,
  bodySyntax,
  bodySchema,
  bearerRequired,
  refusalWithoutEffect,
  exactId,
  noServerError,
  declaredStatus,
  invalidInputRefused,
  authChallenge,
  schemeCase,
];
