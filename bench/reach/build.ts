/** Builds a service of the dataset with Maven, where nobody has built it yet. */

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLED } from '../peer';
import { lastLines, runChild } from './children';
import type { Service } from './services';

/** How long one build may take, in milliseconds. The first one downloads what it needs. */
const BUILD_MS = 15 * 60_000;

/**
 * @param checkout the folder of the dataset.
 * @param folder where the output of the build goes.
 * @returns the file to start.
 * @throws Error if there is none after the build.
 */
export async function builtJar(checkout: string, service: Service, folder: string): Promise<string> {
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
const JAXB = { artifact: 'javax.xml.bind:jaxb-api:2.3.1', file: 'jaxb-api-2.3.1.jar' };

/** Returns the option of Java that brings back what was part of it, by a file that is fetched with Maven once. */
export async function jaxbOption(folder: string): Promise<string> {
  const file = join(INSTALLED, JAXB.file);
  if (!existsSync(file)) {
    mkdirSync(INSTALLED, { recursive: true });
    const log = join(folder, 'jaxb.log');
    const args = ['-q', '-B', 'dependency:copy', `-Dartifact=${JAXB.artifact}`, `-DoutputDirectory=${INSTALLED}`];
    const code = await runChild({ command: ['mvn', ...args], folder, log }, BUILD_MS);
    if (code !== 0) throw new Error(`${JAXB.artifact} could not be fetched:\n${lastLines(log)}`);
  }
  return `-Xbootclasspath/a:${file}`;
}

/** The folders of the service's own classes. */
export function classFolders(checkout: string, { project, module, modules = [module] }: Service): string[] {
  return modules.map((each) => join(checkout, project, each, 'target', 'classes'));
}
