import type { Case } from '../../engine/model/case';
import type { Planned } from '../../engine/model/planning';
import { wrap } from '../../report/reporters/wording';
import { groupBy } from '../../support/collections';

/** The longest value, or segment of a path, that is shown in full, in characters. */
const LONGEST = 20;

/** Shortens a text. The beginning of a value that was made up says enough. */
function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Lists the values of a request that the name of its resource does not show, and the operations whose answers give the other values. */
function detailsOf({ request: { values }, waitsFor, touches }: Case): string {
  const { needs = {}, fills = [] } = waitsFor ?? {};
  const name = touches.thing.split('/');
  const ownValues = Object.values(values).filter((value) => !name.includes(encodeURIComponent(value.toWellFormed())));
  const pending = Object.entries(needs).map(
    ([parameter, { from }]) => `${parameter} of ${from.request.operation.name}`,
  );
  const filled = fills.map(({ pointer, place }) =>
    typeof place === 'string'
      ? `${pointer} ${place}`
      : `${pointer || 'the body'} of ${place.from.request.operation.name}`,
  );
  const details = [...ownValues.map(shortened), ...pending, ...filled].join(', ');
  return details === '' ? '' : ` (${details})`;
}

/** Writes a line for each case, below its operation. */
function casesOf(group: readonly Case[], width: number): string[] {
  return group.flatMap((planned, at) => {
    const { claim, request } = planned;
    const line = hanging(`${claim.probe}: ${claim.name}${detailsOf(planned)}`, width, 6);
    const before = group[at - 1];
    const isSame = before?.request.operation === request.operation && before.request.method === request.method;
    return isSame
      ? [line]
      : [
          hanging(
            request.method === undefined ? request.operation.name : `${request.method} ${request.operation.path}`,
            width,
            4,
          ),
          line,
        ];
  });
}

/** Lists what a run would ask and require (`--list`), without sending anything. @param width of a line, in characters. */
export function listing({ requirements, cases, missing, leftOut }: Planned, width: number): string {
  const wanted = [...missing].flatMap(([{ name }, probes]) =>
    [...new Set([...probes.values()].flat())].map((what) => [what, name] as const),
  );
  const left = [...leftOut].flatMap(([{ name }, why]) => (why === undefined ? [] : [[why.reason, name] as const]));
  const told = new Set<string>();
  const statement = (id: string, text: string) => {
    const isNew = !told.has(id);
    told.add(id);
    return isNew ? [hanging(text, width, 6)] : [];
  };
  return [
    'Requirements (what each of them says, where it comes first)',
    ...requirements.flatMap(({ id, rule }) => [hanging(id, width, 2), ...statement(rule.id, rule.statement)]),
    '',
    'Planned cases, in the order of sending on each resource',
    ...[...groupBy(cases, ({ touches }) => touches.thing)].flatMap(([thing, group]) => [
      hanging(thing.split('/').map(shortenedSegment).join('/'), width, 2),
      ...casesOf(group, width),
    ]),
    ...byText('To hand over for the rest', wanted, width),
    ...byText('Left out', left, width),
    '',
  ].join('\n');
}

/** Shortens a segment of a path. The name of a chain is not a path: it consists of words and stays whole. */
function shortenedSegment(segment: string): string {
  return segment.includes(' ') ? segment : shortened(segment);
}

/** A space at which no line is broken, since the words before and after it are one name. */
const TOGETHER = '\u00a0';

/** Wraps a text so that its first line begins two columns further left than the others. */
function hanging(text: string, width: number, indent: number): string {
  return (
    ' '.repeat(indent) +
    wrap(text, width, ' '.repeat(indent + 2))
      .trimStart()
      .replaceAll(TOGETHER, ' ')
  );
}

/** How many operations are named for one text. */
const MOST_NAMED = 4;

/** Writes each text once, with the operations that it is about. */
function byText(title: string, said: readonly (readonly [text: string, operation: string])[], width: number): string[] {
  if (said.length === 0) return [];
  const groups = [...groupBy(said, ([text]) => text)];
  return [
    '',
    title,
    ...groups.flatMap(([text, group]) => {
      const names = group.slice(0, MOST_NAMED).map(([, operation]) => operation.replace(' ', TOGETHER));
      const more = group.length - names.length;
      return [
        hanging(text, width, 2),
        hanging(`for ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`, width, 6),
      ];
    }),
  ];
}
