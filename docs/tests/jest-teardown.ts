/** Ends the mock that `jest-setup.ts` has started for all tests. */

export default async function globalTeardown(): Promise<void> {
  await (globalThis as { endMock?: () => Promise<void> }).endMock?.();
}
