import type { Rule } from '../../src/engine/model/rule';
import { allowOn405 } from './allow-on-405';
import { authChallenge } from './auth-challenge';
import { bearerRequired } from './bearer-required';
import { bodySchema } from './body-schema';
import { bodySyntax } from './body-syntax';
import { callback } from './callback';
import { changeDated } from './change-dated';
import { countsKept } from './counts-kept';
import { createdFound } from './created-found';
import { createdListed } from './created-listed';
import { credentialChecked } from './credential-checked';
import { credentialRequired } from './credential-required';
import { declaredStatus } from './declared-status';
import { defaultShown } from './default-shown';
import { deletedGone } from './deleted-gone';
import { exactId } from './exact-id';
import { headAsGet } from './head-as-get';
import { idempotencyKept } from './idempotency-kept';
import { invalidInputRefused } from './invalid-input-refused';
import { listAsAsked } from './list-as-asked';
import { listNarrows } from './list-narrows';
import { locationResolves } from './location-resolves';
import { lockKept } from './lock-kept';
import { mediaType } from './media-type';
import { noContent } from './no-content';
import { noServerError } from './no-server-error';
import { pagesAgree } from './pages-agree';
import { patchApplied } from './patch-applied';
import { patchMerges } from './patch-merges';
import { privateThings } from './private-things';
import { putCreatesOnce } from './put-creates-once';
import { putIdempotent } from './put-idempotent';
import { putReplaces } from './put-replaces';
import { readOnlyKept } from './read-only-kept';
import { refusalWithoutEffect } from './refusal-without-effect';
import { responds } from './responds';
import { responseHeader } from './response-header';
import { schemeCase } from './scheme-case';
import { sentShown } from './sent-shown';
import { statusFitsRequest } from './status-fits-request';
import { successStatus } from './success-status';
import { validInputAccepted } from './valid-input-accepted';
import { workflow } from './workflow';
import { writeOnlyHidden } from './write-only-hidden';

/** All rules, in the order of the reports. */
export const rules: readonly Rule[] = [
  responds,
  successStatus,
  noContent,
  mediaType,
  bodySyntax,
  bodySchema,
  responseHeader,
  bearerRequired,
  credentialRequired,
  refusalWithoutEffect,
  exactId,
  privateThings,
  patchApplied,
  patchMerges,
  lockKept,
  noServerError,
  declaredStatus,
  credentialChecked,
  invalidInputRefused,
  validInputAccepted,
  authChallenge,
  schemeCase,
  writeOnlyHidden,
  readOnlyKept,
  allowOn405,
  statusFitsRequest,
  headAsGet,
  sentShown,
  defaultShown,
  createdFound,
  createdListed,
  idempotencyKept,
  pagesAgree,
  listAsAsked,
  listNarrows,
  locationResolves,
  putReplaces,
  putIdempotent,
  putCreatesOnce,
  changeDated,
  countsKept,
  deletedGone,
  callback,
  workflow,
];
