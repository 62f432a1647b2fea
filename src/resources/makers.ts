/** Chooses the operation on an item that makes one under a name that the client chose. */

import { isSuccessStatus, type Operation } from '../contract/contract';

/** Tells whether the contract lets an operation succeed. */
export function maySucceed({ responses }: Operation): boolean {
  return responses.some(({ status }) => isSuccessStatus(status) || /^default$/i.test(status));
}

/**
 * Returns the operation on an item that makes one with a new id. One that declares a 201 comes first. If both or none do, PUT comes first,
 * unless the names of the operations say otherwise: `addFeature` makes one, `updateFeature` does not.
 */
export function makerAt(replacer: Operation | undefined, poster: Operation | undefined): Operation | undefined {
  const creates = (operation: Operation | undefined) => operation?.responses.some(({ status }) => status === '201');
  if (
    replacer &&
    poster &&
    !creates(replacer) &&
    (creates(poster) || (isCalled(poster, ADDS) && !isCalled(replacer, ADDS)))
  )
    return poster;
  return replacer ?? (poster && maySucceed(poster) ? poster : undefined);
}

const ADDS = /^(add|create|new|register|insert|make|store|upload)s?$/;

/** Tells whether the operationId has such a word: `createOrderUsingPOST`, `orders_create`. */
function isCalled({ operationId = '' }: Operation, words: RegExp): boolean {
  return operationId.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).some((word) => words.test(word.toLowerCase()));
}
