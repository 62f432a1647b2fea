/** Does what requests do to a single thing, which is the only one at its path, such as /settings. */

import { declaredResponse, type Media, type Operation } from '../../src/contract/contract';
import { bareType, mediaKind } from '../../src/http/mediaType';
import type { JsonValue } from '../../src/json/value';
import { viewOfWhole } from '../../src/resources/answers/views';
import { mediaOf } from '../../src/serialization/readBody';
import type { EngineRequest, Held, Turn } from '../engine/engine';
import { patchedBy, unpatchable } from './collectionActs';
import { type Act, type Single, successOf } from './collections';
import { FULL, NOTHING_HELD, refuseMissing } from './requestPlan';
import { isGone, SINGLE_GONE, type StoredThing, type StorePlace, type ThingStore } from './store';
import { type Conditions, showsTags, withTag } from './tags';
import { type Filling, filled, isAbout, mendedBy, sentIn, shownAs } from './values';

/** @param filling undefined if the GET shows another thing than the PUT or PATCH sends. */
export function onSingle(
  act: Exclude<Act, 'list' | 'make' | 'clear'>,
  { path }: Single,
  filling: Filling | undefined,
  asked: EngineRequest,
  place: StorePlace,
  store: ThingStore,
  conditions: Conditions,
): Turn | undefined {
  const { operation, headers, bytes } = asked;
  const there = place.singles.get(path);
  const [gone, before] = isGone(there) ? [true, undefined] : [false, there];
  const refused = gone && act !== 'replace' ? refuseMissing(operation, 'it was removed before') : undefined;
  if (refused) return { ...refused, take: () => NOTHING_HELD };
  const status = successOf(operation, act === 'replace' && gone);
  if (status === undefined) return undefined;
  if (before?.file !== undefined && act === 'read') return { status, take: () => fileOf(before, operation, status) };
  const file = act === 'replace' ? fileIn(asked, filling === undefined) : undefined;
  if (file) return { status, take: () => (store.putSingle(place, path, file) ? NOTHING_HELD : NOT_KEPT) };
  const unmet = filling && conditions(asked, () => (gone ? undefined : (before?.value ?? filling.sample)));
  if (unmet) return { ...unmet, take: () => unmet.take(undefined) };
  const turn = (take: () => Held): Turn => ({ status, take: (media) => shown(tagged(take()), media, filling) });
  const tagged = (held: Held): Held => ({ ...held, fields: withTag(operation, held.fields, held.value) });
  const put = (value: JsonValue | undefined) =>
    turn(() => {
      const isKept = value === undefined || store.putSingle(place, path, { value, isStart: false, isNew: false });
      return { ...(isKept ? NOTHING_HELD : NOT_KEPT), value };
    });
  if (act === 'remove')
    return turn(() => {
      store.putSingle(place, path, SINGLE_GONE);
      return NOTHING_HELD;
    });
  if (!filling) return undefined;
  const old = before?.value ?? filling.sample;
  if (act === 'read') {
    // What nobody has changed is shown as without state, unless its state has a name.
    const isHeld = before !== undefined || showsTags(operation);
    return isHeld ? { ...turn(() => ({ ...NOTHING_HELD, value: old })), again: before } : undefined;
  }
  const sent = sentIn(operation, headers, bytes);
  if (!sent || old === undefined) return undefined;
  if (act === 'replace') return put(filled(filling, filling.settable(operation), sent.value, old));
  const patched = patchedBy(sent, old, filling.view, (value) => value);
  if (patched !== undefined) return put(mendedBy(filling, filling.settable(operation), patched, old));
  const unfit = unpatchable(operation);
  return unfit && { ...unfit, take: () => NOTHING_HELD };
}

const NOT_KEPT: Held = { ...NOTHING_HELD, reasons: [FULL] };

/**
 * Returns what is kept of a request that sends a file: what is neither JSON, XML nor a form.
 * @param isTextFile whether a text is one.
 */
function fileIn(
  { operation: { requestBody }, headers, bytes }: EngineRequest,
  isTextFile: boolean,
): StoredThing | undefined {
  const type = headers['content-type'] ?? '';
  const kind = mediaKind(bareType(type));
  const isFile = bytes.length > 0 && (kind === 'binary' || (kind === 'text' && isTextFile));
  if (!isFile || !requestBody || !mediaOf(requestBody.media, type)) return undefined;
  return { value: bytes.toString('latin1'), file: type, isStart: false, isNew: false };
}

/** Shows a file where the answer may be of its type. */
function fileOf({ value, file: type = '' }: StoredThing, operation: Operation, status: number): Held {
  const media = declaredResponse(operation, status)?.media ?? [];
  return mediaOf(media, type)
    ? { ...NOTHING_HELD, file: { type, body: Buffer.from(String(value), 'latin1') } }
    : NOTHING_HELD;
}

function shown(held: Held, media: Media | undefined, filling: Filling | undefined): Held {
  const view = media && viewOfWhole(media);
  const isShown = held.value !== undefined && view && filling && isAbout(view, filling.view);
  return isShown && held.value !== undefined
    ? { ...held, value: shownAs(view, held.value, '') }
    : { ...held, value: undefined };
}
