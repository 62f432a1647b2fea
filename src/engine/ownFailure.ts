import type { Report } from '../report/report';
import { namePlaces } from '../support/stackPlaces';
import { TOOL } from '../support/version';

/** Espalier itself failed, which is no fault of the target's. Its message is one sentence, and says what to do. */
export class OwnFailure extends Error {
  /**
   * @param cause what was thrown.
   * @param report what was proven until then, where that is known.
   */
  constructor(
    cause: unknown,
    readonly report?: Report,
  ) {
    const [what = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    const said = what.replace(/[.\s]*$/, '') || 'it did not say why';
    super(
      `Espalier ${TOOL.version} itself failed, which is a bug of ours: ${said}; please report it with this line and your command (${DEBUG}=1 in the environment shows where it failed).`,
      { cause },
    );
  }
}

const DEBUG = 'ESPALIER_DEBUG';

/** As it is told to a person: with the place in our code where they ask for it. */
export function describeFailure(
  { message, cause }: OwnFailure,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const where = env[DEBUG] && cause instanceof Error ? `\n${namePlaces(cause.stack ?? '')}` : '';
  return message + where;
}

/** An error that nobody expected, as what it is. */
export function toOwnFailure(error: unknown): OwnFailure {
  return error instanceof OwnFailure ? error : new OwnFailure(error);
}
