import { type DeskReply, problem } from './desk';
import { type DeskFault, succeeds, variant, withMembers } from './deskFault';

function shelf(name: string, summary: string, changes: Readonly<Record<string, unknown>>): DeskFault {
  return succeeds(name, summary, ['body-schema'], ['readShelf'], (reply) => withMembers(reply, changes));
}

function moves(name: string, summary: string, body: unknown): DeskFault {
  return succeeds(name, summary, ['body-schema'], ['listMoves'], (reply) => ({ ...reply, body }));
}

function forgets(name: string, summary: string, ...keywords: readonly string[]): DeskFault {
  return {
    name,
    summary,
    draws: ['invalid-input-refused'],
    changes: () => ({ forgives: (_, mistake) => mistake.keywords.some((each) => keywords.includes(each)) }),
  };
}

/** Makes a fault that takes any text for one of a format, in one member. */
function takesAny(format: string, member: string, summary: string): DeskFault {
  return {
    name: `shelf-takes-any-${format}`,
    summary,
    draws: ['invalid-input-refused'],
    operations: ['replaceShelf'],
    changes: () => ({ forgives: (_, { message }) => message === `/${member} must match format "${format}"` }),
  };
}

/** Faults against keywords that only OpenAPI 3.1 has, and against formats. */
export const shelfFaults: readonly DeskFault[] = [
  shelf('shelf-kind-of-another', 'sends another value than the const', { kind: 'rack' }),
  shelf('shelf-label-number', 'sends what is neither of two types', { label: 7 }),
  shelf('shelf-not-evaluated', 'sends a member that no part of the schema knows', { owner: 'Ada' }),
  shelf('shelf-cold-without-celsius', 'leaves out what is required if another member has a value', {
    celsius: undefined,
  }),
  shelf('shelf-celsius-at-bound', 'sends a bound that is excluded', { celsius: 8 }),
  shelf('shelf-size-of-three', 'sends more items than a tuple has', { size: [120, 40, 2] }),
  shelf('shelf-size-in-words', 'sends an item of a tuple in another type', { size: [120, '40'] }),
  shelf('shelf-board-deep-wrong', 'sends a board that is wrong below another one', {
    boards: [{ at: 1, above: { at: 2, above: { at: -1 } } }],
  }),
  shelf('shelf-holder-misnamed', 'names a branch of a discriminator that the value is not', {
    holder: { is: 'Rail', hooks: 2 },
  }),
  moves('shelf-move-short', 'leaves the last item of a tuple out', [[2026, 'hall']]),
  moves('shelf-move-elsewhere', 'sends an item of a tuple that is none of an enum', [[2026, 'attic', null]]),
  forgets('shelf-takes-any-kind', 'takes another value than the const', 'const'),
  forgets('shelf-takes-unevaluated', 'takes a member that no part of the schema knows', 'unevaluatedProperties'),
  {
    name: 'shelf-takes-cold-without-celsius',
    summary: 'looks at no if and then',
    draws: ['invalid-input-refused'],
    changes: () => ({ forgives: (_, { message }) => message.endsWith("'celsius'") }),
  },
  takesAny('uuid', 'tag', 'takes any text for a UUID'),
  takesAny('email', 'keeper', 'takes any text for an e-mail address'),
  takesAny('uri', 'plan', 'takes any text for a URI'),
  {
    name: 'shelf-fails-over-keepers',
    summary: 'fails over an e-mail address that is none',
    draws: ['no-server-error'],
    operations: ['replaceShelf'],
    changes: (good) => ({
      invalid: (call, mistake) =>
        mistake.message.startsWith('/keeper') && mistake.keywords.includes('format')
          ? problem(500, 'failed', 'There is no @.')
          : good.invalid(call, mistake),
    }),
  },
  forgets('shelf-takes-excluded-bounds', 'takes bounds that are excluded', 'exclusiveMinimum', 'exclusiveMaximum'),
  forgets('shelf-takes-short-tuples', 'takes a tuple that lacks an item', 'minItems'),
];

/** The variants, all of which keep the contract. */
export const shelfVariants: readonly DeskFault[] = [
  { name: 'shelf-good', summary: 'keeps the contract in the plainest way', draws: [], changes: () => ({}) },
  keeps('shelf-label-null', 'sends null where two types are allowed', (reply) => withMembers(reply, { label: null })),
  keeps('shelf-warm', 'leaves out what is required only if it is cold', (reply) =>
    withMembers(reply, { cold: false, celsius: undefined }),
  ),
  variant('shelf-kind-to-formats', 'takes addresses without a domain, and UUIDs in braces', ['replaceShelf'], () => ({
    forgives: ({ body }, { message, keywords }) => {
      if (!keywords.includes('format')) return false;
      const { keeper = '', tag = '', plan = '' } = JSON.parse(String(body)) as Readonly<Record<string, string>>;
      if (message.startsWith('/keeper')) return /^[^\s@]+(@[^\s@]+)?$/.test(keeper);
      if (message.startsWith('/tag')) return /^\{?[0-9a-f-]{32,36}\}?$/i.test(tag);
      return message.startsWith('/plan') && /^[^\s]+$/.test(plan);
    },
  })),
  keeps('shelf-holder', 'names the branch of a discriminator that the value is', (reply) =>
    withMembers(reply, { holder: { is: 'Hook', hooks: 2 } }),
  ),
  keeps('shelf-holder-unknown', 'names no branch of a discriminator', (reply) =>
    withMembers(reply, { holder: { is: 'peg', length: 2 } }),
  ),
  keeps('shelf-deep', 'nests boards very deep', (reply) =>
    withMembers(reply, { boards: [Array.from({ length: 60 }).reduce((above) => ({ at: 1, above }), { at: 0 })] }),
  ),
];

function keeps(name: string, summary: string, change: (reply: DeskReply) => DeskReply): DeskFault {
  return succeeds(name, summary, [], ['readShelf'], change);
}
