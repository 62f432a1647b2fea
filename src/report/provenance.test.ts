import { provenanceOf } from './provenance';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const page = { server: 'https://github.example', repository: 'a/b' };

test.each([
  [{}, {}],
  [{ GITHUB_SHA: SHA }, { commit: SHA }],
  [
    { CI_COMMIT_SHA: SHA, CI_JOB_URL: 'https://gitlab.example/7' },
    { commit: SHA, run: 'https://gitlab.example/7' },
  ],
  [
    { GIT_COMMIT: SHA, BUILD_URL: 'http://jenkins.example/job/7/' },
    { commit: SHA, run: 'http://jenkins.example/job/7/' },
  ],
  [{ BUILDKITE_COMMIT: SHA }, { commit: SHA }],
  // Buildkite says HEAD where it does not know yet.
  [{ BUILDKITE_COMMIT: 'HEAD', GIT_COMMIT: SHA }, { commit: SHA }],
  [{ GIT_COMMIT: `${SHA}\n::error::` }, {}],
  [{ BUILD_URL: 'javascript:alert(1)' }, {}],
  [{ BUILD_URL: 'https://user:secret@ci.example/' }, {}],
  [{ BUILD_URL: 'https://ci.example/ x' }, {}],
  [
    { GITHUB_SERVER_URL: page.server, GITHUB_REPOSITORY: page.repository, GITHUB_RUN_ID: '7' },
    { run: 'https://github.example/a/b/actions/runs/7' },
  ],
])('%j', (env, expected) => expect(provenanceOf(env)).toEqual(expected));
