/** Builds a service of the dataset with Maven, where nobody has built it yet. */

import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { INSTALLED } from '../peer';
import { lastLines, runChild } from './children';
import type { JvmService } from './services';

/** How long one build may take, in milliseconds. The first one downloads what it needs. */
const BUILD_MS = 15 * 60_000;

/**
 * @param checkout the folder of the dataset.
 * @param folder where the output of the build goes.
 * @returns the file to start.
 * @throws Error if there is none after the build.
 */
export async function builtJar(checkout: string, service: JvmService, folder: string): Promise<string> {
  const { name, project, module, building = {} } = service;
  const jar = join(checkout, project, module, 'target', service.jar);
  if (existsSync(jar)) return jar;
  process.stderr.write(`Building ${name}\n`);
  const log = join(folder, `${name}-build.log`);
  const args = ['-q', '-B', '-Dmaven.test.skip=true', ...(building.args ?? []), '-pl', module, '-am', 'package'];
  const start = { command: ['mvn', ...args], folder: join(checkout, project), log, env: building.env ?? {} };
  const code = await runChild(start, BUILD_MS);
  if (code !== 0 || !existsSync(jar))
    throw new Error(`${name} could not be built (mvn ended with ${code ?? 'a signal'}):\n${lastLines(log)}`);
  return jar;
}

/** What was part of Java until version 10. */
const JAXB = [
  'javax.xml.bind:jaxb-api:2.3.1',
  'com.sun.xml.bind:jaxb-core:2.3.0.1',
  'com.sun.xml.bind:jaxb-impl:2.3.1',
  'com.sun.activation:javax.activation:1.2.0',
];

/** Returns the option of Java that brings back what was part of it, by files that are fetched with Maven once. */
export async function jaxbOption(folder: string): Promise<string> {
  mkdirSync(INSTALLED, { recursive: true });
  const log = join(folder, 'jaxb.log');
  const files: string[] = [];
  for (const artifact of JAXB) {
    const [, name, version] = artifact.split(':');
    const file = join(INSTALLED, `${name}-${version}.jar`);
    files.push(file);
    if (existsSync(file)) continue;
    const args = ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${INSTALLED}`];
    const code = await runChild({ command: ['mvn', ...args], folder, log }, BUILD_MS);
    if (code !== 0) throw new Error(`${artifact} could not be fetched:\n${lastLines(log)}`);
  }
  return `-Xbootclasspath/a:${files.join(delimiter)}`;
}

/** The folders of the service's own classes. */
export function classFolders(checkout: string, { project, module, modules = [module] }: JvmService): string[] {
  return modules.map((each) => join(checkout, project, each, 'target', 'classes'));
}
