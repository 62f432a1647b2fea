/** A rota: whose members ask for leave, and stand in shifts. What it takes in one request it may refuse beside other parts. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../../../src/json/value';
import { listenWithJson } from '../catalogue/listen';
import { catalogueEntries, type Service } from '../catalogue/service';
import { type DeskRoute, deskFile, readDocument } from '../desk/document';
import { contentOf, routed } from '../desk/request';
import type { Rota } from './deviation';
import { ROTA_FAULTS } from './faults';
import { ROTA_VARIANTS } from './variants';

const CONTRACT = deskFile('rota.yaml', 'rota');

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly allow?: string;
}

/** What a request asks for, once its path and its body are read. */
interface Asked {
  readonly route: DeskRoute;
  readonly id: string;
  readonly content: JsonObject;
  readonly query: URLSearchParams;
}

const MISSING: Answer = { status: 404 };

/** The parameters that choose shifts by a member of the same name, beside the crew. */
const CHOOSING: Readonly<Record<string, (shift: JsonObject) => unknown>> = {
  hours: ({ hours }) => hours,
  siteId: ({ siteId }) => siteId,
  leadId: () => LEAD.id,
};

/** Who leads each shift, and where each is. */
const LEAD = { id: '5d0c3b8e-6f0a-4a1e-9a57-0d4c1f6a2b11', name: 'Ivy' };
const SITE = 3;

class OpenRota {
  private readonly leaves = new Map<string, JsonObject>();
  private readonly shifts = new Map<string, JsonObject>();
  private readonly madeAt = new Map<string, string>();
  private made = 0;

  constructor(private readonly rota: Rota) {}

  act(asked: Asked): Answer {
    const told = { ...asked, operation: asked.route.operationId };
    if (this.rota.refuses?.(told)) return { status: 400 };
    const answer = asked.route.operationId.endsWith('Leave') ? this.actOnLeave(asked) : this.actOnShift(asked);
    const isFailing = answer.status < 300 && this.rota.fails?.(told);
    return isFailing ? { status: 500 } : answer;
  }

  private actOnLeave({ route: { method }, id, content }: Asked): Answer {
    const { leaves } = this;
    if (method === 'POST') {
      const leave = { leaveId: randomUUID(), ...content };
      if (this.rota.refusesRemarks && 'remark' in content) return { status: 400 };
      leaves.set(leave.leaveId, leave);
      return { status: 201, body: leave };
    }
    const leave = leaves.get(id);
    if (!leave) return MISSING;
    if (method === 'GET') return { status: 200, body: leave };
    leaves.delete(id);
    return { status: 204 };
  }

  private actOnShift(asked: Asked): Answer {
    const { id, content } = asked;
    const { shifts } = this;
    const { method, hasId } = asked.route;
    if (method === 'GET' && !hasId) return this.list(asked);
    const before = shifts.get(id);
    if (hasId && !before) return MISSING;
    if (method === 'GET') return { status: 200, body: before };
    if (method === 'DELETE') {
      shifts.delete(id);
      return { status: 204 };
    }
    const { begins, ends } = content;
    if (typeof begins === 'string' && typeof ends === 'string' && begins >= ends) return { status: 400 };
    const shiftId = hasId ? Number(id) : ++this.made;
    const kept = before ? (this.rota.keeps?.(content, before) ?? content) : content;
    const shift = {
      shiftId,
      ...kept,
      lead: LEAD,
      siteId: SITE,
      updatedAt: this.dated(String(shiftId), before, content),
    };
    shifts.set(String(shiftId), shift);
    return { status: hasId ? 200 : 201, body: shift };
  }

  /** The time of the last change of a shift, as the rota shows it. */
  private dated(id: string, before: JsonObject | undefined, content: JsonObject): string {
    const now = new Date();
    if (!before) this.madeAt.set(id, now.toISOString());
    const shown = before ? this.rota.dates?.(now, this.madeAt.get(id) ?? '', before, content) : undefined;
    return shown ?? now.toISOString();
  }

  private isChosen(shown: unknown, asked: string | null, name: string): boolean {
    return asked === null || (this.rota.chooses?.(shown, asked, name) ?? String(shown) === asked);
  }

  private list({ query }: Asked): Answer {
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 20)];
    const all = [...this.shifts.values()];
    const after = query.get('after');
    if (after !== null && !all.some(({ title }) => title === after)) return { status: 400 };
    const crew = query.get('crew');
    const ofCrew = crew === null || this.rota.showsAllCrews ? all : all.filter((each) => each['crew'] === crew);
    const found = ofCrew.filter((each) =>
      Object.entries(CHOOSING).every(([name, shownBy]) => this.isChosen(shownBy(each), query.get(name), name)),
    );
    const sort = query.get('sort');
    const by = sort?.replace('-', '') ?? '';
    const sorted = sort === null ? found : found.toSorted((one, other) => compare(one[by], other[by]));
    const ordered = this.rota.orders?.(found, sort) ?? (sort?.startsWith('-') ? sorted.toReversed() : sorted);
    return { status: 200, body: { items: ordered.slice((page - 1) * size, page * size), total: found.length } };
  }
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return one === other ? 0 : String(one) < String(other) ? -1 : 1;
}

/** Opens a rota. @returns what answers its requests. */
function open(rota: Rota): (request: IncomingMessage, text: string) => Answer {
  const document = readDocument(CONTRACT);
  const { check } = document;
  const opened = new OpenRota(rota);
  return (request, text) => {
    const asked = routed(document, request);
    if ('status' in asked) return asked;
    const { route, ids, query } = asked;
    const [id = ''] = ids;
    const isWrong = route.parameters.some(({ name, in: where, schema }) => {
      const sent = where === 'path' ? id : query.get(name);
      return sent !== null && check(schema, schema.type === 'integer' && /^\d+$/.test(sent) ? Number(sent) : sent);
    });
    if (isWrong) return { status: 400 };
    const sent = contentOf(document, route, request, text, rota.reads);
    if ('status' in sent) return sent;
    return opened.act({ route, id, content: sent.content, query });
  };
}

async function startRota(rota: Rota) {
  const listening = await listenWithJson(open(rota));
  return { ...listening, handOver: { writes: 'own' } as const };
}

export const rotaOfShifts: Service = {
  name: 'rota',
  contract: CONTRACT,
  faults: catalogueEntries(ROTA_FAULTS, startRota),
  variants: catalogueEntries(ROTA_VARIANTS, startRota),
};
