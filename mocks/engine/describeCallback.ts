/** Describes for the page what the mock sends to a client. */

import type { DeclaredCallback, DeclaredWebhook } from '../../src/contract/contract';
import type { ShownCallback } from './engine';

export function describeCallback(declared: DeclaredWebhook | DeclaredCallback): ShownCallback {
  const { name, operation } = declared;
  return { name, method: operation.method, ...('expression' in declared ? { expression: declared.expression } : {}) };
}
