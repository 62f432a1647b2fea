/**
 * Logs in with what the run was registered with, and sends the tokens that it was issued then. For example: `POST /register` took
 * `{ "email", "password" }`, and `POST /login` asks for a `username` and a `password`.
 */

import type { Edit, Try } from '../../src/engine/model/tries';
import { escapePointer } from '../../src/json/pointer';
import { isObject, type JsonObject } from '../../src/json/value';
import { callsPassword, mayBeSecret } from '../../src/resources/vocabulary/secrets';
import { plain } from '../../src/resources/vocabulary/words';
import type { RefusedRequest } from './refusedRequest';

/** So many texts of a registration are tried as the name of the user. */
const MOST_NAMES = 3;

/** Returns what may let a request in whose body has a password, or a token; nothing where the run may not use what it cannot remove. */
export function asRegistered(asked: RefusedRequest): Try[] {
  const { body, known, found } = asked;
  if (known.wanted.writes !== 'any' || !isObject(body)) return [];
  const texts = Object.keys(body).filter((name) => typeof body[name] === 'string');
  const password = texts.find(callsPassword);
  if (password === undefined) return withTokens(asked, texts);
  const names = texts.filter((name) => name !== password && !mayBeSecret(name));
  return found.registered().flatMap((user) => {
    const own = textOf(user, callsPassword);
    if (own === undefined) return [];
    const same = names.flatMap((name) => {
      const value = textOf(user, (other) => plain(other) === plain(name));
      return value === undefined ? [] : [edit(name, value)];
    });
    return loginsOf(asked, user, names, same).map((edits): Try => {
      return { why: 'with what the run was registered with', edits: [...edits, edit(password, own)] };
    });
  });
}

/** Where the login has another name for the user than the registration, each text of that may be it: a mail address first. */
function loginsOf(asked: RefusedRequest, user: JsonObject, names: readonly string[], same: readonly Edit[]): Edit[][] {
  const isKnown = (name: string) => same.some((each) => each.name === pointer(name));
  const other = names.find((name) => !isKnown(name) && asked.isRequired({ place: 'body', name: pointer(name) }));
  if (other === undefined) return same.length > 0 ? [[...same]] : [];
  const texts = Object.entries(user).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && !mayBeSecret(name) ? [value] : [],
  );
  const likely = [...texts.filter(isMail), ...texts.filter((text) => !isMail(text))];
  return likely.slice(0, MOST_NAMES).map((text) => [...same, edit(other, text)]);
}

function withTokens({ found }: RefusedRequest, names: readonly string[]): Try[] {
  const edits = names.filter(mayBeSecret).flatMap((name): Edit[] => {
    const token = found.issued(name);
    return token === undefined ? [] : [edit(name, token)];
  });
  return edits.length === 0 ? [] : [{ why: 'with what the run was issued', edits }];
}

function textOf(user: JsonObject, isMeant: (name: string) => boolean): string | undefined {
  const value = Object.entries(user).find(([name]) => isMeant(name))?.[1];
  return typeof value === 'string' ? value : undefined;
}

function isMail(text: string): boolean {
  return text.includes('@');
}

function edit(name: string, value: string): Edit {
  return { place: 'body', name: pointer(name), value };
}

function pointer(name: string): string {
  return `/${escapePointer(name)}`;
}
