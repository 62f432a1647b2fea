/** The kinds of content that media types stand for. */
export type MediaKind = 'json' | 'sequence' | 'form' | 'multipart' | 'xml' | 'text' | 'binary';

/**
 * Returns the kind of a media type. A range such as `application/*` stands for the kind that it is mostly used for.
 * @param type in lower case and without parameters.
 */
export function mediaKind(type: string): MediaKind {
  if (/^[^/]+\/(json|[^/]*\+json)$/.test(type) || type === '*/*' || type === 'application/*') return 'json';
  if (/^(application\/(x-ndjson|ndjson|jsonl|x-jsonlines|json-seq|[^/]*\+json-seq)|text\/event-stream)$/.test(type))
    return 'sequence';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  if (type.startsWith('multipart/')) return 'multipart';
  if (/^[^/]+\/(xml|[^/]*\+xml)$/.test(type)) return 'xml';
  if (type.startsWith('text/')) return 'text';
  return 'binary';
}

/** Tells whether a body of this type holds steps that change a document, with paths within it, and no thing (RFC 6902 §3). */
export function holdsSteps(type: string): boolean {
  return bareType(type) === 'application/json-patch+json';
}

/**
 * Returns the type and subtype of a `Content-Type` or a range, in lower case and without parameters (RFC 9110 §8.3.1).
 */
export function bareType(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
