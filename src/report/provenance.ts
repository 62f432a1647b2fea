/** Reads what a pipeline says about its run: the commit, and the address of its page. */

import type { Report } from './report';

type Env = Readonly<Record<string, string | undefined>>;

/** The variables in which services of continuous integration name the commit that they build. */
const COMMITS = [
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
  'BUILDKITE_COMMIT',
  'CIRCLE_SHA1',
  'BITBUCKET_COMMIT',
  'BUILD_SOURCEVERSION',
  'DRONE_COMMIT_SHA',
  'TRAVIS_COMMIT',
  'APPVEYOR_REPO_COMMIT',
  'SEMAPHORE_GIT_SHA',
  'GIT_COMMIT',
];

/** The variables in which they name the page of the run. */
const PAGES = [
  'CI_JOB_URL',
  'BUILDKITE_BUILD_URL',
  'CIRCLE_BUILD_URL',
  'DRONE_BUILD_LINK',
  'TRAVIS_BUILD_WEB_URL',
  'BUILD_URL',
];

/** Reads the commit and the page from the environment. A value that is not a commit, or not the address of a page, is left out. */
export function provenanceOf(env: Env): Pick<Report, 'commit' | 'run'> {
  const commit = COMMITS.map((name) => env[name] ?? '').find(isCommit);
  const run = [pageOnGitHub(env), ...PAGES.map((name) => env[name] ?? '')].find(isPage);
  return { ...(commit === undefined ? {} : { commit }), ...(run === undefined ? {} : { run }) };
}

function pageOnGitHub(env: Env): string {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  return server && repository && id ? `${server}/${repository}/actions/runs/${id}` : '';
}

/** Tells whether a text is a hash of SHA-1 or SHA-256 in hexadecimal, in full or shortened. */
function isCommit(text: string): boolean {
  return /^[0-9a-f]{7,64}$/i.test(text);
}

function isPage(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
