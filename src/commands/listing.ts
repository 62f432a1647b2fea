import type { Case } from '../case';
import { groupBy } from '../groupBy';
import type { Planned } from '../plan';

/** Those that are known, and where those that are still to come are from; of a chain, the path, too. */
function valuesOf({ values, needs = {}, fills = [], chain, operation }: Case): string {
  const come = Object.entries(needs).map(([name, { from }]) => `${name} of ${from.operation.name}`);
  const filled = fills.map(({ pointer, place }) =>
    typeof place === 'string' ? `${pointer} ${place}` : `${pointer || 'the body'} of ${place.from.operation.name}`,
  );
  return [...(chain === undefined ? [] : [operation.path]), ...Object.values(values), ...come, ...filled].join(', ');
}

/** What a run would ask and require, for `--list`; nothing is sent for it. */
export function listing({ requirements, cases, missing, leftOut }: Planned): string {
  const wanted = [...missing].flatMap(([operation, probes]) =>
    [...new Set([...probes.values()].flat())].map((each) => `  ${operation.name}: ${each}`),
  );
  const left = [...leftOut].flatMap(([{ name }, why]) => (why === undefined ? [] : [`  ${name}: ${why.reason}`]));
  return [
    'Requirements',
    ...requirements.map(({ id, rule }) => `  ${id}\n      ${rule.statement}`),
    '',
    'Planned cases, in the order of sending on each resource',
    ...[...groupBy(cases, ({ resource }) => resource.at(-1) ?? '')].flatMap(([resource, group]) => [
      `  ${resource}`,
      ...group.map(
        (each) => `    ${each.probe}: ${each.name} (${[each.operation.method, valuesOf(each)].join(' ').trim()})`,
      ),
    ]),
    ...(wanted.length === 0 ? [] : ['', 'To hand over for the rest', ...wanted]),
    ...(left.length === 0 ? [] : ['', 'Left out', ...left]),
    '',
  ].join('\n');
}
