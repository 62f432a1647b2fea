// Cypress: `e2e: { setupNodeEvents }` of cypress.config.ts; tests read Cypress.env('MOCK_URL').
import { startMock } from 'espalier';

interface Config {
  env: Record<string, unknown>;
}

export async function setupNodeEvents(
  on: (event: 'after:run', task: () => Promise<void>) => void,
  config: Config,
): Promise<Config> {
  const mock = await startMock({ contract: 'openapi.yaml', port: 0 });
  config.env['MOCK_URL'] = mock.url;
  on('after:run', () => mock.close());
  return config;
}
