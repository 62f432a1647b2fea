import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Report, RequirementReport } from '../report';
import { github } from './github';
import { markdown, summary } from './markdown';

const report: Report = JSON.parse(readFileSync(join(__dirname, 'golden/report.json'), 'utf8'));
const broken = report.requirements[2] as RequirementReport;
const [{ clause: _, ...must }, should] = broken.findings as [Finding, Finding];
const reportOn = (...requirements: RequirementReport[]): Report => ({ ...report, requirements });

describe('the annotations', () => {
  /** As the runner undoes it: https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs */
  const undo = (text: string) =>
    text
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');

  test('bring every character to the reader, one finding a line', () => {
    const nasty = '100%, a:b ::error::, \r\n%0A end';
    const clause = { ...broken.clause, file: 'my, contract: 1.yaml' };
    const text = github(reportOn({ ...broken, clause, findings: [{ ...must, message: nasty, exchanges: [3] }] }), {});
    const [command = '', ...more] = text.split('\n').filter((line) => !line.includes('title=espalier'));
    expect(more).toEqual(['']);
    const [, properties = '', message = ''] = /^::error (.*?)::(.*)$/.exec(command) ?? [];
    const named = Object.fromEntries(properties.split(',').map((each) => each.split('=').map(undo)));
    expect(named).toEqual({ file: clause.file, line: '21', col: '9', title: 'broken 204: DELETE /plants/{id}' });
    expect(undo(message).startsWith(`${nasty}\n`)).toBe(true);
  });

  test.each([
    ['fail', [must, should], ['error', 'warning']],
    ['fail', [should], ['error']],
    ['warn', [should], ['warning']],
    ['skip', [must], []],
  ] as const)('of a verdict of %s with %j are %j', (verdict, findings, levels) => {
    const { reason: _, ...rest } = reportOn({ ...broken, verdict, findings });
    expect([...github(rest, {}).matchAll(/^::(\w+) /gm)].map(([, level]) => level)).toEqual(levels);
  });

  test('of several operations are one where the cause is the same, at the first place', () => {
    const other = { ...broken, operation: 'DELETE /trees/{id}', id: 'DELETE /trees/{id} 204 broken', findings: [must] };
    const elsewhere = { ...other, clause: { ...other.clause, line: 99 } };
    const { reason: _, ...rest } = reportOn({ ...broken, findings: [must] }, other, elsewhere);
    const lines = github(rest, {}).trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(
        /,line=21,.*title=broken 204%3A 2 operations::.*%0Aat: DELETE \/plants\/\{id\}, DELETE \/trees/,
      ),
    ]);
  });

  test('are no more than GitHub shows: those that concern the most operations, and how many were left out', () => {
    const findings = Array.from({ length: 20 }, (_, at) => ({ ...must, message: `broken in way ${at}` }));
    const many = [1, 2, 3].map((at) => {
      const own = { ...broken, operation: `GET /things/${at}`, id: `GET /things/${at} 204 broken` };
      return { ...own, findings: [{ ...must, message: 'broken everywhere' }] };
    });
    const { reason: _, ...rest } = reportOn({ ...broken, findings }, ...many);
    const lines = github(rest, {}).trim().split('\n');
    expect(lines).toHaveLength(9);
    expect(lines[0]).toContain('::broken everywhere');
    expect(lines.at(-1)).toMatch(/^::error title=espalier%3A not all is shown::13 more are in the summary/);
  });

  test('tell why a run came to nothing', () => {
    const text = github({ ...report, outcome: 'error', reason: 'it cannot be reached', requirements: [] }, {});
    expect(text).toBe('::error title=espalier%3A error::it cannot be reached\n');
  });
});

describe('the summary', () => {
  test('takes nothing that a target sent for Markdown or HTML', () => {
    const nasty = '````\n</details><script>1</script> | [a](b) *c* `d`';
    const reason = nasty.replaceAll('\n', ' ');
    const skipped: RequirementReport = { ...broken, verdict: 'skip', reason, findings: [] };
    const text = summary(reportOn({ ...broken, findings: [{ ...must, actual: nasty }] }, skipped), {});
    expect(text).toContain('\n`````text\n');
    const [outside = ''] = text.split('`````text');
    expect(outside).not.toContain('<script>');
    expect(outside).toContain('&lt;script&gt;1&lt;/script&gt; \\| \\[a\\](b) \\*c\\* \\`d\\`');
  });

  test('says first what is wrong, once for all operations, and why something was skipped', () => {
    const other = { ...broken, operation: 'DELETE /trees/{id}', id: 'DELETE /trees/{id} 204 broken' };
    const text = summary(reportOn(broken, other, report.requirements[5] as RequirementReport), {});
    expect(text).toContain(
      '| ❌ fail | **a 204 is followed by content (2 exchanges)**<br>broken 204 | DELETE /plants/\\{id\\}<br>DELETE /trees/\\{id\\} |',
    );
    expect(text).toContain(
      '| ⚠️ warn | **a 204 has a Content-Length (should)**<br>broken 204 | DELETE /plants/\\{id\\}<br>',
    );
    expect(text).toContain('| ⏭️ skip | **no response 400 came; tried: invalid → 404 ×9**<br>unexercised 400 | DELETE');
    expect(text.match(/<details>/g)).toHaveLength(2);
  });

  test('stays below what GitHub takes, and says what it left out', () => {
    const many = Array.from({ length: 2000 }, (_, at) => ({
      ...broken,
      findings: [{ ...must, message: `wrong in its own way, ${at}`, actual: '€'.repeat(4000) }],
    }));
    const text = summary(reportOn(...many), {});
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toContain('and 1500 more');
    expect(text).toMatch(/The evidence of \d+ more/);
  });

  test('as a comment is shorter than what GitHub takes of one, whatever was found', () => {
    const many = Array.from({ length: 2000 }, (_, at) => ({
      ...broken,
      findings: [{ ...must, message: `wrong in its own way, ${at} ${'x'.repeat(900)}`, actual: 'a'.repeat(4000) }],
    }));
    const left = { operation: 'POST /a', url: 'http://a', reason: 'r'.repeat(300), curl: 'c'.repeat(400) };
    const text = markdown(
      { ...reportOn(...many), leftovers: Array.from({ length: 500 }, () => left) as Report['leftovers'] & object },
      { color: false, width: 80 },
    );
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/and 19\d\d more/);
    expect(text).toContain('- … and 485 more');
  });

  test('of a run in which all is well is short', () => {
    const { reason: _, leftovers: __, ...rest } = reportOn(report.requirements[0] as RequirementReport);
    expect(
      summary({ ...rest, outcome: 'conforms' }, {})
        .trim()
        .split('\n'),
    ).toHaveLength(5);
  });
});
