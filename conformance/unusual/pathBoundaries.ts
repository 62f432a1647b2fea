/** Chooses values for the parameters of a path at the ends of what the contract allows, and others that are seldom asked for. */

import type { Operation, Parameter } from '../../src/contract/contract';
import { isNoSegment } from '../../src/contract/contract';
import type { Known } from '../../src/engine/model/probe';
import { textsFor } from '../chains/resources';
import { edgeValues, type InvalidValue } from '../values/pathValues';
import { unusualNumbers, unusualSegments } from '../values/unusualValues';
import { isOpen } from './openSchemas';

/** How many values at boundaries one parameter is asked for with. */
const MOST_TEXTS = 8;

/** The ends of the integer formats (OpenAPI 3.1 §4.4). Those of int64 are asked for as what does not exist. */
const ENDS: readonly InvalidValue[] = [
  { text: String(2 ** 31 - 1), why: '2^31 − 1' },
  { text: String(-(2 ** 31)), why: '−2^31' },
];

/** Returns values that keep the schema of a parameter, each once. */
export function pathBoundaries(parameter: Parameter, known: Known, operation: Operation): InvalidValue[] {
  const { schema, types } = parameter;
  const isNumeric = types.some((type) => type === 'integer' || type === 'number');
  const shown = (text: string) =>
    text.length > LONGEST_SHOWN ? `a text of ${[...text].length} characters` : `"${text}"`;
  // The first text is a plain one, and the ends of 64 bits are asked for elsewhere.
  const atEnds = (schema ? textsFor(parameter, known).slice(1) : []).filter(
    (text) => !isNumeric || Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER,
  );
  const numbers = unusualNumbers().flatMap(({ what, numbers: [number] }) =>
    number === undefined ? [] : [{ text: String(number), why: what }],
  );
  const texts = !schema || isOpen('', [schema]) ? unusualSegments(known.wanted.thorough) : [];
  const unusual = isNumeric
    ? [...numbers, ...(parameter.format === 'int32' ? ENDS : [])]
    : texts.flatMap(({ what, texts: [text = ''] }) => [{ text, why: what }]);
  const asked = new Set(edgeValues(parameter, known.chance.random(operation)).map(({ text }) => text));
  const found = [...atEnds.slice(0, MOST_TEXTS).map((text) => ({ text, why: shown(text) })), ...unusual].filter(
    ({ text }) => {
      if (asked.has(text) || isNoSegment(text) || /[/\\]/.test(text) || !parameter.accepts(text)) return false;
      asked.add(text);
      return true;
    },
  );
  return found;
}

/** The longest text that the name of a case shows, in characters. */
const LONGEST_SHOWN = 40;
