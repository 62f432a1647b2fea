/** An archive of records with ETags: whoever changes one says in `If-Match` which state of it they have seen. */

import type { IncomingMessage } from 'node:http';
import { isEqual } from '../../../src/json/equality';
import { isObject, type JsonObject, type JsonValue } from '../../../src/json/value';
import { listenWithJson } from '../catalogue/listen';
import type { Service } from '../catalogue/service';
import { catalogueEntries } from '../catalogue/service';
import { type DeskRoute, deskFile, readDocument } from '../desk/document';
import { contentOf, routed } from '../desk/request';
import { type Archive, type KeptRecord, patched, type RecordChange, recordsOfPage } from './deviation';
import { FAULTS } from './faults';
import { VARIANTS } from './variants';

const CONTRACT = deskFile('archive.yaml', 'archive');

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly allow?: string;
}

/** What a request asks for, once its path and its body are read. */
interface Asked {
  readonly route: DeskRoute;
  readonly id: string;
  readonly mark: string;
  readonly content: Readonly<Record<string, JsonValue>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

const withVersion = ({ id, version }: KeptRecord) => `"${id}-${version}"`;

const isListed = (sent: string, tag: string) => sent.split(',').some((each) => ['*', tag].includes(each.trim()));

class OpenArchive {
  private readonly records = new Map<string, KeptRecord>();
  /** What each key was used for, and what was answered. */
  private readonly keys = new Map<string, { readonly content: JsonValue; readonly answer: Answer }>();
  private readonly removed: KeptRecord[] = [];
  private made = 0;

  constructor(private readonly archive: Archive) {}

  act(asked: Asked): Answer {
    const { route, id } = asked;
    if (route.operationId === 'listRecords') return this.list(asked);
    if (route.operationId === 'addRecord') return this.add(asked);
    const kept = this.records.get(id);
    if (!kept) return { status: 404 };
    if (/Marks?$/.test(route.operationId)) return this.actOnMark(kept, asked);
    return route.method === 'GET' ? this.read(kept, asked) : this.change(kept, asked);
  }

  /** Marks are asked for by their list alone. */
  private actOnMark(kept: KeptRecord, { route, mark, content }: Asked): Answer {
    const { marks } = kept;
    if (route.operationId === 'listMarks')
      return { status: 200, body: [...marks].map(([own, text]) => ({ mark: own, text })) };
    if (route.operationId === 'addMark') {
      const own = `m${++this.made}`;
      marks.set(own, content['text'] ?? '');
      return { status: 201, body: { mark: own, text: content['text'] } };
    }
    if (!marks.has(mark)) return { status: 404 };
    if (!this.archive.keepsMarks) marks.delete(mark);
    return { status: 204 };
  }

  private list({ query }: Asked): Answer {
    const [limit, offset] = [numberIn(query, 'limit', 20), numberIn(query, 'offset', 0)];
    if (limit === undefined || offset === undefined || limit < 2 || limit > 50 || offset < 0) return { status: 400 };
    const all = [...this.records.values()];
    const list = this.archive.list?.({ all, removed: this.removed, limit, offset }) ?? {
      shown: recordsOfPage({ all, limit, offset }),
    };
    const { total = all.length, status = 200 } = list;
    return { status, ...(status < 400 ? { body: { items: list.shown.map((each) => this.shown(each)), total } } : {}) };
  }

  private add({ content, headers }: Asked): Answer {
    const key = headers['idempotency-key'];
    if (key !== undefined && (key.length < 1 || key.length > 100)) return { status: 400 };
    const earlier = typeof key === 'string' ? this.keys.get(key) : undefined;
    const { ofUsedKey = (isSame) => (isSame ? 'answered' : 422) } = this.archive;
    const use = earlier ? ofUsedKey(isEqual(earlier.content, content)) : 'made';
    if (typeof use === 'number') return { status: use };
    if (earlier && use === 'answered') return earlier.answer;
    const kept: KeptRecord = { id: `r${this.nextNumber()}`, content, version: 1, marks: new Map() };
    this.records.set(kept.id, kept);
    const answer = { status: 201, headers: { Location: `/records/${kept.id}` }, body: this.shown(kept) };
    if (typeof key === 'string') this.keys.set(key, { content, answer });
    return answer;
  }

  private read(kept: KeptRecord, { headers }: Asked): Answer {
    const { isUnmodified = isListed } = this.archive;
    const sent = headers['if-none-match'];
    const tag = this.tagOf(kept);
    if (sent !== undefined && tag !== undefined && isUnmodified(sent, tag))
      return { status: 304, headers: tagged(tag) };
    return { status: 200, headers: tagged(tag), body: this.shown(kept) };
  }

  private change(kept: KeptRecord, { route, content, headers }: Asked): Answer {
    const { unlocked = [], matches = isListed, stale = 412, actsFirst, showsOnlyRead } = this.archive;
    const method = route.method as RecordChange;
    const sent = headers['if-match'];
    if (sent === undefined && method === 'PUT') return { status: 400 };
    const tag = this.tagOf(kept) ?? '';
    const isHeld = sent === undefined || unlocked.includes(method) || matches(sent, tag);
    if (!isHeld && !actsFirst) return { status: stale };
    kept.version++;
    if (method === 'DELETE') this.remove(kept);
    else kept.content = method === 'PUT' ? content : (this.archive.patches ?? patched)(kept.content, content);
    if (!isHeld) return { status: stale };
    if (method === 'DELETE') return { status: 204 };
    return { status: 200, headers: showsOnlyRead ? {} : tagged(this.tagOf(kept)), body: this.shown(kept) };
  }

  /** Shows a record, and how heavy its box is, which nobody but the archive finds out. */
  private shown({ id, content }: KeptRecord): JsonObject {
    const { box } = content;
    if (!isObject(box)) return { id, ...content };
    const weighed = this.archive.takesWeight ? { weight: 12, ...box } : { ...box, weight: 12 };
    return { id, ...content, box: weighed as JsonObject };
  }

  private nextNumber(): number {
    if (!this.archive.givesAgain) return ++this.made;
    return 1 + Math.max(0, ...[...this.records.keys()].map((id) => Number(id.slice(1))));
  }

  private remove(kept: KeptRecord): void {
    this.records.delete(kept.id);
    this.removed.push(kept);
  }

  private tagOf(kept: KeptRecord): string | undefined {
    return (this.archive.tagOf ?? withVersion)(kept);
  }
}

function tagged(tag: string | undefined): Readonly<Record<string, string>> {
  return tag === undefined ? {} : { ETag: tag };
}

/** @returns undefined for what is no whole number. */
function numberIn(query: URLSearchParams, name: string, usual: number): number | undefined {
  const text = query.get(name);
  if (text === null) return usual;
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** Opens an archive. @returns what answers its requests. */
function open(archive: Archive): (request: IncomingMessage, text: string) => Answer {
  const document = readDocument(CONTRACT);
  const opened = new OpenArchive(archive);
  return (request, text) => {
    const asked = routed(document, request);
    if ('status' in asked) return archive.ofUndeclared?.(request.method) ? { status: 404 } : asked;
    const { route, ids, query } = asked;
    const sent = contentOf(document, route, request, text);
    if ('status' in sent) return sent;
    const [id = '', mark = ''] = ids;
    return opened.act({ route, id, mark, content: sent.content, query, headers: request.headers });
  };
}

async function startArchive(archive: Archive) {
  const listening = await listenWithJson(open(archive));
  return { ...listening, handOver: { writes: 'own' } as const };
}

export const archiveOfRecords: Service = {
  name: 'archive',
  contract: CONTRACT,
  faults: catalogueEntries(FAULTS, startArchive),
  variants: catalogueEntries(VARIANTS, startArchive),
};
