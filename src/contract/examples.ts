/** Examples and defaults in a contract that their own schemas refuse. */

import type { Judging } from './check';
import { evaluate, requirementOf, satisfies } from './evaluate';
import { BrokenReference, followed, member, members, type Place } from './reference';
import { createSchemaReader, type Schema } from './schema';
import type { Visited } from './structure';

/** Tells of each example what its schema has against it. Reported as warnings: an example binds nobody. */
export function checkExamples(visited: readonly Visited[], { files, dialect, report }: Judging): void {
  const schemas = createSchemaReader(files, dialect);
  const judge = (example: Place, schema: Schema) => {
    try {
      const [broken] = evaluate(schema, example.value, { direction: 'response', first: true });
      // An example may be one of a request as well, which has what a response has not.
      if (!broken || satisfies(schema, example.value, 'request')) return;
      const message = `This example breaks its schema: ${broken.path === '' ? 'it' : broken.path} ${requirementOf(broken)}.`;
      report({ place: example, message, onKey: true, unusable: false, warning: true });
    } catch (error) {
      // A reference that is broken has been told of.
      if (!(error instanceof BrokenReference)) throw error;
    }
  };
  for (const { kind, place } of visited) {
    if (kind === 'Schema') {
      const own = schemas.at(place);
      for (const key of ['example', 'default']) judgeAt(member(place, key), own);
      for (const [, example] of listed(member(place, 'examples'))) judge(example, own);
      continue;
    }
    const schema = member(place, 'schema');
    if (!schema || !['MediaType', 'Parameter', 'Header'].includes(kind)) continue;
    judgeAt(member(place, 'example'), schemas.at(schema));
    for (const [, declared] of members(member(place, 'examples'))) {
      const example = followed(declared, files);
      judgeAt(example && (member(example, 'dataValue') ?? member(example, 'value')), schemas.at(schema));
    }
  }

  function judgeAt(example: Place | undefined, schema: Schema): void {
    if (example) judge(example, schema);
  }
}

function listed(place: Place | undefined): [string, Place][] {
  return Array.isArray(place?.value) ? members(place) : [];
}
