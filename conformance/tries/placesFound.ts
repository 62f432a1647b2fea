/** Puts what answers have shown into the path of a request, before it is sent. */

import { pathParameters } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import type { Edit, ShownValues } from '../../src/engine/model/tries';
import { toText } from '../../src/json/value';
import { lastName, namesItem } from '../../src/routing/pathTemplate';

/**
 * Returns what to put into the path of a request that changes something, in place of what was made up: the target is a throw-away, and answers
 * have shown what there is. What a POST makes under its own path has a new name.
 */
export function placesFound({ request, claim, chain }: Case, known: Known, found: ShownValues): Edit[] {
  const { operation, values } = request;
  const { writes, everythingExists } = known.wanted;
  if (operation.safe || writes !== 'any' || everythingExists || claim.probe !== 'valid' || claim.exists || chain)
    return [];
  const created = operation.method === 'POST' && namesItem(operation.path) ? lastName(operation.path) : undefined;
  const open = pathParameters(operation).filter(({ name }) => name !== created);
  // What the run has made serves other requests, which are not to find it gone.
  const isRemoval = operation.method === 'DELETE';
  const [together = []] = open.length > 1 && !isRemoval ? found.together(operation, open) : [];
  const whole = Object.fromEntries(open.map(({ name }, at) => [name, together.slice(at, at + 1).map(toText)]));
  return pathParameters(operation).flatMap((parameter): Edit[] => {
    const { name } = parameter;
    const isHandedOver = known.handedOver.handed(operation, name).length > 0;
    if (isHandedOver || name === created) return [];
    const [value] = [...(whole[name] ?? []), ...found.inPath(operation, parameter, isRemoval).map(toText)].filter(
      parameter.accepts,
    );
    return value === undefined ? [] : [{ place: 'path', name, value, instead: values[name] }];
  });
}
