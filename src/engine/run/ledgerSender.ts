/** Sends what the ledger asks, at the pace of the run. */

import type { Operation } from '../../contract/contract';
import { asRead } from '../../http/contentCodings';
import type { Fields, Request } from '../../http/message';
import { isAccessDenial } from '../../http/statuses';
import type { Pair } from '../../http/uri';
import { type Thing, valuesFor } from '../../resources/things';
import type { Values } from '../../routing/pathTemplate';
import { withPairs } from '../../serialization/input';
import type { Connections } from '../../wire/connections';
import type { Limits, Outcome, SendOptions } from '../../wire/send';
import type { Target } from '../../wire/target';
import { type Passage, passSafe, type RemovalPassage } from '../ledger/gate';
import type { LedgerPort } from '../ledger/ledger';
import type { Case } from '../model/case';
import type { User } from '../model/user';
import { asUser } from '../request/asUser';
import { toRequest } from '../request/toRequest';
import type { Renewing } from './credentials/renewing';
import { GatedSender } from './gatedSender';
import { createHooks, type Hooks } from './hooks';
import type { Pace } from './pace';
import type { ShownTags } from './shownTags';
import type { ShownVersions } from './shownVersions';

interface LedgerSenderOptions {
  /**
   * How an operation is asked about a thing, with a right that was handed over; undefined where it cannot or may not be.
   * @param way which of the rights, from 0 on; default: the first.
   */
  readonly ask: (operation: Operation, values: Values, way?: number) => Case | undefined;
  readonly target: Target;
  readonly limits: Limits;
  /** Gives every request its turn. */
  readonly pace: Pace;
  readonly headers: Fields;
  /** Keeps credentials that the run fetches itself working. */
  readonly renewing: Renewing;
  /** The ETags that answers show. */
  readonly tags: ShownTags;
  readonly versions?: ShownVersions;
  /** What the user lets add to requests. */
  readonly hooks?: Hooks;
  /** Further users: what was made as one of them is asked about and removed as that one. */
  readonly users?: readonly User[];
  /** Those of the run. */
  readonly connections?: Connections;
}

/** Asks about one thing after the other, with each right that was handed over, and counts what it sends. */
export class LedgerSender implements LedgerPort {
  private readonly sender: GatedSender;
  /** By operation, which of the rights was let in. */
  private readonly letIn = new Map<Operation, number>();
  private count = 0;

  constructor(private readonly options: LedgerSenderOptions) {
    const states = [options.tags, ...(options.versions ? [options.versions] : [])];
    this.sender = new GatedSender(options.pace, states, options.hooks ?? createHooks([]));
  }

  get sent(): number {
    return this.count;
  }

  /** Asks as the user who made the thing, or with the right that was let in before; where that is refused, with each other right. */
  send(
    operation: Operation,
    thing: Thing,
    signal: AbortSignal | undefined,
    maker: User | undefined,
    pair?: Pair,
  ): Promise<Outcome> | undefined {
    const values = valuesFor(operation, thing);
    const plain = this.options.ask(operation, values, 0);
    // What a cache has kept shows nothing of the moment (RFC 9111 §5.2.1.4).
    return plain && this.sendInEachWay(plain, values, (each) => passSafe(uncached(each, pair)), signal, maker);
  }

  remove(
    removal: RemovalPassage,
    signal: AbortSignal | undefined,
    maker: User | undefined,
  ): Promise<Outcome> | undefined {
    const { kind, thing } = removal.entry;
    const values = kind.remover && valuesFor(kind.remover, thing);
    const plain = kind.remover && values && this.options.ask(kind.remover, values, 0);
    return plain && values && this.sendInEachWay(plain, values, (each) => removal.passageOf(each), signal, maker);
  }

  change(passage: Passage, signal: AbortSignal | undefined): Promise<Outcome> {
    return this.sendAs(passage, passage.each.request.operation, signal);
  }

  private async sendInEachWay(
    plain: Case,
    values: Values,
    pass: (each: Case) => Passage,
    signal: AbortSignal | undefined,
    maker: User | undefined,
  ): Promise<Outcome> {
    const { operation } = plain.request;
    const usual = this.letIn.get(operation) ?? 0;
    const own = maker && asUser(plain, maker);
    const first = own ?? this.waysOf(operation, values)[usual] ?? plain;
    const outcome = await this.sendAs(pass(first), operation, signal);
    if (!isAccessDenial(outcome.response?.status)) return outcome;
    // Some services let one credential make what another one alone may remove.
    for (const [way, further] of this.waysOf(operation, values).entries()) {
      if (signal?.aborted) break;
      const isAsked = own ? further.request.user === maker : way === usual;
      const other = isAsked ? outcome : await this.sendAs(pass(further), operation, signal);
      if (isAccessDenial(other.response?.status)) continue;
      if (!own) this.letIn.set(operation, way);
      return other;
    }
    return outcome;
  }

  /** All that may be tried: with each right of the first user, then as each further one. */
  private waysOf(operation: Operation, values: Values): Case[] {
    const { ask, users = [] } = this.options;
    const ways: Case[] = [];
    for (let each = ask(operation, values, 0); each; each = ask(operation, values, ways.length)) ways.push(each);
    const [plain] = ways;
    return [...ways, ...users.flatMap((user) => (plain && asUser(plain, user)) ?? [])];
  }

  /** Sends one request when it has its turn. */
  private async sendAs(passage: Passage, operation: Operation, signal: AbortSignal | undefined): Promise<Outcome> {
    const { each } = passage;
    const { pace, renewing, target, headers, limits, connections, tags } = this.options;
    const request = tags.put(each, toRequest(each, target, headers));
    const go = (one: Request, by?: SendOptions, as = passage) => {
      this.count++;
      return this.sender.send(as, one, target, limits, signal, by);
    };
    const end = await pace.begin(signal, true);
    const way = { connections, once: !operation.safe, kind: operation.name, onAnswered: end };
    try {
      const outcome = await renewing.send(
        each,
        request,
        (one) => go(one, way),
        (witness, one) => go(one, undefined, passSafe(witness)),
      );
      return asRead(outcome);
    } finally {
      end();
    }
  }
}

/** @param pair what is added to the query. */
function uncached(each: Case, pair: Pair | undefined): Case {
  const { input } = each.request;
  const headers: Fields = [...input.headers, ['Cache-Control', 'no-cache']];
  const query = pair ? withPairs(input.query, pair.name, [pair.value]) : input.query;
  return { ...each, request: { ...each.request, input: { ...input, headers, query } } };
}
