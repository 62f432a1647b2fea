/**
 * Finds what two contracts say otherwise of an operation and of its parts, and that no request and no answer shows: names, links, what is not
 * declared any more, what is deprecated. Each is told as a sentence: it has no rule, no level and no waiver. What is to have these is a kind in
 * `breaks.ts`, with something that shows it.
 */

import type { DeclaredLink, DeclaredResponse, Media, Operation } from '../../contract/contract';
import { canonical, isEqual } from '../../json/equality';
import { isObject } from '../../json/value';
import { mediaOf } from '../../serialization/readBody';
import { parameterKey } from './plainRequest';

/** Returns sentences without their subject, which is the operation or a part of it: "the query parameter q is not declared any more". */
export function besideParts(before: Operation, now: Operation): string[] {
  const { operationId } = before;
  return [
    ...(operationId === undefined || operationId === now.operationId
      ? []
      : [`the operationId is ${now.operationId ?? 'not there any more'}, and was ${operationId}`]),
    ...ofParameters(before, now),
    ...(before.requestBody && !now.requestBody ? ['the body is not declared any more'] : []),
    ...ofTypes('the body', before.requestBody?.media ?? [], now.requestBody?.media ?? []),
    ...(before.requestBody?.media ?? []).flatMap((media) =>
      ofMedia(`the body (${media.type})`, media, mediaOf(now.requestBody?.media ?? [], media.type)),
    ),
    ...before.responses.flatMap((one) => {
      const other = now.responses.find(({ status }) => status === one.status);
      return other ? ofResponse(`the answer ${one.status}`, one, other) : [];
    }),
  ];
}

/** Returns the parameters, the body and the header fields that only the new contract has, and that may be left out. */
export function partsAdded(before: Operation, now: Operation): string[] {
  const known = new Set(before.parameters.map(parameterKey));
  return [
    ...now.parameters.flatMap((each) =>
      each.required || known.has(parameterKey(each)) ? [] : [`the ${each.in} parameter ${each.name}`],
    ),
    ...(now.requestBody && !now.requestBody.required && !before.requestBody ? ['the body'] : []),
    ...now.responses.flatMap(({ status, headers }) => {
      const old = before.responses.find((each) => each.status === status);
      const names = new Set(old?.headers.map(({ name }) => name.toLowerCase()));
      return (old ? headers : []).flatMap(({ name }) =>
        names.has(name.toLowerCase()) ? [] : [`the header ${name} of the answer ${status}`],
      );
    }),
  ];
}

const OF_PARAMETERS = ['deprecated', 'allowEmptyValue', 'allowReserved'];

function ofParameters({ parameters }: Operation, now: Operation): string[] {
  const others = new Map(now.parameters.map((each) => [parameterKey(each), each]));
  return parameters.flatMap((one) => {
    const part = `the ${one.in} parameter ${one.name}`;
    const other = others.get(parameterKey(one));
    if (other) return ofDeclaration(part, one.declaration, other.declaration, OF_PARAMETERS);
    return one.in === 'path' ? [] : [`${part} is not declared any more`];
  });
}

function ofResponse(part: string, before: DeclaredResponse, now: DeclaredResponse): string[] {
  const headers = new Map(now.headers.map((each) => [each.name.toLowerCase(), each]));
  return [
    ...before.headers.flatMap((one) => {
      const other = headers.get(one.name.toLowerCase());
      const named = `the header ${one.name} of ${part}`;
      if (other) return ofDeclaration(named, one.declaration, other.declaration, ['deprecated']);
      return one.required ? [] : [`${named} is not declared any more`];
    }),
    ...before.media.flatMap((one) => {
      const other = mediaOf(now.media, one.type);
      const isGone = !other && now.media.length > 0;
      return isGone
        ? [`${part} is not of the type ${one.type} any more`]
        : ofMedia(`${part} (${one.type})`, one, other);
    }),
    ...ofTypes(part, before.media, now.media),
    ...linkNotes(part, before.links, now.links),
  ];
}

/** Tells of types that the other side has with other parameters alone: `application/json; version=1`. Which service looks at them, nobody can tell. */
function ofTypes(part: string, before: readonly Media[], now: readonly Media[]): string[] {
  return before.flatMap(({ type, declared }) => {
    const others = now.filter((each) => each.type === type).map((each) => withParameters(each.declared));
    const isThere = others.length === 0 || others.some((each) => each === type || each === withParameters(declared));
    return isThere ? [] : [`${part} is not of the type ${declared} any more, but of ${others.join(' or ')}`];
  });
}

/** Returns a media type in one way of writing, without its `charset`: JSON has none (RFC 8259 §11), and of texts it says only how they are encoded. */
function withParameters(declared: string): string {
  const [type = '', ...parameters] = declared.split(';').map((each) =>
    each
      .trim()
      .toLowerCase()
      .replace(/\s*=\s*/, '='),
  );
  return [type, ...parameters.filter((each) => each !== '' && !each.startsWith('charset=')).sort()].join('; ');
}

/** What of a media type says how its parts are written, apart from the types and styles of parts that have names. */
const OF_MEDIA = ['prefixEncoding', 'itemEncoding'];

function ofMedia(part: string, before: Media, now: Media | undefined): string[] {
  if (!now) return [];
  const [one, other] = [before.declaration, now.declaration].map((each) => (isObject(each) ? each['encoding'] : {}));
  const headersOf = (encoding: unknown) => (isObject(encoding) ? (encoding['headers'] ?? null) : null);
  const names = [one, other].flatMap((each) => (isObject(each) ? Object.keys(each) : []));
  return [
    ...[...new Set(names)].flatMap((name) => {
      const [was, is] = [one, other].map((each) => headersOf(isObject(each) ? each[name] : undefined));
      return isEqual(was, is)
        ? []
        : [`${part}: the header fields of the part ${name} are ${said(is)}, and were ${said(was)}`];
    }),
    ...ofDeclaration(part, before.declaration, now.declaration, OF_MEDIA),
  ];
}

/** Compares members of two objects of the contracts, as they are written. */
export function ofDeclaration(part: string, before: unknown, now: unknown, names: readonly string[]): string[] {
  const [one, other] = [before, now].map((each) => (isObject(each) ? each : {}));
  return names.flatMap((name) => {
    const [was, is] = [one, other].map((each) => (each?.[name] === false ? null : (each?.[name] ?? null)));
    return isEqual(was, is) ? [] : [`${part}: \`${name}\` says ${said(is)}, and said ${said(was)}`];
  });
}

function said(value: unknown): string {
  return value === null || value === undefined ? 'nothing' : canonical(value);
}

function linkNotes(part: string, before: readonly DeclaredLink[], now: readonly DeclaredLink[]): string[] {
  const plain = ({ operation, parameters, requestBody = null }: DeclaredLink) =>
    canonical({ operation, parameters: Object.fromEntries(parameters), requestBody });
  const kept = new Set(now.map(plain));
  const gone = before.filter((link) => !kept.has(plain(link)));
  return gone.map(({ operation }) =>
    now.some((link) => link.operation === operation)
      ? `the link of ${part} to ${operation} gives other values`
      : `${part} has no link to ${operation} any more`,
  );
}
