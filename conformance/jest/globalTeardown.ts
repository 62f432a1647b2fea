export default async function globalTeardown(): Promise<void> {
  await (globalThis as { endMock?: () => Promise<void> }).endMock?.();
}
