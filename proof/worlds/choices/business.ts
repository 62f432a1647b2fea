import fc from 'fast-check';
import type { JsonObject } from '../../../src/json/value';
import type { OperationRole } from '../design/design';
import { refuse } from '../service/refusals';
import type { NamedMember } from '../shapes';
import { kindChoice } from './choice';

interface Rule {
  readonly members: readonly NamedMember[];
  /** Says what is wrong; the contract cannot say it. */
  readonly wrong: (content: JsonObject) => string | undefined;
  /** Makes a valid content right. */
  readonly mend: (content: JsonObject) => JsonObject;
}

const day = { type: 'date' as const };

const rules: Readonly<Record<'dates' | 'password' | 'amounts', Rule>> = {
  dates: {
    members: [
      { name: 'from', shape: day, required: true },
      { name: 'until', shape: day, required: true },
    ],
    wrong: ({ from, until }) => (String(from) > String(until) ? 'until must not be before from' : undefined),
    mend: ({ from, until, ...rest }) => {
      const [first = '', last = ''] = [String(from), String(until)].sort();
      return { ...rest, from: first, until: last };
    },
  },
  password: {
    members: [{ name: 'password', shape: { min: 8, max: 60 }, required: true, writeOnly: true }],
    wrong: ({ password }) =>
      /\d/.test(String(password)) && /[A-Z]/.test(String(password))
        ? undefined
        : 'password must have a digit and a capital letter',
    mend: (content) => ({ ...content, password: `Zx7${content['password']}` }),
  },
  amounts: {
    members: [
      { name: 'least', shape: { type: 'whole', min: 0, max: 1000 }, required: true },
      { name: 'most', shape: { type: 'whole', min: 0, max: 1000 }, required: true },
    ],
    wrong: ({ least, most }) => (Number(least) > Number(most) ? 'most must not be less than least' : undefined),
    mend: (content) => ({ ...content, least: 0 }),
  },
};

export const business = kindChoice<'none' | keyof typeof rules>({
  about: 'A rule between or within members that no schema says, such as that an end is not before its beginning.',
  plain: 'none',
  others: fc.constantFrom('dates' as const, 'password' as const, 'amounts' as const),
  apply(value, kind) {
    if (value === 'none' || (value === 'password' && kind.design.dialect === '2.0')) return;
    const { members, wrong, mend } = rules[value];
    const isTaken = ({ name }: NamedMember) => kind.members.some((member) => member.name === name);
    if (members.some(isTaken)) return;
    kind.members.push(...members);
    kind.mending.push((content) => (members.every(({ name }) => name in content) ? mend(content) : content));
    for (const operation of kind.operations.filter(({ body }) => body !== undefined))
      operation.steps.push({
        phase: 'rules',
        name: 'business',
        refuses: () => [kind.design.manners.invalid],
        run(call) {
          const whole = { ...keptBy(operation.role, call.thing?.value), ...call.content };
          const why = members.every(({ name }) => name in whole) ? wrong(whole) : undefined;
          return why === undefined ? undefined : refuse(kind.design, kind.design.manners.invalid, `${why}.`);
        },
      });
  },
});

/** What is there already counts where only some members are changed. */
const keptBy = (role: OperationRole, value: JsonObject | undefined): JsonObject =>
  role === 'merge' ? (value ?? {}) : {};
