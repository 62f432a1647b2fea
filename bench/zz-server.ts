import { startMock } from '../mocks/server';
const o = JSON.parse(process.argv[2] ?? '{}');
startMock({ contract: '/work/wt/state/mocks/fixtures/shop.yaml', port: 0, seed: 7, ...o }).then((mock) => {
  process.send?.({ url: mock.url });
  process.on('message', () => process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss }));
});
