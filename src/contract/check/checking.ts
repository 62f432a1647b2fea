import type { Dialect } from '../dialects';
import type { Files } from '../document/files';
import type { Place } from '../document/reference';
import type { Fault } from './structure';

export interface Checking {
  readonly files: Files;
  readonly dialect: Dialect;
}

export interface Judging extends Checking {
  readonly report: (fault: Fault) => void;
}

/** Tells what is wrong with the objects of a contract, or with how they go together. @param all gives all of a kind. */
export type Check = (all: (kind: string) => readonly Place[], judging: Judging) => void;
