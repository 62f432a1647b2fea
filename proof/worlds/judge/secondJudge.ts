/**
 * The second judge: plays valid and wrong requests by the world's own knowledge, and judges each answer by the contract with ajv. It knows nothing
 * of Espalier. Of an honest service it finds nothing; what it finds of a faulty one, a client can know.
 */

import { isEqual } from '../../../src/json/equality';
import type { JsonValue } from '../../../src/json/value';
import { createRandom } from '../../../src/support/random';
import { documentOf } from '../contract/document';
import type { Design, OperationDesign, Tamper } from '../design/design';
import { inhabit } from '../service/inhabited';
import { serveDesign } from '../service/service';
import { isPublic } from '../service/steps';
import { createAjvJudge } from './ajvJudge';
import { ask, type JudgedAnswer, type Looking } from './asking';
import { asSent, type OracleRequest, validRequest, wrongBodies, wrongParameters } from './oracle';
import { checkStates } from './states';

/** How often each operation is asked with success. */
const ROUNDS = 3;

/** @returns what is not as it should be, as sentences; and the operations that were answered with success. */
export async function judgeWorld(
  design: Design,
  tamper?: Tamper,
  most = Number.POSITIVE_INFINITY,
): Promise<{ readonly objections: string[]; readonly reached: string[] }> {
  const { busy, limitedBy } = design;
  // What others do meanwhile would look like an effect of what is asked, and it does not ask again.
  Object.assign(design, { busy: 0, limitedBy: 0 });
  const service = await serveDesign(design, inhabit(design, true), tamper);
  const document = documentOf(design);
  const objections: string[] = [];
  const reached = new Set<string>();
  const looking: Looking = {
    design,
    service,
    document,
    ajv: createAjvJudge(design.dialect, document),
    chance: createRandom(design.seed, 'second judge'),
    object: (asked, answered, what) => objections.push(tell(asked, answered, what)),
  };
  try {
    const all = design.kinds.flatMap((kind) => kind.operations);
    const operations = all.filter(({ endsSession }) => !endsSession);
    for (const operation of operations) {
      if (objections.length >= most) break;
      for (let round = 0; round < ROUNDS; round++) if (await askValid(looking, operation)) reached.add(operation.id);
      await askWrong(looking, operation, tamper !== undefined);
    }
    for (const kind of design.kinds) if (objections.length < most) await checkStates(looking, kind);
    for (const last of all.filter(({ endsSession }) => endsSession))
      if (await askValid(looking, last)) reached.add(last.id);
  } finally {
    Object.assign(design, { busy, limitedBy });
    await service.close();
  }
  return { objections, reached: [...reached] };
}

function tell(asked: OracleRequest, { status, text }: JudgedAnswer, what: string): string {
  const { url, method, body = '' } = asSent(asked, '');
  return `${asked.operation.id}: ${what} (${method} ${url} ${body} → ${status} ${text.slice(0, 300)})`;
}

/** Sends a valid request, which must be answered with success. @returns whether there was something to ask for. */
async function askValid(looking: Looking, operation: OperationDesign): Promise<boolean> {
  const asked = validRequest(operation, looking.service.store, looking.chance);
  if (!asked) return false;
  const isJson = (operation.body?.whole?.form ?? 'json') === 'json';
  const wrong =
    asked.content === undefined || !isJson ? undefined : looking.ajv.wrong(operation, 'body', asked.content);
  const answered = await ask(looking, asked);
  if (wrong !== undefined) looking.object(asked, answered, `the oracle's own body is wrong: ${wrong}`);
  if (answered.status >= 300) looking.object(asked, answered, 'a valid request is refused');
  return answered.status < 300;
}

/**
 * Sends requests that are wrong in one way each, which must be refused and change nothing.
 * @param isFaulty whether a client that knows the contract alone is to see what is wrong: it cannot tell for which reason something is refused.
 */
async function askWrong(looking: Looking, operation: OperationDesign, isFaulty: boolean): Promise<void> {
  const { service, chance, ajv, object, design } = looking;
  const asked = validRequest(operation, service.store, chance);
  if (!asked) return;
  const refused = async (changed: OracleRequest, why: string, statuses: readonly number[]) => {
    const before = snapshot(looking);
    const answered = await ask(looking, changed);
    const isRefused =
      statuses.includes(answered.status) || (isFaulty && answered.status >= 400 && answered.status < 500);
    if (!isRefused) object(changed, answered, `${why} is not refused with ${statuses}`);
    if (!isEqual(before, snapshot(looking))) object(changed, answered, `${why} has an effect`);
  };
  const { invalid } = design.manners;
  for (const { at, clause, content } of wrongBodies(asked, chance)) {
    const changed = { ...asked, content };
    // ajv takes formats that it does not know for valid.
    if (clause !== 'format' && ajv.wrong(operation, 'body', content) === undefined)
      object(
        changed,
        { status: 0, headers: new Headers(), text: '', body: undefined },
        `${at} keeps ${clause} for ajv`,
      );
    await refused(changed, `${clause} of ${at}`, [invalid]);
  }
  for (const { name, clause, changed } of wrongParameters(asked, chance))
    await refused(changed, `${clause} of ${name}`, [invalid]);
  if (!isPublic(design, operation)) {
    const unknown = asked.shown.map((each) => ({ ...each, secret: each.secret.replace(/.$/, '#') }));
    await refused({ ...asked, shown: [] }, 'a request without a credential', [401]);
    await refused({ ...asked, shown: unknown }, 'an unknown credential', [401]);
    if (design.allTogether)
      for (const each of asked.shown) await refused({ ...asked, shown: [each] }, 'one credential of two', [401]);
  }
}

/** All that a service keeps. */
function snapshot({ service, design }: Looking): JsonValue {
  return design.kinds.map((kind) =>
    service.store.every(kind).map(({ key, value, goneFrom, owner }) => ({
      key,
      value,
      isRemoved: goneFrom < Number.POSITIVE_INFINITY,
      owner,
    })),
  );
}
