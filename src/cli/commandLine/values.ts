/** Reads the values of options. Each function but `collect` throws an `InvalidArgumentError` with one sentence. */

import { InvalidArgumentError } from 'commander';
import type { RunSeed } from '../settings/options';

export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** A run that was given no seed prints one with up to ten digits. */
export function seed(text: string): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('It must be a whole number, at most 2^53 - 1.');
  return number;
}

export function runSeed(text: string): RunSeed {
  const [, number = text, salt] = /^(\d+)\.(?=\d*[a-z])([0-9a-z]{1,16})$/.exec(text) ?? [];
  return { seed: seed(number), ...(salt === undefined ? {} : { salt }) };
}

export function positive(text: string): number {
  const number = whole(text);
  if (number === 0) throw new InvalidArgumentError('It must be at least 1.');
  return number;
}

export function share(text: string): number {
  const [, number, percent] = /^(\d{1,3}(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(number) / (percent === '%' ? 100 : 1);
  if (!(value <= 1)) throw new InvalidArgumentError('It must be a share, such as 90% or 0.9.');
  return value;
}

/** Reads a time, or the ends of a range of times, in milliseconds: `200`, `100-800`. */
export function delay(text: string): readonly [number, number] {
  const [, least = '', most = least] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (least === '' || Number(most) < Number(least))
    throw new InvalidArgumentError('It must be milliseconds, such as 200 or 100-800.');
  return [Number(least), Number(most)];
}

export function port(text: string): number {
  const number = whole(text);
  if (number > 65_535) throw new InvalidArgumentError('It must be a port, at most 65535.');
  return number;
}
