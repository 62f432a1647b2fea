/** Keeps with which names and passwords the run was registered, and which tokens it was issued then. */

import { isSuccess } from '../../../http/statuses';
import { parsedBody } from '../../../json/exactJson';
import { isObject, type JsonObject } from '../../../json/value';
import { callsPassword, mayBeSecret } from '../../../resources/vocabulary/secrets';
import { plain } from '../../../resources/vocabulary/words';
import { changeableBody } from '../../../serialization/changeableBody';
import type { Exchange } from '../../model/exchange';

/** So many registrations are kept. */
const MOST = 2;

/** The largest answer that is searched for tokens, in bytes; and the longest token, in characters. */
const LARGEST = 64 * 1024;
const LONGEST = 4000;

interface Registration {
  /** The place of its request in the run. */
  readonly index: number;
  readonly sent: JsonObject;
  /** By their names, as `plain` gives them. */
  readonly issued: ReadonlyMap<string, string>;
}

export class Registrations {
  private noted: Registration[] = [];
  private kept: readonly Registration[] = [];

  /** @param isSecret whether a text holds a secret of the user. */
  constructor(private readonly isSecret: (text: string) => boolean) {}

  /** Takes note of a request that was made up, has a password, and was taken. */
  note({ case: { claim, request }, response, index }: Exchange): void {
    if (request.operation.safe || claim.probe !== 'valid' || claim.violation || claim.handedOver) return;
    if (!response || !isSuccess(response.status)) return;
    const sent = changeableBody(request.operation, request.input)?.json.value;
    if (!isObject(sent) || !Object.keys(sent).some(callsPassword)) return;
    if (Object.values(sent).some((value) => typeof value === 'string' && this.isSecret(value))) return;
    this.noted.push({ index, sent: sent as JsonObject, issued: tokensIn(response.body) });
  }

  /** Lets what was noted be given from now on. The choice does not depend on which answer came first. */
  settle(): void {
    const all = [...this.kept, ...this.noted].sort((one, other) => one.index - other.index);
    const issuing = all.filter(({ issued }) => issued.size > 0);
    this.kept = [...new Set([...all.slice(0, MOST), ...issuing.slice(0, MOST)])];
    this.noted = [];
  }

  /** The bodies that were taken. */
  bodies(): readonly JsonObject[] {
    return this.kept.slice(0, MOST).map(({ sent }) => sent);
  }

  /** Returns a token of a name that was issued; undefined where there is none. */
  issued(name: string): string | undefined {
    return this.kept.map(({ issued }) => issued.get(plain(name))).find((token) => token !== undefined);
  }
}

/** Returns the tokens of an answer, and of the objects in it: `{ "user": …, "tokens": { "refresh_token": … } }`. */
function tokensIn(body: Buffer): ReadonlyMap<string, string> {
  const value = parsedBody(body, LARGEST)?.value;
  const all = isObject(value) ? [value, ...Object.values(value).filter((inner) => isObject(inner))] : [];
  const members = all.flatMap((each) => Object.entries(each as Readonly<Record<string, unknown>>));
  const tokens = members.filter(
    (each): each is [string, string] =>
      typeof each[1] === 'string' && each[1].length <= LONGEST && mayBeSecret(each[0]) && !callsPassword(each[0]),
  );
  return new Map(tokens.map(([name, token]) => [plain(name), token]));
}
