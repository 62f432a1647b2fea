import { raid, withStore, wrongsOf } from './raid.testing';
import { strangers } from './strangers';
test('dbg', async () => {
  const target = strangers.find((each) => each.name === process.env['T']);
  if (!target) throw new Error('none');
  await withStore(target, undefined, async (store) => {
    const report = await raid(target, store, { writes: (process.env['W'] ?? 'own') as 'own' });
    const lines = store.requests.map((r) => `${r.method} ${r.path} ${r.body.slice(0, 200)} -> ${r.status}`);
    require('node:fs').writeFileSync('/tmp/gate/req.txt', lines.join('\n'));
    let w: unknown;
    try { w = wrongsOf(store, report.leftovers ?? []); } catch (e) { w = String(e); }
    require('node:fs').writeFileSync('/tmp/gate/out.txt', JSON.stringify({ w, left: report.leftovers }, null, 1));
  });
});
