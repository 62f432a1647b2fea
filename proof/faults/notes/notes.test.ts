import { suite } from '../../../conformance/suite';
import { readContract } from '../../../src/contract/load';
import { verifyTarget } from '../../../src/engine/verify';
import { someOf, testWide } from '../../../src/support/testing/cases.testing';
import { lingerFor } from '../../../src/wire/lingering.testing';
import { parseTarget } from '../../../src/wire/target';
import { notesOfTwo, startNotes } from './notes';

lingerFor(10);

/** Verifies notes with leave to make things alone, and returns what is left of them. */
async function verified(deviation: Parameters<typeof startNotes>[0]) {
  const { url, handOver, kept, close } = await startNotes(deviation);
  const before = JSON.stringify(kept);
  try {
    const target = parseTarget(url);
    // What is asked of each operation alone is of no interest here.
    const probes = suite.probes.filter(({ name }) => name === 'stranger' || name === 'valid');
    const contract = await readContract(notesOfTwo.contract);
    const report = await verifyTarget(contract, { ...suite, probes }, { ...handOver, writes: 'own', target });
    return { report, isAsBefore: JSON.stringify(kept) === before };
  } finally {
    await close();
  }
}

test('what the second member has under the same ids is neither changed nor removed, and the run says what it could not ask', async () => {
  const { report, isAsBefore } = await verified({ summary: '', counts: true });
  expect(isAsBefore).toBe(true);
  const sent = report.exchanges.filter(({ request }) => JSON.stringify(request.headers).includes('OTHER_CREDENTIAL'));
  expect(new Set(sent.map(({ request }) => request.method))).toEqual(new Set(['GET']));
  const removal = report.requirements.find(({ id }) => id === 'DELETE /notes/{id} private-things');
  expect(removal).toMatchObject({ verdict: 'skip', reason: expect.stringContaining('a thing of its own') });
});

test.each(
  someOf(
    [
      ['changed by the second member', { open: ['read', 'replace', 'change'] }, 'PUT /notes/{id}'],
      ['removed by the second member', { open: ['remove'] }, 'DELETE /notes/{id}'],
    ],
    2,
  ),
)('what was %s leaves nothing behind', async (_, deviation, operation) => {
  const { report, isAsBefore } = await verified({ summary: '', ...deviation });
  const verdict = report.requirements.find(({ id }) => id === `${operation} private-things`)?.verdict;
  expect({ verdict, left: report.leftovers ?? [], isAsBefore }).toEqual({
    verdict: 'fail',
    left: [],
    isAsBefore: true,
  });
});

testWide('what a removal by the second member did not remove is removed at the end', async () => {
  const { report, isAsBefore } = await verified({ summary: '', removesAnything: true });
  expect({ left: report.leftovers ?? [], isAsBefore }).toEqual({ left: [], isAsBefore: true });
});

testWide('where nobody says that notes are private, what others do is noted', async () => {
  const open = ['list', 'read', 'replace', 'change', 'remove'] as const;
  const { report } = await verified({ summary: '', open, isShared: true });
  const noted = report.observations.filter(({ asked }) => asked.includes('another credential'));
  expect(noted.map(({ operation, message }) => `${operation}: ${message.replace(/"[^"]*"/g, '…')}`)).toEqual([
    'GET /notes: what the run made, by another credential: 200 OK, which lists what the first credential made',
    'GET /notes/{id}: what the run made, by another credential: 200 OK, which shows what the first credential made',
    'PATCH /notes/{id}: what the run made, by another credential: 200 OK, and what the first credential made shows /title …, /text …',
    'PUT /notes/{id}: what the run made, by another credential: 200 OK, and what the first credential made shows /title …',
    'DELETE /notes/{id}: what the run made, by another credential: 204 No Content, and what the first credential made is gone',
  ]);
  expect(JSON.stringify(report)).not.toContain('token-of-the-second');
});
