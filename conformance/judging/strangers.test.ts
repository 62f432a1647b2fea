import type { Allowance } from '../../src/engine/model/case';
import { NOTES, readOnce } from '../contracts.testing';
import { type ExchangeLiteral, toExchange } from '../rules/exchange.testing';
import { isAllowed } from './strangers';

const TITLE = 'fern-4b1d93ce';
const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

const made: ExchangeLiteral = {
  ask: 'POST /notes',
  step: 'make',
  sends: { title: TITLE },
  unique: { title: TITLE },
  status: 201,
};
const asked = (id: string, status: number, json?: unknown): ExchangeLiteral => ({
  ask: `GET /notes/${id}`,
  probe: 'stranger',
  step: 'by-other',
  status,
  json,
});

test.each<[string, readonly ExchangeLiteral[], readonly Allowance[]]>([
  ['was shown it', [made, asked('7', 200, { title: TITLE })], ['same', 'nobody else']],
  ['was shown another thing of that id, which may be theirs', [made, asked('7', 200, { title: 'mine' })], []],
  ['found nothing, where a number may soon name a thing of theirs', [made, asked('7', 404)], []],
  ['found nothing, where nobody else has the id', [made, asked(UUID, 404)], ['nobody else']],
  ['was refused, where nobody else has the id', [made, asked(UUID, 403)], ['nobody else', 'forbidden']],
  ['was refused, and may have a thing of that number and no right to see it', [made, asked('7', 403)], ['forbidden']],
  ['was not answered', [made], []],
])('somebody else %s', async (_, literals, allowed) => {
  const contract = await readOnce(NOTES);
  const chain = literals.map((each, at) => toExchange(contract, each, at + 1));
  const all: readonly Allowance[] = ['same', 'nobody else', 'forbidden'];
  expect(all.filter((each) => isAllowed(each, chain))).toEqual(allowed);
});
