/** A cabinet: sheets lie in drawers, and notes beside them. What it answers to a write is what it keeps. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, type JsonObject, type JsonValue } from '../../../src/json/value';
import { patched } from '../archive/deviation';
import { listenOnLoopback, wholeBody } from '../catalogue/listen';
import { catalogueEntries, type Service } from '../catalogue/service';
import { type DeskRoute, deskFile, readDocument } from '../desk/document';
import { routed } from '../desk/request';
import type { Cabinet, KeptSheet } from './deviation';
import { CABINET_FAULTS } from './faults';
import { CABINET_VARIANTS } from './variants';

const CONTRACT = deskFile('cabinet.yaml', 'cabinet');

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly text?: Buffer;
  readonly picture?: Buffer;
  readonly page?: string;
  readonly allow?: string;
}

/** What a request asks for, once its path and its body are read. */
interface Asked {
  readonly route: DeskRoute;
  readonly id: string;
  readonly inner: string;
  readonly content: JsonObject;
  readonly bytes: Buffer;
}

const MISSING: Answer = { status: 404 };

class OpenCabinet {
  private readonly drawers = new Map<string, JsonObject>();
  private readonly removed = new Map<string, JsonObject>();
  private readonly sheets = new Map<string, KeptSheet>();
  private readonly notes = new Map<string, Buffer>();
  private readonly pictures = new Map<string, Buffer>();
  private made = 0;

  constructor(private readonly cabinet: Cabinet) {}

  act(asked: Asked): Answer {
    const { operationId } = asked.route;
    if (operationId.endsWith('Note')) return this.actOnNote(asked);
    if (operationId.endsWith('Picture')) return this.actOnPicture(asked);
    return /Sheets?$/.test(operationId) ? this.actOnSheet(asked) : this.actOnDrawer(asked);
  }

  private actOnDrawer({ route: { operationId: operation, method }, id, content: sent }: Asked): Answer {
    const { drawers } = this;
    const { lists = (all) => all } = this.cabinet;
    if (operation === 'listDrawers')
      return { status: 200, body: lists([...drawers.values()], [...this.removed.values()]) };
    const before = drawers.get(id);
    if (operation !== 'addDrawer' && !before) return MISSING;
    if (method === 'GET') return { status: 200, body: before };
    if (method === 'DELETE') return this.remove(id);
    const drawerId = before ? id : randomUUID();
    const written = { operation, sent, before: before ?? {} };
    const { assumes = { handles: 1 } } = this.cabinet;
    const whole = method === 'PATCH' ? patched(before ?? {}, sent) : { ...assumes, ...sent };
    const kept = this.cabinet.keeps?.(whole, written) ?? whole;
    const drawer = this.weighed({ ...kept, drawerId });
    drawers.set(drawerId, drawer);
    const twin = before ? undefined : this.cabinet.twin?.(drawer);
    if (twin) {
      const twinId = randomUUID();
      drawers.set(twinId, { ...twin, drawerId: twinId });
    }
    return { status: before ? 200 : 201, body: this.cabinet.answers?.(drawer, written) ?? drawer };
  }

  private remove(id: string): Answer {
    const drawer = this.drawers.get(id) ?? {};
    this.drawers.delete(id);
    this.pictures.delete(id);
    this.removed.set(id, drawer);
    const left = this.cabinet.leaves?.(drawer);
    if (left) this.drawers.set(id, left);
    else for (const [sheetId, sheet] of this.sheets) if (sheet.drawerId === id) this.sheets.delete(sheetId);
    return { status: 204 };
  }

  /** What folders are worth only the cabinet knows. */
  private weighed(drawer: JsonObject): JsonObject {
    const { folders } = drawer;
    if (!Array.isArray(folders)) return drawer;
    const weighed = folders.map((each: JsonValue) => {
      if (!isObject(each)) return each;
      return this.cabinet.takesWorth ? { worth: 5, ...each } : { ...each, worth: 5 };
    });
    return { ...drawer, folders: weighed as JsonValue };
  }

  private actOnSheet({ route: { operationId }, id, inner, content }: Asked): Answer {
    const { puts = (drawerId) => drawerId, shows = (sheet, drawerId) => sheet.drawerId === drawerId } = this.cabinet;
    const isThere = this.drawers.has(id);
    if (!isThere && !(operationId === 'addSheet' && this.cabinet.takesBelow?.(this.removed.has(id)))) return MISSING;
    if (operationId === 'listSheets') {
      const shown = [...this.sheets.values()].filter((each) => shows(each, id));
      return { status: 200, body: shown.map((each) => this.shown(each)) };
    }
    if (operationId === 'addSheet') {
      if (this.cabinet.crashesAt?.(String(content['heading']))) return { status: 500, page: '<h1>Oops</h1>' };
      const sheet = { sheetId: `s${++this.made}`, drawerId: puts(id, [...this.drawers.keys()]), content };
      this.sheets.set(sheet.sheetId, sheet);
      return { status: this.cabinet.madeWith ?? 201, body: this.shown(sheet) };
    }
    const sheet = this.sheets.get(inner);
    if (!sheet || !(this.cabinet.findsAnywhere || shows(sheet, id) || sheet.drawerId === id)) return MISSING;
    if (operationId === 'readSheet') return { status: 200, body: this.shown(sheet) };
    this.sheets.delete(inner);
    return { status: 204 };
  }

  private shown({ sheetId, drawerId, content }: KeptSheet): JsonObject {
    return { sheetId, ...(this.cabinet.hidesDrawer ? {} : { drawerId }), ...content };
  }

  private actOnPicture({ route: { method }, id, bytes }: Asked): Answer {
    const { pictures } = this;
    const picture = pictures.get(id);
    if (!this.drawers.has(id)) return MISSING;
    if (method === 'PUT') {
      const { paints = (sent) => sent } = this.cabinet;
      const drawn = bytes.length === 0 ? undefined : paints(bytes, picture);
      if (drawn === 'refused' || !drawn) return { status: 400 };
      if (drawn !== 'nothing') pictures.set(id, drawn);
      return { status: 204 };
    }
    if (!picture) return MISSING;
    if (method === 'GET') return { status: 200, picture };
    if (!this.cabinet.keepsPictures) pictures.delete(id);
    return { status: 204 };
  }

  private actOnNote({ route: { method }, id, bytes }: Asked): Answer {
    const { notes } = this;
    if (method === 'PUT') {
      if (bytes.length === 0 || [...bytes.toString()].length > 4000) return { status: 400 };
      notes.set(id, this.cabinet.notes?.(bytes) ?? bytes);
      return { status: 204 };
    }
    const text = notes.get(id);
    if (!text) return MISSING;
    if (method === 'GET') return { status: 200, text };
    if (!this.cabinet.keepsNotes) notes.delete(id);
    return { status: 204 };
  }
}

const ERROR = { code: 1, message: 'It is refused.', details: [] };

/** Opens a cabinet. @returns what answers its requests. */
function open(cabinet: Cabinet): (request: IncomingMessage, bytes: Buffer) => Answer {
  const answer = answering(cabinet);
  return (request, bytes) => {
    const answered = answer(request, bytes);
    // Only a sheet that is refused has a declared reason.
    const isOfSheet = request.method === 'POST' && /\/sheets$/.test(request.url ?? '');
    return isOfSheet && answered.status >= 400 && !answered.page ? { ...answered, body: ERROR } : answered;
  };
}

function answering(cabinet: Cabinet): (request: IncomingMessage, bytes: Buffer) => Answer {
  const document = readDocument(CONTRACT);
  const { check } = document;
  const opened = new OpenCabinet(cabinet);
  return (request, bytes) => {
    const asked = routed(document, request);
    if ('status' in asked) return asked;
    const { route, ids } = asked;
    const [id = '', inner = ''] = ids;
    if (route.parameters.some(({ name, schema }) => check(schema, name === 'sheetId' ? inner : id)))
      return { status: 400 };
    let content: JsonObject = {};
    if (route.bodyRequired) {
      const named = (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
      const [usual = ''] = Object.keys(route.content);
      const type = cabinet.takesAnyType && usual !== 'text/plain' ? usual : named;
      const schema = route.content[type]?.schema;
      if (bytes.length > 0 && !route.content[type]) return { status: 415 };
      if (type !== 'text/plain' && type !== 'image/png') {
        try {
          content = JSON.parse(bytes.toString()) as JsonObject;
        } catch {
          return { status: 400 };
        }
        if (!schema || check(schema, content)) return { status: 400 };
      }
    }
    return opened.act({ route, id, inner, content, bytes });
  };
}

function send(response: ServerResponse, { status, body, text, picture, page, allow }: Answer): void {
  if (body !== undefined) response.setHeader('Content-Type', 'application/json');
  if (page !== undefined) response.setHeader('Content-Type', 'text/html');
  if (text !== undefined) response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  if (picture !== undefined) response.setHeader('Content-Type', 'image/png');
  if (allow !== undefined) response.setHeader('Allow', allow);
  response.writeHead(status).end(text ?? picture ?? page ?? (body === undefined ? undefined : JSON.stringify(body)));
}

async function startCabinet(cabinet: Cabinet) {
  const answer = open(cabinet);
  const listening = await listenOnLoopback((request, response) => {
    const handle = async () => send(response, answer(request, await wholeBody(request)));
    handle().catch(() => response.destroy());
  });
  return { ...listening, handOver: { writes: 'own' } as const };
}

export const cabinetOfDrawers: Service = {
  name: 'cabinet',
  contract: CONTRACT,
  faults: catalogueEntries(CABINET_FAULTS, startCabinet),
  variants: catalogueEntries(CABINET_VARIANTS, startCabinet),
};
