// Jest: `globalSetup` of jest.config.ts; its `globalTeardown` is jest-teardown.ts.
import { startMock } from 'espalier';

export default async function globalSetup(): Promise<void> {
  const mock = await startMock({ contract: 'openapi.yaml', port: 0 });
  process.env['MOCK_URL'] = mock.url;
  Object.assign(globalThis, { endMock: () => mock.close() });
}
