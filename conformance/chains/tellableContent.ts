/**
 * Puts a text of the run's own into a request whose content is no JSON, so that what it makes can be told from all else: into what is uploaded, and
 * into a name in the query. `POST /photos?filename=sheet` with the bytes `soil` → `?filename=a1b2c3d4-sheet` with `a1b2c3d4-soil`.
 */

import type { Operation, Parameter } from '../../src/contract/contract';
import { hasListedValues } from '../../src/contract/schema/facets';
import type { Known } from '../../src/engine/model/probe';
import { isUniqueName } from '../../src/resources/vocabulary/naming';
import type { Input } from '../../src/serialization/input';
import { isSalted, newToken, satisfiesMedia, type Unlike, unlikeOthers } from '../sparing/uniqueTexts';
import { usersValues } from '../sparing/usersValues';
import { isKeptAsItIs } from './wholeContent';

/** The name under which the text in an uploaded content is noted: it is in no member. */
const CONTENT = '';

/**
 * Returns an input with such texts, and a note of them; the same input where its content has a meaning, or was handed over. What is uploaded has to
 * have the text: a GET shows the content and not its name.
 * @param isSameLength whether the request is to show a length, or breaks a clause: the content keeps its length, and the query stays as it is.
 */
export function withOwnContent(
  maker: Operation,
  input: Input,
  known: Known,
  { isSameLength = false }: { readonly isSameLength?: boolean } = {},
): Input {
  const { body } = input;
  const media = maker.requestBody?.media.find(({ declared }) => declared === body?.contentType);
  if (!body || !media || !isKeptAsItIs(media.type) || known.handedOver.bodies(maker).length > 0) return input;
  const text = body.bytes.toString('utf8');
  if (!PLAIN_TEXT.test(text) || usersValues(maker, known).has(CONTENT, text)) return input;
  const random = known.chance.random(maker);
  const token = newToken(known.chance, random);
  const unlike = unlikeOthers(known.chance, random);
  const fits = (each: string) => !media.schema || satisfiesMedia(media, each);
  const content = isSameLength ? markedWith(token, text, isSalted(known.chance), fits) : unlike(text, fits, token);
  if (content === undefined) return input;
  const named = isSameLength ? undefined : inName(maker, input, known, (value, fits) => unlike(value, fits, token));
  return {
    ...input,
    ...(named ? { query: named.query } : {}),
    body: { ...body, bytes: Buffer.from(content) },
    like: { [CONTENT]: content, ...named?.like },
  };
}

/** What was made up as a text: nothing of it has to stay as it is. */
const PLAIN_TEXT = /^[ -~]+$/;

/** Puts a token in place of the beginning or the end of a text. @param isFirst whether the beginning comes first. */
function markedWith(
  token: string,
  text: string,
  isFirst: boolean,
  fits: (text: string) => boolean,
): string | undefined {
  if (text.length < token.length) return undefined;
  const both = [token + text.slice(token.length), text.slice(0, -token.length) + token];
  return (isFirst ? both : both.reverse()).find(fits);
}

/** Puts a token into the first name in the query that was made up; undefined where there is none. */
function inName(maker: Operation, { query }: Input, known: Known, unlike: Unlike) {
  const users = usersValues(maker, known);
  for (const { name, value } of query) {
    const parameter = maker.parameters.find((each) => each.in === 'query' && each.name === name);
    const isOnce = query.filter((pair) => pair.name === name).length === 1;
    if (!parameter || !isOnce || !mayBeNamed(maker, parameter, known) || users.has(name, value)) continue;
    const own = unlike(value, (text) => parameter.accepts(text));
    if (own === undefined) continue;
    const changed = query.map((pair) => (pair.name === name ? { name, value: own } : pair));
    return { query: changed, like: { [name]: own } };
  }
  return undefined;
}

function mayBeNamed(maker: Operation, parameter: Parameter, known: Known): boolean {
  const { name, schema } = parameter;
  return (
    isUniqueName(name) && !(schema && hasListedValues(schema)) && known.handedOver.texts(maker, parameter).length === 0
  );
}
