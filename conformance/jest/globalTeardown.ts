export default async function stopMockOfSuites(): Promise<void> {
  await (globalThis as { endMock?: () => Promise<void> }).endMock?.();
}
