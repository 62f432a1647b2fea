// Playwright (`globalSetup` of playwright.config.ts) and Vitest (`globalSetup` of vitest.config.ts): both call what is returned at the end.
import { startMock } from 'espalier';

export default async function setup(): Promise<() => Promise<void>> {
  const mock = await startMock({ contract: 'openapi.yaml', port: 0 });
  process.env['MOCK_URL'] = mock.url;
  return () => mock.close();
}
