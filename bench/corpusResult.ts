/** How far a contract came. */
export interface Result {
  readonly read: boolean;
  /** Whether the check has nothing against it. */
  readonly valid: boolean;
  readonly started: boolean;
  readonly operations: number;
  readonly answered: number;
  /** Answered as the contract says, and with no warning. */
  readonly wholly: number;
  /** Whether the mock could be verified, whether that found nothing, of how many exchanges, and with how many operations exercised. */
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
