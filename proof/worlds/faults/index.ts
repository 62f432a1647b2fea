/** All faults of a world: those of each operation, and those that its choices make possible. */

import type { Design, WorldFault } from '../design/design';
import { faultsOfChoices } from '../design/designOf';
import type { World } from '../world';
import { answerFaults } from './answers';
import { credentialFaults } from './credentials';
import { inputFaults, oddValueFaults } from './inputs';
import { stateFaults } from './states';

const classes = [answerFaults, inputFaults, oddValueFaults, credentialFaults, stateFaults];

/** @param design that of the world: the faults name its operations. */
export function faultsOfWorld(world: World, design: Design): WorldFault[] {
  const operations = design.kinds.flatMap((kind) => kind.operations);
  return [
    ...operations.flatMap((operation) => classes.flatMap((make) => make(operation))),
    ...faultsOfChoices(world, design),
  ];
}
