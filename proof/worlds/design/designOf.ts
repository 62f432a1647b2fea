/** World → design: all choices made. */

import { kindChoices, worldChoices } from '../choices';
import { type NamingValue, namingOf } from '../choices/naming';
import { type NamedMember, namedMembers, type ShapeMember, type ValueShape } from '../shapes';
import type { World, WorldKind } from '../world';
import type { Design, DialectName, KindDesign, NamingDesign, WorldFault } from './design';
import { languages } from './words';

/** What a choice does: of a value of its own, and of what it changes. */
interface AnyChoice<Changed> {
  readonly plain: unknown;
  readonly apply: (value: never, changed: Changed) => void;
  readonly faults?: (value: never, changed: Changed) => WorldFault[];
}

function valuesOf<Changed>(
  choices: Readonly<Record<string, AnyChoice<Changed>>>,
  said: object,
): (readonly [AnyChoice<Changed>, never])[] {
  const values = said as Readonly<Record<string, unknown>>;
  return Object.entries(choices).map(([name, choice]) => [choice, (values[name] ?? choice.plain) as never] as const);
}

export function designOf(world: World): Design {
  const { seed = 1, dialect = '3.0' } = world;
  const added: KindDesign[] = [];
  const design: Design = {
    seed,
    dialect,
    title: 'A world',
    prefix: '',
    kinds: [],
    addKind(singular, plural, naming) {
      const kind = emptyKind(design, naming, [singular, plural]);
      added.push(kind);
      return kind;
    },
    credentials: [],
    allTogether: false,
    publicReads: false,
    manners: {
      invalid: 400,
      refusesOddIds: false,
      body: 'message',
      declared: 'each',
      inputFirst: false,
      head: 'as GET',
    },
    documented: { examples: true, operationIds: true, links: false, schemas: 'two', json: false },
    isPrivate: false,
    isGuarded: false,
    busy: 0,
    limitedBy: 0,
    limitStatus: 429,
    coding: 'identity',
  };
  for (const [choice, value] of valuesOf(worldChoices, world)) choice.apply(value, design);
  for (const [at, kind] of kindsOf(world).entries()) {
    const made = beginKind(design, kind, at, world);
    design.kinds.push(made);
    made.parent?.children.push(made);
    for (const [choice, value] of valuesOf(kindChoices, kind)) choice.apply(value, made);
  }
  for (const kind of added) design.kinds.push(Object.assign(kind, { index: design.kinds.length }));
  return design;
}

const kindsOf = ({ kinds = [] }: World): readonly WorldKind[] => (kinds.length > 0 ? kinds : [{}]);

function beginKind(
  design: Design,
  kind: WorldKind,
  index: number,
  { language = 'english', seed = 1 }: World,
): KindDesign {
  const { kinds, members: words } = languages[language] ?? languages.english;
  const called = kinds[(seed + index) % kinds.length] ?? ['thing', 'things'];
  const above = kind.below ? design.kinds[index - kind.below] : undefined;
  // What a query names has no path that others could be below.
  const parent = above?.naming.isInQuery ? undefined : above;
  const naming = namingOf(namingSaid(kind.naming), called[0], parent !== undefined);
  const key: NamedMember[] = naming.isChosen ? [{ name: naming.member, shape: naming.shape, required: true }] : [];
  const others = membersOf(
    kind.members ?? [],
    words.filter((each) => each !== naming.member && each !== naming.before?.member),
    design.dialect,
  ).filter(({ name }) => name !== naming.member);
  return { ...emptyKind(design, naming, called), index, parent, members: [...key, ...others] };
}

function emptyKind(design: Design, naming: NamingDesign, [singular, plural]: readonly [string, string]): KindDesign {
  return {
    index: 0,
    singular,
    plural,
    parent: undefined,
    children: [],
    isAlone: false,
    design,
    naming,
    members: [],
    served: [],
    operations: [],
    showing: [],
    wrapper: undefined,
    references: new Map(),
    unique: undefined,
    keepsChildren: false,
    lagMs: 0,
    staleMs: 0,
    takesMs: 0,
    leavesMs: 0,
    most: 0,
    isOfService: false,
    mending: [],
    coercing: [],
  };
}

const namingSaid = (value: NamingValue | undefined): NamingValue => value ?? {};

/** A required name, and what the world says beside it, called by the words of its language. */
function membersOf(said: readonly ShapeMember[], words: readonly string[], dialect: DialectName): NamedMember[] {
  const [first = 'name', ...others] = words;
  const members = said.map((member, at) => ({
    ...member,
    name: member.name ?? others[at % others.length] ?? 'note',
    shape: shapeIn(dialect, member.shape ?? {}),
  }));
  const isWithout = dialect === '2.0';
  return namedMembers([{ name: first, required: true }, ...members]).map(({ writeOnly, ...member }) =>
    writeOnly && !isWithout ? { ...member, writeOnly } : member,
  );
}

/** What a version of OpenAPI can say of a shape: 2.0 has neither null nor alternatives, and only from 3.1 on lists say what stands first. */
function shapeIn(dialect: DialectName, shape: ValueShape): ValueShape {
  const { nullable: _, ...rest } = shape;
  const within: ValueShape = {
    ...(dialect === '2.0' ? rest : shape),
    ...(shape.of ? { of: shapeIn(dialect, shape.of) } : {}),
    ...(shape.members
      ? { members: shape.members.map((each) => ({ ...each, shape: shapeIn(dialect, each.shape ?? {}) })) }
      : {}),
  };
  const hasAlternatives = within.type === 'either' || within.type === 'tagged';
  if (within.type === 'pair' && (dialect === '2.0' || dialect === '3.0'))
    return { type: 'list', of: { type: 'number' } };
  return dialect === '2.0' && hasAlternatives ? {} : within;
}

/** The faults that the choices of a world make possible. */
export function faultsOfChoices(world: World, design: Design): WorldFault[] {
  const ofWorld = valuesOf(worldChoices, world).flatMap(([choice, value]) => choice.faults?.(value, design) ?? []);
  const ofKinds = kindsOf(world).flatMap((kind, at) =>
    valuesOf(kindChoices, kind).flatMap(
      ([choice, value]) => choice.faults?.(value, design.kinds[at] as KindDesign) ?? [],
    ),
  );
  return [...ofWorld, ...ofKinds];
}
