/** What a scalar of YAML means by the core schema of YAML 1.2 (§10.3). */

const NULL = /^(?:~|null|Null|NULL|)$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const INTEGER = /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;
/** Begins all that is no text, but the empty scalar. */
const MAY_BE_MORE = /^[-+.0-9~nNtTfF]|^$/;

/**
 * Returns the value of a scalar. A number too large for a double stays a text, so that it is shown as it is written.
 * @param source its text, without quotes.
 * @param tag its tag; `!` for a text in quotes, undefined for one that has neither.
 * @returns undefined if the tag is not known, or the text does not fit it.
 */
export function scalarOf(source: string, tag: string | undefined): unknown {
  switch (tag) {
    case undefined:
      return MAY_BE_MORE.test(source) ? guessed(source) : source;
    case '!':
    case 'tag:yaml.org,2002:str':
      return source;
    case 'tag:yaml.org,2002:null':
      return NULL.test(source) ? null : undefined;
    case 'tag:yaml.org,2002:bool':
      return TRUE.test(source) ? true : FALSE.test(source) ? false : undefined;
    case 'tag:yaml.org,2002:int':
      return taggedInteger(source);
    case 'tag:yaml.org,2002:float':
      return floatOf(source);
    default:
      return undefined;
  }
}

function guessed(source: string): unknown {
  if (NULL.test(source)) return null;
  if (TRUE.test(source)) return true;
  if (FALSE.test(source)) return false;
  return (INTEGER.test(source) ? finite(Number(source)) : floatOf(source)) ?? source;
}

function floatOf(source: string): number | undefined {
  if (FLOAT.test(source)) return finite(Number(source));
  if (INFINITE.test(source)) return source.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return NOT_A_NUMBER.test(source) ? Number.NaN : undefined;
}

/** With the tag, an integer may also be written as `-0x1F` and `0b11`. */
function taggedInteger(source: string): number | undefined {
  const [, sign, digits = ''] = /^([-+]?)(0b[01]+|0o[0-7]+|0x[0-9a-fA-F]+|[0-9]+)$/.exec(source) ?? [];
  const size = sign === undefined ? undefined : finite(Number(digits));
  return size === undefined || sign !== '-' ? size : -size;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
