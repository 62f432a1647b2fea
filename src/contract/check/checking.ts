import type { Dialect } from '../dialects';
import type { Files } from '../document/files';
import type { DocumentPlace } from '../document/reference';
import type { ContractFault } from './structure';

export interface Checking {
  readonly files: Files;
  readonly dialect: Dialect;
}

export interface CheckReporting extends Checking {
  readonly report: (fault: ContractFault) => void;
}

/**
 * Reports what is wrong with the objects of a contract, or between them.
 * @param all returns all objects of a kind.
 */
export type Check = (all: (kind: string) => readonly DocumentPlace[], judging: CheckReporting) => void;
