/** Ends the mock that was started for all suites. */

export default async function stopMockOfSuites(): Promise<void> {
  await (globalThis as { endMock?: () => Promise<void> }).endMock?.();
}
