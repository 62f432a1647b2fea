import { groupBy } from '../groupBy';
import type { Planned } from '../plan';

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
        ({ probe, name, operation, values }) =>
          `    ${probe}: ${name} (${[operation.method, Object.values(values).join(', ')].join(' ').trim()})`,
      ),
    ]),
    ...(wanted.length === 0 ? [] : ['', 'To hand over for the rest', ...wanted]),
    ...(left.length === 0 ? [] : ['', 'Left out', ...left]),
    '',
  ].join('\n');
}
