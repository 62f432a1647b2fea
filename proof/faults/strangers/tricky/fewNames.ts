/**
 * Services in which POST overwrites the thing that a value of the request names, and where that value is one of few: it is listed, it is fixed, or
 * it is a boolean. No such name can be the run's own.
 */

import {
  contractOf,
  listOf,
  objectWith,
  operation,
  type Paths,
  resource,
  type SchemaLiteral,
  TEXT,
} from '../contracts';
import type { Call, Reply } from '../store';
import type { Stranger } from '../stranger';
import type { StrangerThing } from '../things';
import { answeredBy, both, DONE } from './parts';

const RULES = ['VALIDITY', 'COMPATIBILITY', 'INTEGRITY'];
const RULE: SchemaLiteral = { enum: RULES };

/** What strangers have set for each of the names. */
function settingsOf(names: readonly string[], more: (name: string) => object = () => ({})) {
  return Object.fromEntries(names.map((name) => [name, { config: `What is set for ${name}`, ...more(name) }]));
}

interface Few {
  readonly name: string;
  readonly sentence: string;
  readonly paths: readonly Paths[];
  /** The names that there are. */
  readonly known?: readonly string[];
  /** The names that strangers have given; default: all. */
  readonly taken?: readonly string[];
  /** What a setting shows of its name. */
  readonly shows?: (name: string) => object;
  /** The request that sets something; default: `POST /rules`. */
  readonly sets?: string;
  /** Returns the name that a request sends; undefined if it has none. */
  readonly nameIn: (call: Call, ...names: readonly string[]) => unknown;
  readonly answers?: (name: string, call: Call) => Reply;
  /** Returns what the list answers of all settings; default: all. */
  readonly listed?: (all: readonly StrangerThing[]) => unknown;
}

/** Makes a service whose settings have names, of which there are few. What sets one overwrites it. */
function settings({
  name,
  sentence,
  paths,
  known = RULES,
  taken = known,
  shows,
  sets = 'POST /rules',
  nameIn,
  answers,
  listed,
}: Few): Stranger {
  return {
    name,
    sentence,
    contract: contractOf(...paths),
    before: { '/rules': settingsOf(taken, shows) },
    changes: both(
      answeredBy({
        [sets](call, ...names) {
          const key = nameIn(call, ...names);
          if (key === undefined)
            return { status: 400, body: { message: 'Request is missing a required parameter: type' } };
          if (!known.includes(String(key))) return { status: 400, body: { message: `There is no ${String(key)}` } };
          const sent = typeof call.content === 'object' ? call.content : { type: call.content };
          call.store.set(`/rules/${String(key)}`, sent, call.owner);
          return answers?.(String(key), call) ?? DONE;
        },
      }),
      () => ({
        show: (thing) => thing,
        ...(listed
          ? {
              list: ({ store }) => ({
                status: 200,
                body: listed([...store.in('/rules')].map(([key, { thing }]) => ({ key, ...thing }))),
              }),
            }
          : {}),
      }),
    ),
  };
}

const CONFIG = { config: TEXT };
const READ = ['list', 'read', 'remove'] as const;

/** Makes a service whose rules have numbers, of which there is one of each type. @param shown what its paths show of them. */
function numbered(name: string, sentence: string, shown: Parameters<typeof resource>[1]): Stranger {
  return settings({
    name,
    sentence,
    paths: [
      resource('/rules/{id}', shown),
      operation('POST /rules', {
        sent: objectWith({ type: RULE, ...CONFIG }),
        answers: { 200: objectWith({ id: { type: 'integer' } }) },
      }),
    ],
    known: ['1', '2', '3'],
    shows: (id) => ({ id: Number(id), type: RULES[Number(id) - 1] }),
    nameIn: ({ content }) => RULES.indexOf(String(content['type'])) + 1,
    answers: (id, { content }) => ({ status: 200, body: { ...content, id: Number(id) } }),
  });
}

export const strangersWithFewNames: readonly Stranger[] = [
  settings({
    name: 'rule-by-type',
    sentence:
      'POST /rules sets the rule of the type that it sends, which it need not send by its schema; /rules/{rule} lists the same.',
    paths: [
      resource('/rules/{rule}', { ids: { rule: RULE }, idMember: 'type', required: [], members: CONFIG, verbs: READ }),
      operation('POST /rules', { sent: { ...objectWith(CONFIG), properties: { type: RULE, ...CONFIG } } }),
    ],
    shows: (type) => ({ type }),
    nameIn: ({ content }) => content['type'],
  }),
  settings({
    name: 'rule-by-type-in-a-text',
    sentence:
      'POST /rules sets the rule of the type that it sends; /rules/{rule} takes any text, and shows which rules there are.',
    paths: [
      resource('/rules/{rule}', { ids: { rule: TEXT }, idMember: 'type', required: [], members: CONFIG, verbs: READ }),
      operation('POST /rules', { sent: objectWith({ type: RULE, ...CONFIG }) }),
    ],
    shows: (type) => ({ type }),
    nameIn: ({ content }) => content['type'],
  }),
  settings({
    name: 'rule-by-type-unlisted',
    sentence:
      'POST /rules sets the rule of the type that it sends; only GET /rules/{rule} shows which rules there are.',
    paths: [
      resource('/rules/{rule}', {
        ids: { rule: TEXT },
        idMember: 'type',
        required: [],
        members: CONFIG,
        verbs: ['read', 'remove'],
      }),
      operation('POST /rules', { sent: objectWith({ type: RULE, ...CONFIG }) }),
    ],
    nameIn: ({ content }) => content['type'],
  }),
  settings({
    name: 'rule-by-type-unseen',
    sentence: 'POST /rules sets the rule of the type that it sends, and nothing shows which rules there are.',
    paths: [
      resource('/rules/{rule}', { ids: { rule: TEXT }, required: [], members: CONFIG, verbs: ['remove'] }),
      operation('POST /rules', { sent: objectWith({ type: RULE, ...CONFIG }) }),
    ],
    nameIn: ({ content }) => content['type'],
  }),
  settings({
    name: 'rule-in-the-path',
    sentence: 'POST /rules/{rule} sets one of three rules, DELETE takes it back, and nothing shows them.',
    paths: [
      resource('/rules/{rule}', { ids: { rule: RULE }, verbs: ['remove'] }),
      operation('POST /rules/{rule}', { ids: { rule: RULE }, sent: objectWith(CONFIG) }),
    ],
    sets: 'POST /rules/{rule}',
    nameIn: (_, rule) => rule,
  }),
  settings({
    name: 'rule-in-the-query',
    sentence: 'POST /rules?type= sets the rule of that type; GET /rules/{rule} shows it.',
    paths: [
      resource('/rules/{rule}', { ids: { rule: TEXT }, idMember: 'type', required: [], members: CONFIG, verbs: READ }),
      operation('POST /rules', {
        parameters: [{ in: 'query', name: 'type', required: true, schema: RULE }],
        sent: objectWith(CONFIG),
      }),
    ],
    shows: (type) => ({ type }),
    nameIn: ({ query }) => query.get('type') ?? undefined,
  }),
  settings({
    name: 'rule-of-a-constant',
    sentence: 'POST /rules sets the one rule that its schema allows; GET /rules/{rule} shows it.',
    paths: [
      resource('/rules/{rule}', { ids: { rule: TEXT }, idMember: 'scope', required: [], members: CONFIG, verbs: READ }),
      operation('POST /rules', { sent: objectWith({ scope: { const: 'global' }, ...CONFIG }) }),
    ],
    known: ['global'],
    shows: (scope) => ({ scope }),
    nameIn: ({ content }) => content['scope'],
  }),
  settings({
    name: 'rule-of-a-flag',
    sentence:
      'There are two rules, for what is public and for what is not: POST /rules sets the one that its flag says.',
    paths: [
      resource('/rules/{rule}', {
        ids: { rule: TEXT },
        idMember: 'public',
        required: [],
        members: CONFIG,
        verbs: READ,
      }),
      operation('POST /rules', { sent: objectWith({ public: { type: 'boolean' }, ...CONFIG }) }),
    ],
    known: ['true', 'false'],
    shows: (flag) => ({ public: flag === 'true' }),
    nameIn: ({ content }) => content['public'],
  }),
  numbered(
    'rule-with-a-number',
    'Rules have numbers, and there is one of each type: POST overwrites the one of the type that it sends, which the list shows.',
    { required: ['type', 'config'], members: { type: RULE, ...CONFIG }, verbs: READ, sent: {} },
  ),
  numbered(
    'rule-with-a-number-unlisted',
    'Rules have numbers, and there is one of each type: POST overwrites the one of the type that it sends; only GET of a number shows one.',
    { required: ['type', 'config'], members: { type: RULE, ...CONFIG }, verbs: ['read', 'remove'] },
  ),
  settings({
    name: 'rule-wrapped',
    sentence: 'POST /rules sets the rule of the type in the object that wraps it; GET /rules/{rule} shows it.',
    paths: [
      resource('/rules/{rule}', { ids: { rule: TEXT }, idMember: 'type', required: [], members: CONFIG, verbs: READ }),
      operation('POST /rules', { sent: objectWith({ rule: objectWith({ type: RULE, ...CONFIG }) }) }),
    ],
    shows: (type) => ({ type }),
    nameIn: ({ content }) => (content['rule'] as { type?: unknown } | undefined)?.type,
  }),
  settings({
    name: 'rule-alone',
    sentence:
      'The body of POST /rules is the name of a rule, which it sets to what is usual; GET /rules/{rule} shows it.',
    paths: [
      resource('/rules/{rule}', { ids: { rule: TEXT }, idMember: 'type', required: [], members: CONFIG, verbs: READ }),
      operation('POST /rules', { sent: RULE }),
    ],
    shows: (type) => ({ type }),
    nameIn: ({ content }) => (typeof content === 'string' ? content : undefined),
  }),
  settings({
    name: 'setting-without-items',
    sentence: 'POST /rules sets the rule of the type that it sends; the contract has no more than this and the list.',
    paths: [
      operation('GET /rules', { answers: { 200: { type: 'array', items: objectWith({ type: RULE, ...CONFIG }) } } }),
      operation('POST /rules', { sent: objectWith({ type: RULE, ...CONFIG }) }),
    ],
    shows: (type) => ({ type }),
    nameIn: ({ content }) => content['type'],
  }),
  settings({
    name: 'hours-of-a-weekday',
    sentence: 'POST /rules sets the hours of a weekday, which is a number; the list shows those of all days.',
    paths: [
      resource('/rules/{day}', { ids: { day: TEXT }, required: [], members: CONFIG, verbs: ['list', 'remove'] }),
      operation('POST /rules', {
        sent: objectWith({ weekday: { type: 'integer', minimum: 1, maximum: 7 }, ...CONFIG }),
      }),
    ],
    known: ['1', '2', '3', '4', '5', '6', '7'],
    shows: (day) => ({ weekday: Number(day) }),
    nameIn: ({ content }) => content['weekday'],
  }),
  settings({
    name: 'rules-of-several-types',
    sentence: 'POST /rules sets the rules of all types in its list; GET /rules/{rule} shows one.',
    paths: [
      resource('/rules/{rule}', { ids: { rule: TEXT }, idMember: 'type', required: [], members: CONFIG, verbs: READ }),
      operation('POST /rules', { sent: objectWith({ types: { ...listOf(RULE), minItems: 1 }, ...CONFIG }) }),
    ],
    shows: (type) => ({ type }),
    nameIn: ({ content }) => (content['types'] as readonly unknown[] | undefined)?.[0],
  }),
  settings({
    name: 'rule-in-a-header',
    sentence: 'POST /rules sets the rule that a field of its header names; the list has their names alone.',
    paths: [
      resource('/rules/{rule}', {
        ids: { rule: TEXT },
        verbs: ['list', 'remove'],
        listed: () => listOf({ type: 'string' }),
      }),
      operation('POST /rules', {
        parameters: [{ in: 'header', name: 'X-Rule-Type', required: true, schema: RULE }],
        sent: objectWith(CONFIG),
      }),
    ],
    listed: (all) => all.map(({ key }) => key),
    nameIn: ({ headers }) => headers['x-rule-type'],
  }),
  settings({
    name: 'rule-in-the-first-page',
    sentence:
      'POST /rules sets the rule of the type that it sends; the list shows one rule, and says that there are three.',
    paths: [
      resource('/rules/{id}', {
        required: ['type', 'config'],
        members: { type: RULE, ...CONFIG },
        verbs: ['list', 'remove'],
        listed: (schema) => objectWith({ items: listOf(schema), total: { type: 'integer' } }),
      }),
      operation('POST /rules', {
        sent: objectWith({ type: RULE, ...CONFIG }),
        answers: { 200: objectWith({ id: { type: 'integer' } }) },
      }),
    ],
    known: ['1', '2', '3'],
    shows: (id) => ({ id: Number(id), type: RULES[Number(id) - 1] }),
    listed: (all) => ({ items: all.slice(2), total: all.length }),
    nameIn: ({ content }) => RULES.indexOf(String(content['type'])) + 1,
    answers: (id, { content }) => ({ status: 200, body: { ...content, id: Number(id) } }),
  }),
  {
    ...settings({
      name: 'rule-that-is-free',
      sentence: 'POST /rules sets the rule of the type that it sends; two of three are set, which the list shows.',
      paths: [
        resource('/rules/{rule}', {
          ids: { rule: TEXT },
          idMember: 'type',
          required: [],
          members: CONFIG,
          verbs: READ,
        }),
        operation('POST /rules', { sent: objectWith({ type: RULE, ...CONFIG }) }),
      ],
      taken: RULES.slice(1),
      shows: (type) => ({ type }),
      nameIn: ({ content }) => content['type'],
    }),
    isAlone: true,
  },
];
