import type { Kinds } from '../../../resources/kinds';
import type { Case } from '../../model/case';
import type { Exchange } from '../../model/exchange';
import type { Edit, ShownValues, Try } from '../../model/tries';
import { withWhatIsAsked } from './changes';
import { Ladder } from './ladder';

/** A refusal that names these members. */
const refusal = (each: Case, names: readonly string[]): Exchange => {
  const body = Buffer.from(JSON.stringify({ reason: 'no', names }));
  return { case: each, response: { status: 400, headers: [['Content-Type', 'application/json']], body } } as never;
};

/** Puts 1 in the place of what a refusal names, then 2. */
function tries({ response }: Exchange): Try[] {
  const { names = [] } = JSON.parse(String(response?.body)) as { readonly names?: readonly string[] };
  return [1, 2].map((value) => ({
    why: String(value),
    isNamed: true,
    edits: names.map((name): Edit => ({ place: 'body', name, value })),
  }));
}

/** Returns what the second try sends, after the first one was refused for these members. */
function secondAfter(names: readonly string[]): object {
  const sent: (readonly Edit[])[] = [];
  const mended = (each: Case, edits: readonly Edit[]) => {
    sent.push(edits);
    return { ...each };
  };
  const options = { tries, mended, placesFound: () => [], isThorough: false };
  const ladder = new Ladder(options, {} as ShownValues, {} as Kinds, '');
  const each = { claim: { probe: 'valid', name: 'n' }, request: { operation: { safe: true } } } as Case;
  const climb = ladder.climb(refusal(each, ['length', 'author']));
  climb.next();
  climb.answered(refusal(each, names));
  climb.next();
  return Object.fromEntries((sent.at(-1) ?? []).map(({ name, value }) => [name, value]));
}

test.each([
  ['some of the members', ['length'], { author: 1, length: 2 }],
  ['the same members', ['length', 'author'], { author: 2, length: 2 }],
  ['nothing any more', [], { author: 2, length: 2 }],
])('where the next refusal names %s, what is not named stays as it was changed', (_, names, sent) => {
  expect(secondAfter(names)).toEqual(sent);
});

test.each([
  ['some of what was left out', ['kind'], ['a', 'b']],
  ['nothing of it', ['other'], undefined],
  ['all of it', ['a', 'b', 'kind'], undefined],
])('where a refusal of less asks for %s, the rest stays left out', (_, names, rest) => {
  const left = ['a', 'b', 'kind'].map((name): Edit => ({ place: 'body', name, value: undefined }));
  const asked: Try = { why: 'w', isNamed: true, edits: names.map((name) => ({ place: 'body', name, value: 1 })) };
  expect(
    withWhatIsAsked({ why: 'without a, b and kind', edits: left }, [asked])?.edits.map(({ name }) => name),
  ).toEqual(rest);
});
