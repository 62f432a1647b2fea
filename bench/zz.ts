import { fork } from 'node:child_process';
import { join } from 'node:path';
import autocannon from 'autocannon';
(async () => {
  for (const o of [{}, { stateful: true }, { state: '/tmp/st/100k.json' }]) {
    const child = fork(join(__dirname, 'zz-server.ts'), [JSON.stringify(o)], { execArgv: ['-r', 'esbuild-register', ...(process.env['PROF'] && 'state' in o ? ['--cpu-prof', '--cpu-prof-dir=/tmp/st/prof'] : [])] });
    const next = () => new Promise<any>((r) => child.once('message', r));
    const { url } = await next();
    const run = async (name: string, amount: number, path: () => string) => {
      child.send('x'); const a = await next();
      const r = await autocannon({ url, connections: 16, amount, requests: [{ setupRequest: (q) => ({ ...q, path: path() }) }] });
      child.send('x'); const b = await next();
      console.log(JSON.stringify(o), name, ((b.cpu.user + b.cpu.system - a.cpu.user - a.cpu.system) / amount).toFixed(0), 'µs/request', r.non2xx, Math.round(b.rss / 1e6), 'MB');
    };
    let n = 0;
    const item = () => `/orders/${'state' in o ? (++n % 100000) + 1 : 1 + (++n % 2)}`;
    await run('warm', 1500, item);
    await run('item', 3000, item);
    await run('list', 1000, () => '/orders?limit=10');
    child.disconnect(); child.kill('SIGTERM');
  }
})();
