/** Starts a service with JaCoCo's agent, and asks the agent which lines were reached. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/support/testing/ports.testing';
import { pause } from '../../../src/support/waiting';
import { builtJar, classFolders, jaxbOption } from './build';
import { lastLines, runChild, startChild } from './children';
import { type Lines, linesIn } from './jacoco';
import type { JvmService } from './services';

interface RunningService {
  readonly port: number;
  /** @param name how the files of the report are called in the folder of the run: NAME.csv, NAME.xml. */
  linesReached(name: string): Promise<Lines>;
  end(): Promise<void>;
}

/** How long a start and a report may take, in milliseconds; the machine may be busy. */
const START_MS = 180_000;
const REPORT_MS = 60_000;
const PAUSE_MS = 200;

/** Older frameworks look into classes of Java, which a JDK from 16 on allows only when it is told to. Java 8 does not read this variable. */
const OPEN_JAVA = {
  JDK_JAVA_OPTIONS: [
    'lang',
    'lang.reflect',
    'lang.invoke',
    'util',
    'util.concurrent',
    'text',
    'io',
    'net',
    'math',
    'time',
  ]
    .map((name) => `--add-opens=java.base/java.${name}=ALL-UNNAMED`)
    .join(' '),
};

/**
 * @param checkout the folder of the dataset.
 * @param folder a new folder of this start.
 * @throws Error with the last lines of the service's output if it does not start.
 */
export async function startService(checkout: string, service: JvmService, folder: string): Promise<RunningService> {
  const jar = await builtJar(checkout, service, folder);
  const port = await freePort();
  const agentPort = await freePort();
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const run = { port, folder: home, moduleFolder: join(checkout, service.project, service.module) };
  const agent = `${join(checkout, 'jacoco', 'jacocoagent.jar')}=output=tcpserver,address=127.0.0.1,port=${agentPort},includes=${service.packageName}.*`;
  const log = join(folder, 'service.log');
  const jaxb = service.needsJaxb ? [await jaxbOption(folder)] : [];
  const java = ['java', `-javaagent:${agent}`, '-Xmx512m', ...jaxb, ...(service.java?.(run) ?? [])];
  const command = [...java, '-jar', jar, ...service.args(run)];
  const child = startChild({ command, folder: home, log, env: OPEN_JAVA });
  try {
    await answering(port, () => child.isRunning());
    if (service.seed) await fetch(`http://127.0.0.1:${port}${service.seed.path}`, { ...service.seed, ...LIMITED() });
  } catch (error) {
    await child.end();
    throw new Error(`${service.name} did not start: ${(error as Error).message}\n${lastLines(log)}`);
  }
  const linesReached = (name: string) => report({ checkout, service, folder, agentPort, name });
  return { port, linesReached, end: () => child.end() };
}

const LIMITED = () => ({ signal: AbortSignal.timeout(REPORT_MS) });

async function answering(port: number, isRunning: () => boolean): Promise<void> {
  const until = performance.now() + START_MS;
  for (;;) {
    const signal = AbortSignal.timeout(5000);
    const status = await fetch(`http://127.0.0.1:${port}/`, { signal, redirect: 'manual' }).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status !== undefined && status !== 503) return;
    if (!isRunning()) throw new Error('its process has ended.');
    if (performance.now() > until) throw new Error(`it did not answer within ${START_MS / 1000} s.`);
    await pause(PAUSE_MS);
  }
}

interface Reporting {
  readonly checkout: string;
  readonly service: JvmService;
  readonly folder: string;
  readonly agentPort: number;
  readonly name: string;
}

async function report({ checkout, service, folder, agentPort, name }: Reporting): Promise<Lines> {
  const cli = ['java', '-jar', join(checkout, 'jacoco', 'jacococli.jar')];
  const [exec, csv, xml] = ['exec', 'csv', 'xml'].map((end) => join(folder, `${name}.${end}`)) as [
    string,
    string,
    string,
  ];
  const log = join(folder, 'jacoco.log');
  const classes = classFolders(checkout, service).flatMap((each) => ['--classfiles', each]);
  const dump = ['dump', '--address', '127.0.0.1', '--port', String(agentPort), '--destfile', exec];
  for (const args of [dump, ['report', exec, ...classes, '--csv', csv, '--xml', xml]]) {
    const code = await runChild({ command: [...cli, ...args], folder, log }, REPORT_MS);
    if (code !== 0) throw new Error(`JaCoCo ended with ${code ?? 'a signal'} for ${service.name}:\n${lastLines(log)}`);
  }
  return linesIn(readFileSync(csv, 'utf8'));
}
