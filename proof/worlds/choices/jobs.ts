import fc from 'fast-check';
import type { JsonObject } from '../../../src/json/value';
import type { KindDesign, OperationDesign } from '../design/design';
import { emptyAnswer, idMember, idSchemas, idShown, pathOfThing, thingAnswer, thingReply } from '../design/showing';
import { addRead, makeThing } from '../roles/roles';
import { kindChoice } from './choice';
import { namingOf } from './naming';

/**
 * `job` is shown by the answer, whose numbers things have, too; `job at location` is only led to. What is `dropped` never comes: "The request might or
 * might not eventually be acted upon, as it might be disallowed when processing actually takes place" (RFC 9110 §15.3.3).
 */
type Accepted = 'at once' | 'accepted' | 'dropped' | 'job' | 'job at location';

/** How long a job takes, in milliseconds. */
const TAKES = 20;

export const accepted = kindChoice<Accepted>({
  about:
    'Whether POST answers 202: with the id of what it makes at once, or with a job, which tells later what was made.',
  plain: 'at once',
  others: fc.constantFrom<Accepted>('accepted', 'accepted', 'dropped', 'job', 'job at location'),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'create');
    if (value === 'at once' || !operation) return;
    if (value === 'job' || value === 'job at location') return makeByJob(value, kind, operation);
    operation.makesNothing = value === 'dropped';
    const schema = (): JsonObject => ({
      type: 'object',
      properties: { ...idSchemas(kind), state: { type: 'string', enum: ['accepted'] } },
      required: [idMember(kind), 'state'],
    });
    operation.answers.splice(0, 1, { ...emptyAnswer(202), schema });
    operation.act = (call) => {
      const thing = makeThing(call);
      if (value === 'dropped') call.store.remove(thing);
      return { status: 202, body: { ...idShown(thing), state: 'accepted' } };
    };
  },
});

function makeByJob(value: Accepted, kind: KindDesign, operation: OperationDesign): void {
  const jobs = jobsOf(value, kind);
  kind.takesMs = TAKES;
  const headers = [{ name: 'Location', shape: {}, required: true }];
  operation.answers.splice(0, 1, value === 'job' ? thingAnswer(jobs, 202, headers) : emptyAnswer(202, headers));
  operation.act = (call) => {
    const thing = makeThing(call);
    thing.since += TAKES;
    const job = call.store.add(jobs, undefined, {}, { owner: call.person, maker: 'run' });
    job.since = 0;
    Object.assign(job.served, { until: thing.since, resource: kind.design.prefix + pathOfThing(thing) });
    const where = { Location: kind.design.prefix + pathOfThing(job) };
    return value === 'job' ? thingReply(202, job, where) : { status: 202, headers: where };
  };
}

/** The jobs of a kind, which can only be looked at. A job names what it has made once it is done. */
function jobsOf(value: Accepted, { design, singular }: KindDesign): KindDesign {
  const name = `${singular}Job`;
  const jobs = design.addKind(name, `${name}s`, namingOf(value === 'job' ? {} : { by: 'uuid' }, name, false));
  jobs.isOfService = true;
  jobs.served.push(
    { name: 'state', shape: { type: 'listed', values: ['running', 'done'] }, make: () => 'done' },
    { name: 'resource', shape: {}, make: () => '' },
  );
  jobs.showing.push(({ until, ...shown }) =>
    typeof until === 'number' && until > performance.now() ? { ...shown, state: 'running', resource: '' } : shown,
  );
  addRead(jobs);
  return jobs;
}
