/** Chooses the declared response for a request, if Prism cannot. */

import {
  type DeclaredResponse,
  declaredResponse,
  isSuccessStatus,
  type Media,
  type Operation,
} from '../../src/contract/contract';
import { bareType } from '../../src/http/mediaType';
import { remembered } from '../../src/support/caching';

interface Negotiated {
  readonly status: number;
  readonly media: Media | undefined;
}

/** @param codes the statuses that are wanted, the best first; empty for a valid request that prefers none. */
export function negotiate(operation: Operation, codes: readonly number[], accept: string | undefined): Negotiated {
  // An interim response (1xx) does not answer a request (RFC 9110 §15.2).
  const wanted = codes.find((code) => code >= 200 && declaredResponse(operation, code));
  const status = wanted ?? usualStatus(operation.responses);
  return { status, media: mediaFor(declaredResponse(operation, status), accept) };
}

/** Returns the status that Prism would choose: the lowest success, else `default` as 200, else the first. */
export const usualStatus = remembered((responses: readonly DeclaredResponse[]): number => {
  const statuses = responses.map(({ status }) => status.toUpperCase());
  const [success] = statuses.filter(isSuccessStatus).sort();
  const first = success ?? (statuses.includes('DEFAULT') ? '200' : statuses.find((status) => !status.startsWith('1')));
  return Number((first ?? '200').replace('XX', '00'));
});

/** Returns the media type that the request accepts, else the first one. */
export function mediaFor(response: DeclaredResponse | undefined, accept: string | undefined): Media | undefined {
  return acceptedMedia(response, accept) ?? response?.media[0];
}

function acceptedMedia(response: DeclaredResponse | undefined, accept = '*/*'): Media | undefined {
  const wished = (response?.media ?? []).map((media) => ({ media, ...wishFor(media.type, rangesIn(accept)) }));
  const accepted = wished.filter(({ quality }) => quality > 0);
  return accepted.sort((one, other) => other.quality - one.quality || one.at - other.at)[0]?.media;
}

/** A range of media types that a request accepts, and how much it wants them, from 0 to 1. */
interface AcceptedRange {
  readonly range: string;
  readonly quality: number;
}

/** Reads an `Accept` field (RFC 9110 §12.5.1). A weight that cannot be read is 1. */
function rangesIn(accept: string): AcceptedRange[] {
  return accept.split(',').map((text) => {
    const [, weight] = /;\s*q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)\s*(?:;|$)/i.exec(text) ?? [];
    return { range: bareType(text), quality: weight === undefined ? 1 : Number(weight) };
  });
}

/** Returns how much a type is wanted, by the range that names it most closely, and where that range stands; 0 if it is not accepted. */
function wishFor(type: string, ranges: readonly AcceptedRange[]): { readonly quality: number; readonly at: number } {
  const fitting = [...ranges.entries()].filter(([, { range }]) => matches(range, type) || matches(type, range));
  const [closest] = fitting.sort(([, one], [, other]) => closeness(other.range) - closeness(one.range));
  return closest ? { quality: closest[1].quality, at: closest[0] } : { quality: 0, at: 0 };
}

function closeness(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2;
}

/** Tells whether the response has a media type that the request accepts. Prism cannot tell for a declared range, such as `image/*`. */
export function isAcceptable(operation: Operation, code: number | undefined, accept: string | undefined): boolean {
  const response = declaredResponse(operation, code ?? usualStatus(operation.responses));
  return acceptedMedia(response, accept) !== undefined;
}

function matches(range: string, type: string): boolean {
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}
