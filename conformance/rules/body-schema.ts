import { declaredResponse, declaredSuccesses, type Media, type SchemaBreach } from '../../src/contract/contract';
import { EVERY_PROBE } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Breach, Rule, Subject } from '../../src/engine/model/rule';
import { mediaKind } from '../../src/http/mediaType';
import type { Response } from '../../src/http/message';
import { isSuccess } from '../../src/http/statuses';
import { contentKind } from '../../src/serialization/contentKind';
import { type Read, readResponseContent, textOf } from '../../src/serialization/readResponse';
import { misnamedRoot } from '../../src/serialization/xml';
import { groupBy } from '../../src/support/collections';
import { effectiveMedia, isJson, readableType } from '../judging/declaredMedia';
import { isUndeclaredSuccess, quoted, responseOf } from '../judging/exchanges';
import { readBodyAhead, whyImpossible } from '../judging/responseContents';

/** "The schema defining the content of the … response." OpenAPI 3.1 §4.8.14; int32 and int64 are §4.4's. */
export const bodySchema: Rule = {
  id: 'body-schema',
  level: 'must',
  statement: 'The body of a declared response satisfies the declared schema, its numbers judged as they are written.',
  reference: ['Media Type Object', 'data types'],
  advice: 'Give every such answer the declared shape, also those that a framework or a proxy makes.',
  probes: EVERY_PROBE,
  bind(operation) {
    if (operation.method === 'HEAD') return [];
    return operation.responses.flatMap((response) => {
      const all = response.media.filter((media) => mayJudge(media));
      const [judged] = all;
      return judged
        ? [
            {
              operation,
              response,
              clause: judged.schemaClause,
              defect: judged.defect,
              impossible: () => all.map(whyImpossible).find((why) => why !== undefined),
            },
          ]
        : [];
    });
  },
  readAhead: readBodyAhead,
  judge(exchange, subject) {
    const declared = responseOf(exchange, subject);
    const response = declared ?? insteadOf(exchange, subject);
    if (!response || !subject.response) return undefined;
    const possible = effectiveMedia(response, subject.response);
    const drawn = possible.flatMap((media) => {
      const judged = judgeMedia(response, media);
      return judged ? [judged] : [];
    });
    if (drawn.length === 0) return undefined;
    // If media types differ only in a parameter, it is enough that the body satisfies one of their schemas.
    const [first = []] = drawn.some(({ length }) => length === 0) ? [] : drawn;
    // A media type without a schema allows any body.
    if (first.length > 0 && possible.some(({ schema, itemSchema }) => !schema && !itemSchema)) return undefined;
    if (isUndeclaredSuccess(response, subject) && first.length > 0)
      return [undeclaredSuccess(response, subject, first[0])];
    const isJsonBody = possible.some((media) => isJson(readableType(response, media)));
    return withMissingTogether(first).map((each) => {
      const breach = { ...toBreach(each), ...(isJsonBody ? { places: [each.path] } : {}) };
      return declared ? breach : { ...breach, level: 'should' };
    });
  },
};

/** One finding, however many members of an error a thing lacks. */
function undeclaredSuccess({ status }: Response, { operation }: Subject, first: SchemaBreach | undefined): Breach {
  const declared = declaredSuccesses(operation).map((each) => each.status);
  return {
    message: `${status} is not declared; by \`default\` it would be an error, and it is none`,
    kind: 'undeclared',
    expected: `${declared.join(' or ')}, or a body as \`default\` declares it`,
    actual: quoted(first?.actual ?? ''),
  };
}

/** Returns a success with an undeclared status, if only one success is declared. Its body is judged by the schema of that one. */
function insteadOf(
  { response, error, case: each }: Exchange,
  { operation, response: declared }: Subject,
): Response | undefined {
  if (!response || error || each.claim.probe !== 'valid' || !isSuccess(response.status)) return undefined;
  const successes = declaredSuccesses(operation);
  const only = successes.length === 1 && successes[0] === declared;
  return only && !declaredResponse(operation, response.status) && response.body.length > 0 ? response : undefined;
}

/** Tells whether a media type has a schema, and contents that are values. */
function mayJudge(media: Media): boolean {
  const { judge, itemJudge } = media;
  const kind = contentKind(media);
  if (kind === 'sequence') return itemJudge !== undefined;
  return judge !== undefined && kind !== 'binary' && kind !== 'multipart';
}

/** Judges content that has no mistake of syntax, which the rule `body-syntax` judges. */
function judgeMedia(response: Response, media: Media): readonly SchemaBreach[] | undefined {
  const type = readableType(response, media);
  const content = readResponseContent(response, media, type);
  if (!content || 'failure' in content) return undefined;
  const breaches = content.kind === 'opaque' ? undefined : judgeAll(media, content);
  const root = mediaKind(type) === 'xml' ? rootOf(response, media) : undefined;
  return root ? [...(breaches ?? []), root] : breaches;
}

/** Says that the root of an XML document has a wrong name; undefined if it does not. */
function rootOf(response: Response, { schema }: Media): SchemaBreach | undefined {
  const text = textOf(response, 'xml');
  return schema && typeof text === 'string' ? misnamedRoot(text, schema) : undefined;
}

/** Undefined where nobody can tell: of a sequence, where nothing is wrong with the items that can be judged. */
function judgeAll(
  { judge, itemJudge }: Media,
  content: Exclude<Read, { kind: 'opaque' }>,
): readonly SchemaBreach[] | undefined {
  if (content.kind === 'value') return judge?.(content.json);
  if (!itemJudge) return undefined;
  const judged = content.items.map((json) => itemJudge(json));
  const found = judged.flatMap((breaches) => breaches ?? []);
  return found.length === 0 && judged.includes(undefined) ? undefined : found;
}

/** Several members that one object lacks are one breach. Example: without `id` and `name` it "must have the properties "id" and "name"". */
function withMissingTogether(breaches: readonly SchemaBreach[]): readonly SchemaBreach[] {
  const groups = groupBy(breaches, (each) =>
    // The position sets apart what is not to be grouped.
    each.missing === undefined
      ? `${breaches.indexOf(each)}`
      : `${each.path} ${each.clause?.file}${each.clause?.pointer}`,
  );
  return [...groups.values()].map(([first, ...others]) => {
    if (others.length === 0) return first;
    const names = [first, ...others].map(({ missing }) => `"${missing}"`);
    // A getter of a breach finds its clause only when it is asked for, so the breach is not spread.
    const { path, actual, clause } = first;
    const requirement = `must have the properties ${listed(names)}`;
    return { path, actual, clause, requirement, names: [first, ...others].flatMap(({ names = [] }) => names) };
  });
}

/** At most this many names are listed in a sentence. */
const MOST_LISTED = 6;

function listed(names: readonly string[]): string {
  const shown = names.length > MOST_LISTED ? names.slice(0, MOST_LISTED - 1) : names.slice(0, -1);
  const last = names.length > MOST_LISTED ? `${names.length - shown.length} more` : names.at(-1);
  return `${shown.join(', ')} and ${last}`;
}

function toBreach({ path, requirement, actual, names, advisory, clause }: SchemaBreach): Breach {
  return {
    message: `${path === '' ? 'the body' : path.replace(/\/\d+(?=\/|$)/g, '/…')} ${requirement}`,
    expected: requirement.replace(/^must (be|have) /, ''),
    actual: quoted(actual),
    ...(names ? { names } : {}),
    ...(advisory ? { level: 'should' } : {}),
    ...(clause ? { clause } : {}),
  };
}
