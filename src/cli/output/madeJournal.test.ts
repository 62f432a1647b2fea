import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateFolder } from '../settings/stateFolder';
import { folderOf } from '../tests/cli.testing';
import { createJournal, readJournal, refuseJournal } from './madeJournal';

const TARGET = 'http://127.0.0.1:1';
const bed = (id: string) => ({ item: '/beds/{}', ids: [id] });

/** A run's surroundings with a state folder of their own. */
function surroundings() {
  const state = folderOf({});
  return { env: { XDG_STATE_HOME: state, HOME: state }, folder: join(state, 'espalier') };
}

function written(env: Readonly<Record<string, string>>, file?: string) {
  const warnings: string[] = [];
  const journal = createJournal(TARGET, { file, env, warn: (text) => warnings.push(text) });
  journal.note({ intended: { number: 1, item: '/beds/{}', ids: [], like: { name: 'a' } } });
  journal.note({ made: bed('7') });
  journal.note({ came: 1 });
  journal.note({ made: bed('8') });
  return { journal, warnings };
}

const textOf = (file: string) => readFileSync(file, 'utf8');

describe('where it is', () => {
  test.each([
    [{ XDG_STATE_HOME: '/s', HOME: '/h' }, 'linux', '/s/espalier'],
    [{ XDG_STATE_HOME: 's', HOME: '/h' }, 'linux', '/h/.local/state/espalier'],
    [{ HOME: '/h' }, 'linux', '/h/.local/state/espalier'],
    [{ HOME: '/h' }, 'darwin', '/h/Library/Application Support/espalier'],
    [{ HOME: '/h', LOCALAPPDATA: '/h/l' }, 'win32', '/h/l/espalier'],
  ] as const)('%j on %s: %s', (env, platform, folder) => expect(stateFolder(env, platform)).toBe(folder));

  test('a file of its own in the state folder, for the user alone, and beside it the key', () => {
    const { env, folder } = surroundings();
    const { journal } = written(env);
    const names = readdirSync(folder).sort();
    expect(names).toEqual([expect.stringMatching(/^espalier-made-\d+-[0-9a-f]{8}\.jsonl$/), 'journal.key']);
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const file = journal.end();
    expect(file && existsSync(file)).toBe(true);
  });

  test.each([
    ['refused', undefined, ['soil-7f3e91c2']],
    ['answered with what it made', { ...bed('9'), texts: ['soil-7f3e91c2'] }, []],
  ])('the texts of a request that was %s', (_, made, sent) => {
    const { env } = surroundings();
    const file = join(folderOf({}), 'made.jsonl');
    const journal = createJournal(TARGET, { file, env, warn: () => {} });
    journal.note({ intended: { number: 1, item: '/beds/{}', ids: ['none'], like: { name: 'soil-7f3e91c2' } } });
    if (made) journal.note({ made });
    journal.note({ came: 1 });
    expect(readJournal(file, env).sent).toEqual(sent);
  });

  test('it is removed where nothing is left, whatever else is known of what was made', () => {
    const { env, folder } = surroundings();
    const { journal } = written(env);
    journal.note({ gone: bed('8') });
    const known = { ...bed('7'), like: { name: 'a' } };
    journal.note({ gone: known });
    expect(journal.end()).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['journal.key']);
  });

  test('nothing is made of it, and no file, where nothing is made', () => {
    const { env, folder } = surroundings();
    const journal = createJournal(TARGET, { file: undefined, env, warn: () => {} });
    expect(journal.end()).toBeUndefined();
    expect(existsSync(folder)).toBe(false);
  });

  test('where the state folder cannot be written, a temporary file that nobody signed', () => {
    const env = { XDG_STATE_HOME: '/dev/null', HOME: '/dev/null' };
    const { journal, warnings } = written(env);
    const file = journal.end() ?? '';
    expect(file.startsWith(tmpdir())).toBe(true);
    expect(readJournal(file, env)).toMatchObject({ isSigned: false, things: [bed('7'), bed('8')] });
    expect(warnings).toEqual([]);
    rmSync(file);
  });

  test('where the user says, but in the place of nothing that is there', () => {
    const { env } = surroundings();
    const file = join(folderOf({ there: 'x' }), 'made.jsonl');
    expect(written(env, file).journal.end()).toBe(file);
    expect(() => refuseJournal(file)).toThrow(`--journal names ${file}, which is there already; name another file`);
    expect(() => refuseJournal('')).toThrow('--journal is empty');
    expect(written(env, file).warnings).toEqual([expect.stringContaining('cannot be noted in')]);
  });
});

describe('what the run saw of what it made', () => {
  const noted = (): { readonly env: Readonly<Record<string, string>>; readonly file: string } => {
    const { env } = surroundings();
    const journal = createJournal(TARGET, { file: undefined, env, warn: () => {} });
    journal.note({ made: bed('7') });
    journal.note({ seen: { ...bed('7'), known: ['a', 'b'], isLooked: true, isChanged: false } });
    journal.note({ seen: { ...bed('8'), known: ['of nothing that is noted'] } });
    journal.note({ made: { ...bed('7'), texts: ['soil'] } });
    journal.note({ seen: { ...bed('7'), known: ['c'], isLooked: true, isChanged: true } });
    return { env, file: journal.end() ?? '' };
  };

  test('is found again, whatever is noted of it meanwhile', () => {
    const { env, file } = noted();
    const known = { known: ['a', 'b', 'c'], isLooked: true, isChanged: true };
    expect(readJournal(file, env).things).toEqual([{ ...bed('7'), texts: ['soil'], ...known }]);
    expect(textOf(file)).not.toContain('nothing that is noted');
  });

  test('what nothing can ask for is told until the run has told it', () => {
    const { env } = surroundings();
    const journal = createJournal(TARGET, { file: undefined, env, warn: () => {} });
    const perhaps = (number: number) => ({
      number,
      operation: 'POST /beds/{id}/copy',
      values: { id: '7' },
      reason: 'made',
    });
    for (const number of [1, 2]) journal.note({ perhaps: perhaps(number) });
    journal.note({ came: 1 });
    const file = journal.end() ?? '';
    expect(readJournal(file, env).perhaps).toEqual([perhaps(2)]);
  });

  test('is not believed where nobody signed it', () => {
    const { env, file } = noted();
    writeFileSync(file, textOf(file).replace(/,"mac":"\w+"/g, ''));
    expect(readJournal(file, env).things).toEqual([{ ...bed('7'), texts: ['soil'] }]);
  });
});

describe('its signature', () => {
  const signed = () => {
    const { env } = surroundings();
    const file = written(env).journal.end() ?? '';
    return { env, file, lines: textOf(file).split('\n').slice(0, -1) };
  };
  const isSigned = (env: Readonly<Record<string, string>>, lines: readonly string[]) =>
    readJournal(join(folderOf({ 'made.jsonl': lines.map((each) => `${each}\n`).join('') }), 'made.jsonl'), env)
      .isSigned;

  test('fits what the run wrote, also where it was ended half-way through a line', () => {
    const { env, file, lines } = signed();
    expect(readJournal(file, env)).toEqual({
      target: TARGET,
      things: [bed('7'), bed('8')],
      sent: ['a'],
      intents: [],
      perhaps: [],
      isSigned: true,
    });
    expect(isSigned(env, lines.slice(0, 3))).toBe(true);
    writeFileSync(file, `${textOf(file)}{"made":{"item":"/b`);
    expect(readJournal(file, env).isSigned).toBe(true);
  });

  test.each<[string, (lines: string[]) => string[]]>([
    ['an id that was changed', (lines) => lines.map((each) => each.replace('"7"', '"9"'))],
    ['another target', (lines) => lines.map((each) => each.replace(':1"', ':2"'))],
    ['a line that was taken out', (lines) => lines.toSpliced(2, 1)],
    ['lines in another order', ([head = '', one = '', two = '', ...more]) => [head, two, one, ...more]],
    ['a line that was added', (lines) => [...lines, JSON.stringify({ made: bed('9') })]],
    ['a line that is there twice', (lines) => [...lines, lines.at(-1) ?? '']],
    ['no signature', (lines) => lines.map((each) => each.replace(/,"mac":"\w+"/, ''))],
  ])('does not fit %s', (_, change) => {
    const { env, lines } = signed();
    expect(isSigned(env, change([...lines]))).toBe(false);
  });

  test('is of one user alone', () => {
    const { lines } = signed();
    expect(isSigned(surroundings().env, lines)).toBe(false);
  });

  test('a key that others could read is closed to them, and one that is none signs nothing', () => {
    const { env, folder } = surroundings();
    mkdirSync(folder);
    writeFileSync(join(folder, 'journal.key'), `${'0'.repeat(64)}\n`);
    chmodSync(join(folder, 'journal.key'), 0o644);
    const file = written(env).journal.end() ?? '';
    expect(statSync(join(folder, 'journal.key')).mode & 0o777).toBe(0o600);
    expect(readJournal(file, env).isSigned).toBe(true);
    writeFileSync(join(folder, 'journal.key'), '');
    expect(readJournal(file, env).isSigned).toBe(false);
  });
});

describe('what nobody signed', () => {
  const reading = (...lines: unknown[]) => {
    const text = lines.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('');
    const file = join(folderOf({ 'made.jsonl': text }), 'made.jsonl');
    return () => readJournal(file, surroundings().env);
  };

  test.each<[string, unknown[], string]>([
    ['nothing', [], 'which names no target in its first line'],
    ['no target', [{ made: bed('7') }], 'which names no target in its first line'],
    ['a head with more in it', [{ target: TARGET, token: 't' }], 'which names no target in its first line'],
    ['no JSON', [{ target: TARGET }, 'made'], 'in which line 2 is not a line of a journal'],
    ['a list', [{ target: TARGET }, [bed('7')]], 'in which line 2 is not a line of a journal'],
    [
      'a number for an id',
      [{ target: TARGET }, { made: { item: '/beds/{}', ids: [7] } }],
      'line 2 is not a line of a journal',
    ],
    ['an unknown event', [{ target: TARGET }, { remove: bed('7') }], 'line 2 is not a line of a journal'],
    ['two events', [{ target: TARGET }, { made: bed('7'), gone: bed('7') }], 'line 2 has a member "gone" that'],
    [
      'an unknown member',
      [{ target: TARGET }, { made: { ...bed('7'), url: 'x' } }],
      'line 2 is not a line of a journal',
    ],
    [
      'an intent of no likeness',
      [{ target: TARGET }, { intended: { ...bed('7'), number: 1 } }],
      'line 2 is not a line',
    ],
    [
      'a likeness of numbers',
      [{ target: TARGET }, { made: { ...bed('7'), like: { name: 1 } } }],
      'line 2 is not a line',
    ],
  ])('is refused: %s', (_, lines, message) => expect(reading(...lines)).toThrow(message));

  test('may say how what was made is known', () => {
    const made = { ...bed('7'), like: { name: 'a-1' } };
    expect(reading({ target: TARGET }, { made })().things).toEqual([made]);
    expect(reading({ target: TARGET }, { made }, { gone: bed('7') })().things).toEqual([]);
  });
});
