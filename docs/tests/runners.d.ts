// What the examples use of runners that are not installed here. In your project their own types are in its place.

declare module 'vitest' {
  export const afterAll: typeof globalThis.afterAll;
  export const afterEach: typeof globalThis.afterEach;
  export const beforeAll: typeof globalThis.beforeAll;
  export const expect: typeof globalThis.expect;
  export const test: typeof globalThis.test;
}

declare module '@playwright/test' {
  import type { Page } from 'playwright-core';

  interface Locators {
    toHaveText(text: string | RegExp): Promise<void>;
  }
  export const expect: typeof globalThis.expect & ((locator: ReturnType<Page['getByRole']>) => Locators);

  type Fixture<Needs, Value> = (needs: Needs, use: (value: Value) => Promise<void>) => Promise<void>;
  interface Test<Fixtures> {
    (name: string, run: (fixtures: Fixtures) => Promise<void>): void;
    afterEach(run: (fixtures: Fixtures) => void): void;
    extend<Own, OfWorker>(
      fixtures: {
        [Name in keyof Own]: Fixture<Fixtures & Own & OfWorker, Own[Name]>;
      } & {
        [Name in keyof OfWorker]: [Fixture<object, OfWorker[Name]>, { scope: 'worker' }];
      },
    ): Test<Fixtures & Own & OfWorker>;
  }
  export const test: Test<{ page: Page }>;
}

declare const Cypress: { env(name: string): string };
declare const cy: {
  request(
    method: string,
    url: string,
    body?: object,
  ): { its(name: 'body'): { should(chainer: string, value: unknown): void } };
  visit(path: string): void;
  contains(selector: string, text: string): { click(): void };
};
