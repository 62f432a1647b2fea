/** Reads in a refusal which members of a body it misses that the contract does not name: `firstName must not be blank`. */

import { escapePointer } from '../../src/json/pointer';
import { isWholeBody } from '../../src/resources/vocabulary/errors';

/** A member, and the sentence that misses it. */
interface Missed {
  readonly name: string;
  readonly said: string;
}

/** So many members are read in one text. */
const MOST = 20;

/** A name as members have it. */
const NAME = String.raw`[A-Za-z_][\w-]{0,40}`;
const LISTED = String.raw`["'\`]?${NAME}["'\`]?`;

/** What is said of a member that is missing, behind its name. */
const BEHIND = String.raw`(?:(?:must|should|can|may)(?: ?not|n't) be (?:blank|null|empty|undefined)|can(?:not|'t|\u2019t) be (?:blank|null|empty)|(?:field )?is (?:a )?(?:required|missing|mandatory)(?: property| field)?|field required|was not (?:given|provided))`;
const NAMED = new RegExp(String.raw`(?<![\w-])["'\`]?(${NAME})["'\`]? ${BEHIND}`, 'gi');

/** What is said before one name, or before several. */
const BEFORE = new RegExp(
  String.raw`\b(?:(?:missing|required)(?: (?:the|required|following))?(?: (?:fields?|propert(?:y|ies)|parameters?|attributes?|keys?|values?|members?))?(?: are)?:|must have required property|missing required (?:field|property|parameter|attribute|key)s?:?) ?\[?(${LISTED}(?:(?:, ?(?:and )?| and )${LISTED}){0,19})\]?`,
  'gi',
);

/** Words that stand where a name does, and name no member. */
const NO_NAMES = new Set(
  'a all an and any are at body content data field fields following input is it json member of one or param parameter parameters payload properties property request some that the them these this token value values which authentication authorization login'.split(
    ' ',
  ),
);

/** What went wrong is called so, and no member: `MissingParameterException`, `VALIDATION_ERROR`. */
const OF_ERRORS = /(Exception|Error|Fault|Failure)$|_(ERROR|EXCEPTION|FAULT|FAILURE)$/;

/** Returns the members that a text says are missing, each with its sentence. */
export function membersMissed(text: string): Missed[] {
  const named = [...text.matchAll(NAMED)].flatMap(([said, name = '']) => [{ name, said }]);
  const listed = [...text.matchAll(BEFORE)].flatMap(([, list = '']) =>
    list.split(/, ?(?:and )?| and /).map((each) => ({ name: each.replace(/["'`]/g, ''), said: `${each} is missing` })),
  );
  const found = new Map([...named, ...listed].map((each) => [each.name, each]));
  return [...found.values()].filter(({ name }) => !NO_NAMES.has(name.toLowerCase())).slice(0, MOST);
}

/**
 * Returns the member of a body that a path of a refusal names, as a JSON Pointer; undefined if it names one that lies deeper, or none.
 * @param objects JSON Pointers of the objects in the body that may have further members. An example: `data.id` is `/data/id` where `/data` is one
 * of them, and `/id` where the body has no such member.
 */
export function memberNamed(path: readonly string[], objects: readonly string[] = ['']): string | undefined {
  const steps = path.flatMap((step) => step.split(/[./[\]]+/)).filter((step) => step !== '');
  const [first = ''] = steps;
  if (/^(query|header|headers|path|cookie|params)$/i.test(first)) return undefined;
  const isName = (name: string) =>
    new RegExp(`^${NAME}$`).test(name) && !NO_NAMES.has(name.toLowerCase()) && !OF_ERRORS.test(name);
  const without = isWholeBody(first) && steps.length > 1 ? steps.slice(1) : steps;
  for (const names of [steps, without]) {
    const around = names
      .slice(0, -1)
      .map((name) => `/${escapePointer(name)}`)
      .join('');
    const name = names.at(-1) ?? '';
    if (objects.includes(around) && isName(name)) return `${around}/${escapePointer(name)}`;
  }
  return undefined;
}
