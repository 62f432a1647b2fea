import type { Case } from '../../engine/model/case';
import type { Planned } from '../../engine/model/planning';
import { wrap } from '../../report/reporters/wording';
import { groupBy } from '../../support/collections';

/** The longest value, or segment of a path, that is shown as a whole, in characters. */
const LONGEST = 20;

/** A value that was made up is as good by its beginning. */
function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** What a request has of its own: values that are not in the name of its resource, and where those that are still to come are from. */
function detailsOf({ request: { values }, waitsFor, touches }: Case): string {
  const { needs = {}, fills = [] } = waitsFor ?? {};
  const name = touches.thing.split('/');
  const known = Object.values(values).filter((value) => !name.includes(encodeURIComponent(value.toWellFormed())));
  const come = Object.entries(needs).map(([parameter, { from }]) => `${parameter} of ${from.request.operation.name}`);
  const filled = fills.map(({ pointer, place }) =>
    typeof place === 'string'
      ? `${pointer} ${place}`
      : `${pointer || 'the body'} of ${place.from.request.operation.name}`,
  );
  const details = [...known.map(shortened), ...come, ...filled].join(', ');
  return details === '' ? '' : ` (${details})`;
}

/** A line for each case, below the operation that it is of. */
function casesOf(group: readonly Case[], width: number): string[] {
  return group.flatMap((each, at) => {
    const { claim, request } = each;
    const line = hanging(`${claim.probe}: ${claim.name}${detailsOf(each)}`, width, 6);
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

/** What a run would ask and require, for `--list`; nothing is sent for it. @param width of a line, in characters. */
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

/** The name of a chain is no path, and has words. */
function shortenedSegment(segment: string): string {
  return segment.includes(' ') ? segment : shortened(segment);
}

/** A space at which no line ends: what is before it and after it is one name. */
const TOGETHER = '\u00a0';

/** Its first line stands out from the others. */
function hanging(text: string, width: number, indent: number): string {
  return (
    ' '.repeat(indent) +
    wrap(text, width, ' '.repeat(indent + 2))
      .trimStart()
      .replaceAll(TOGETHER, ' ')
  );
}

/** How many operations are named for one thing. */
const MOST_NAMED = 4;

/** Each text once, with the operations that it is said of. */
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
