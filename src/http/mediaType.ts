/** What kind of content a media type stands for. */
export type MediaKind = 'json' | 'sequence' | 'form' | 'multipart' | 'xml' | 'text' | 'binary';

/** @param type in lower case, without parameters; a range stands for what fits it best. */
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

/** Type and subtype of a `Content-Type`, or of a range, in lower case, without its parameters (RFC 9110 §8.3.1). */
export function bareType(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
