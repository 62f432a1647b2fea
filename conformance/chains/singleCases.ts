/** Plans the chain on what a thing that the run makes has one of: `PUT /repairs/{id}/photo` is read again by `GET /repairs/{id}/photo`. */

import type { Operation } from '../../src/contract/contract';
import type { Case } from '../../src/engine/model/case';
import type { Known } from '../../src/engine/model/probe';
import { mediaKind } from '../../src/http/mediaType';
import { placesAbove } from '../../src/resources/kinds';
import { withoutNames } from '../../src/routing/pathTemplate';
import { chainNamed } from '../inputs/toCase';
import { type Reads, writes } from './changingSteps';
import { makerCase, placesFor, resourceOf } from './makeResources';
import { mayMake } from './mayMake';
import { stepper } from './stepper';

/** Sets what a thing of the run has one of, and looks at it after each change; what is there goes with the thing. */
export function singleCases(operation: Operation, known: Known): Case[] {
  const { kinds } = known.contract;
  const path = withoutNames(operation.path);
  const [, item = ''] = /^(.+\/\{\})\/[^/{}]+$/.exec(path) ?? [];
  const kind = kinds.at(item);
  // What things stand below is a list of them.
  if (!kind || kinds.madeBy(operation) || kinds.at(`${path}/{}`) || !mayMake(kind, known)) return [];
  const [reader, ...changing] = ['GET', 'PUT', 'PATCH'].map((method) => known.contract.at(operation.path, method));
  const [replacer, patcher] = changing.map((each) => (each && setsValue(each) ? each : undefined));
  const owner = [replacer, patcher].find((each) => each && known.wanted.selected(each));
  if (owner !== operation) return [];
  const name = chainNamed(`${operation.path} state`);
  const above = placesFor(kind.maker, known, name, { most: placesAbove(kind) });
  const one = above && makerCase(kind, known, name, above);
  if (!one) return [];
  const steps = stepper(known, 'own', (asked, made = one) => resourceOf(kind, asked, above, { from: made }, name));
  if (!steps.asked(reader)) return [];
  const reads: Reads = {
    one: (shows, awaits) => void steps.add('read', reader, shows, awaits ? { awaits } : {}),
    other: () => {},
  };
  reads.one('what is there');
  writes({ replacer, patcher }, known, steps, reads);
  return steps.cases;
}

/** Whether an operation is sent a value, and no file. */
function setsValue({ requestBody }: Operation): boolean {
  return requestBody?.media.some(({ type }) => mediaKind(type) === 'json') === true;
}
