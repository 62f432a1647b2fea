/** The contract as the page shows it: one document, with what each operation can be made to answer. */

import type { Contract, Operation } from '../src/contract/contract';

type Json = Readonly<Record<string, unknown>>;

/**
 * @param document the contract in one document.
 * @returns a copy whose only server is the mock, with `Prefer` as a parameter of each operation.
 */
export function describeContract({ operations }: Contract, document: Json): object {
  const { host: _host, basePath: _basePath, schemes: _schemes, ...rest } = document;
  const described: Record<string, unknown> = structuredClone(rest);
  if (document['swagger'] === undefined) described['servers'] = [{ url: '/' }];
  const paths = (described['paths'] ?? {}) as Record<string, Record<string, Record<string, unknown> | undefined>>;
  for (const { path, method, responses } of operations) {
    const item = paths[path];
    if (!item) continue;
    delete item['servers'];
    const own = item[method.toLowerCase()];
    if (!own) continue;
    delete own['servers'];
    const prefer = { name: 'Prefer', in: 'header', description: 'What the mock is to answer.' };
    const type = { type: 'string', enum: choicesOf(responses) };
    const parameter = document['swagger'] === undefined ? { ...prefer, schema: type } : { ...prefer, ...type };
    own['parameters'] = [...((own['parameters'] as unknown[] | undefined) ?? []), parameter];
  }
  return described;
}

function choicesOf(responses: Operation['responses']): string[] {
  const choices = responses.flatMap(({ status, media }) => {
    const code = `code=${status === 'default' ? '500' : status.replace(/XX/i, '00')}`;
    const names = new Set(media.flatMap(({ exampleNames }) => exampleNames));
    return [code, ...[...names].map((name) => `${code}, example=${name}`)];
  });
  return [...new Set(choices), 'dynamic=true', 'wait=2', 'drop'];
}
