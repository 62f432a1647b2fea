/** Makes the plainest request of an operation, into which what is compared is put. */

import { isMade } from '../../../conformance/values/generator';
import { IN_FORM, IN_TEXT } from '../../../conformance/values/syntheticSchemas';
import { type Media, type Operation, type Parameter, pathParameters } from '../../contract/contract';
import { isIgnored } from '../../contract/ignoredParameters';
import { mediaKind } from '../../http/mediaType';
import type { JsonValue } from '../../json/value';
import { namesIn } from '../../routing/pathTemplate';
import { mediaOf } from '../../serialization/readBody';
import type { WrittenBody } from '../../serialization/writeBody';
import type { Comparing, OperationPair } from './comparing';
import { composeRequest, isRight, schemasOfParts, writtenWith } from './composeRequest';

/** The values of a request that has nothing but what it needs. */
export interface PlainRequest {
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly body: WrittenBody | undefined;
}

/** Makes the plainest request, of values that both sides take where there are any. */
export function plainRequest({ sender, receiver }: OperationPair, { generator }: Comparing): PlainRequest {
  const parameters = new Map<Parameter, JsonValue>();
  for (const [sent, read] of pairedParameters({ sender, receiver })) {
    if (!sent || !(sent.required || read?.required) || isIgnored(sent, sender)) continue;
    const value = plainValue(sent, read, generator);
    if (value !== undefined) parameters.set(sent, value);
  }
  const wantsBody = sender.requestBody?.required || (sender.requestBody && receiver.requestBody?.required);
  const [media] = sender.requestBody?.media ?? [];
  return { parameters, body: wantsBody && media ? plainBody(media, receiver, generator) : undefined };
}

function plainValue(sent: Parameter, read: Parameter | undefined, generator: Comparing['generator']) {
  const [first, ...more] = schemasOfParts(sent, read);
  if (!first) return 'text';
  const examples = sent.examples.map(({ value }) => value);
  const both = generator.witness(first, { name: 'plain', keeping: [IN_TEXT, ...more], examples });
  if (isMade(both)) return both.value;
  const own = generator.witness(first, { name: 'plain', keeping: [IN_TEXT], examples });
  return isMade(own) && sent.schema ? own.value : undefined;
}

export function plainBody(
  media: Media,
  { requestBody }: Operation,
  generator: Comparing['generator'],
): WrittenBody | undefined {
  const isOpaque = ['text', 'binary'].includes(mediaKind(media.type));
  if (!media.schema) return writtenWith(media, isOpaque ? 'text' : {});
  const other = requestBody && mediaOf(requestBody.media, media.type);
  const keeping = isForm(media) ? [IN_FORM] : [];
  const both = generator.witness(media.schema, { name: 'plain', keeping: [...keeping, ...schemasOfParts(other)] });
  const made = isMade(both) ? both : generator.witness(media.schema, { name: 'plain', keeping });
  return isMade(made) ? writtenWith(media, made.value) : undefined;
}

export function isForm({ type }: Media): boolean {
  return ['form', 'multipart'].includes(mediaKind(type));
}

/** Returns the place and the name of a parameter: names of header fields have no case. */
export function parameterKey({ in: where, name }: Parameter): string {
  return `${where} ${where === 'header' ? name.toLowerCase() : name}`;
}

/** Pairs parameters by their place and name, and those of the path by their position there. */
export function pairedParameters({
  sender,
  receiver,
}: Pick<OperationPair, 'sender' | 'receiver'>): (readonly [
  sent: Parameter | undefined,
  read: Parameter | undefined,
])[] {
  const inOrder = (operation: Operation) =>
    namesIn(operation.path).map((name) => pathParameters(operation).find((parameter) => parameter.name === name));
  const [sentPath, readPath] = [inOrder(sender), inOrder(receiver)];
  const beside = (operation: Operation) => operation.parameters.filter((parameter) => parameter.in !== 'path');
  const read = new Map(beside(receiver).map((parameter) => [parameterKey(parameter), parameter]));
  const sent = new Map(beside(sender).map((parameter) => [parameterKey(parameter), parameter]));
  return [
    ...sentPath.map((parameter, at) => [parameter, readPath[at]] as const),
    ...[...sent].map(([key, parameter]) => [parameter, read.get(key)] as const),
    ...[...read].flatMap(([key, parameter]) => (sent.has(key) ? [] : [[undefined, parameter] as const])),
  ];
}

export function plainRequestOf(
  pair: OperationPair,
  { parameters, body }: PlainRequest,
  changed?: readonly [Parameter, JsonValue | undefined],
) {
  const all = new Map(parameters);
  if (changed) {
    const [parameter, value] = changed;
    if (value === undefined) all.delete(parameter);
    else all.set(parameter, value);
  }
  const composed = composeRequest(pair.sender, { parameters: all, body });
  return composed && isRight(composed, pair.sender) ? composed : undefined;
}
