/** Reads from an answer what a thing that was made is called, and which members it has. */

import { isSuccess } from '../../http/statuses';
import { parsedBody, textAt } from '../../json/exactJson';
import { escapePointer, valueAt } from '../../json/pointer';
import { isObject } from '../../json/value';
import type { Identity } from '../../resources/identity';
import { plain } from '../../resources/vocabulary/words';
import { lastName } from '../../routing/pathTemplate';
import type { Exchange } from '../model/exchange';

/** A member of what was made. */
export interface Member {
  readonly text: string;
  /** JSON Pointer in the answer; undefined where only the request had it. */
  readonly pointer: string | undefined;
}

/** Returns the text of a place in a JSON body; undefined if there is none. */
export function textAtPointer(body: Buffer | undefined, pointer: string | undefined): string | undefined {
  const json = body && pointer !== undefined ? parsedBody(body) : undefined;
  return json && pointer !== undefined ? textAt(json, pointer) : undefined;
}

/** A PUT makes a thing under the name in its path, also where a POST on the collection would make one. */
export function namedInPath({ case: { request }, response }: Exchange): Identity | undefined {
  const text = request.values[lastName(request.operation.path)];
  return response && isSuccess(response.status) && text !== undefined ? { text, pointer: undefined } : undefined;
}

/** Returns the scalar members of what was made, by their names as `plain` gives them: as the answer shows it, or else as it was sent. */
export function membersOfMade({ request, response }: Exchange, identity: Identity | undefined): Map<string, Member> {
  const members = new Map<string, Member>();
  const at = identity?.pointer?.split('/').slice(0, -1).join('/') ?? '';
  const bodies = [
    { body: response ? parsedBody(response.body) : undefined, prefix: at, isShown: true },
    { body: request.body ? parsedBody(request.body) : undefined, prefix: '', isShown: false },
  ];
  for (const { body, prefix, isShown } of bodies) {
    const made = body && valueAt(body.value, prefix);
    if (!body || !isObject(made)) continue;
    for (const name of Object.keys(made)) {
      const pointer = `${prefix}/${escapePointer(name)}`;
      const text = textAt(body, pointer);
      const isNew = text !== undefined && text !== '' && !members.has(plain(name));
      if (isNew) members.set(plain(name), { text, pointer: isShown ? pointer : undefined });
    }
  }
  return members;
}
