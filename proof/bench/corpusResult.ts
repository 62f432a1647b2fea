/** How many of the stages a contract passed, and with which results. */
export interface Result {
  readonly read: boolean;
  /** Whether the check found no mistake. */
  readonly valid: boolean;
  readonly started: boolean;
  readonly operations: number;
  readonly answered: number;
  /** How many operations were answered as the contract says, without a warning. */
  readonly wholly: number;
  /** Whether the mock could be verified. The next members say whether the run found nothing, and how many exchanges and operations it had. */
  readonly verified: boolean;
  readonly clean: boolean;
  readonly sent: number;
  readonly exercised: number;
  readonly left: readonly { readonly reason: string; readonly where: string }[];
}

export const NO_RESULT: Result = {
  read: false,
  valid: false,
  started: false,
  operations: 0,
  answered: 0,
  wholly: 0,
  verified: false,
  clean: false,
  sent: 0,
  exercised: 0,
  left: [],
};
