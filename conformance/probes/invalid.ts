import { type Operation, type Parameter, pathParameters } from '../../src/contract/contract';
import type { CaseViolation } from '../../src/engine/model/case';
import type { Known, Probe } from '../../src/engine/model/probe';
import { CONSENTS } from '../../src/engine/plan/consents';
import { toText } from '../../src/json/value';
import { withoutMarks } from '../../src/routing/pathMarks';
import { brokenInPath } from '../../src/serialization/parameterReadings';
import { mayStandFor } from '../../src/serialization/readings';
import { referring } from '../chains/makeResources';
import { isFree, makesOwn } from '../chains/mayMake';
import { existing, handOverCredential, inPlaceOf, nowhere, possible } from '../chains/resources';
import { inputForNothing, recognised } from '../chains/tellableInputs';
import { inputsOf, plainInput } from '../inputs/inputs';
import { violationOf } from '../inputs/parts/clausesShown';
import { type Resource, right, toCase } from '../inputs/toCase';
import { createGenerator } from '../values/generator';
import { type InvalidValue, improbableValue, invalidValues } from '../values/pathValues';

/** Asks, authorised, with one thing that the contract excludes at a time. */
export const invalid: Probe = {
  name: 'invalid',
  plan(operation, known) {
    const letIn = right(operation, known);
    const input = plainInput(operation, known);
    if (!letIn) return { cases: [], missing: handOverCredential(operation, known) };
    if (!input) return { cases: [], missing: [] };
    // Where nothing confines what it changes, what a lenient target took would stay.
    const isConfined = pathParameters(operation).length > 0 && !known.contract.kinds.setsByPath(operation);
    if (!isConfined && !isFree(operation, known) && !makesOwn(operation, known))
      return {
        cases: [],
        missing: [CONSENTS.any],
      };
    // What a lenient target might read as an id is one that was handed over, or one that names nothing.
    const [resource = nowhere(operation, known) ?? possible(operation, known)[0]] = existing(operation, known);
    if (!resource) return { cases: [], missing: [] };
    const { authorisation, authorised } = letIn;
    const otherwise = inPlaceOf(resource, operation, known);
    const { anew, invalid: invalidInputs } = inputsOf(operation, known);
    // What stands behind a `?` in the path of a contract is not where services look for it.
    const { path } = withoutMarks(operation.path);
    const inside = pathParameters(operation).filter(({ name }) => path.includes(`{${name}}`));
    const inPath = inside.flatMap((parameter) =>
      invalidTexts(operation, parameter, resource, known).map(({ text, why, violation }) =>
        toCase('invalid', `${parameter.name} is ${why}`, operation, resource, {
          input: inputForNothing(operation, anew(), known),
          authorisation,
          authorised,
          values: { ...resource.values, [parameter.name]: text },
          violation,
          otherwise,
        }),
      ),
    );
    const elsewhere = invalidInputs.map(({ name, input, violation }) => {
      const broken = recognised(operation, input, known);
      // Where all else is as in a request that is taken, a refusal is one of what is broken.
      const { resource: about, fills = [] } = referring(operation, known, resource, broken);
      const kept = fills.filter(({ pointer }) => !`${pointer}/`.startsWith(`${violation.subject}/`));
      const asked = {
        input: broken,
        authorisation,
        authorised,
        violation,
        otherwise,
        ...(kept.length > 0 ? { fills: kept } : {}),
      };
      return toCase('invalid', name, operation, about, asked);
    });
    return { cases: [...inPath, ...elsewhere], missing: [] };
  },
};

interface InvalidText extends InvalidValue {
  readonly violation: CaseViolation;
}

/** Texts outside of the declared type of a path parameter; where they are only read, of each of its clauses. */
function invalidTexts(operation: Operation, parameter: Parameter, where: Resource, known: Known): InvalidText[] {
  const { name, schema, types, clause } = parameter;
  const type = types.length === 0 ? 'schema' : `type: ${types.join(' or ')}`;
  const about = ({ text, why }: InvalidValue): CaseViolation => {
    const subject = `${name} in the path`;
    // Any text keeps `type: string`: what it breaks is a format or a pattern. And 2^63 is an integer, but no int64.
    const broken = brokenInPath(parameter, text);
    return broken
      ? violationOf({ ...broken, what: why }, subject, IN_PATH)
      : { clauseText: type, subject, sent: why, clause, ...IN_PATH };
  };
  // What may be meant for another operation, or be taken apart at another place, breaks nothing.
  const { values } = where;
  const borders = bordersOf(operation, name);
  const isClear = (text: string) =>
    !known.contract.rival(operation, { ...values, [name]: text }) && !borders.some((border) => text.includes(border));
  const random = known.chance.random(operation);
  // An id that the run is to make is not known yet. What names nothing stands in its place.
  const base = values[name] ?? inPlaceOf(where, operation, known)?.[name] ?? '';
  const usual = invalidValues(parameter, base, improbableValue(parameter, random), random);
  const found = usual.filter(({ text }) => isClear(text)).map((each) => ({ ...each, violation: about(each) }));
  if (!schema || !isFree(operation, known)) return found;
  const generator = createGenerator({ direction: 'request', seed: known.chance.seed });
  const further = generator.violations(schema, { name, deepest: 0 }).violations.flatMap((broken) => {
    const { value, keyword, what } = broken;
    if (typeof value === 'object' || keyword === 'type') return [];
    const text = toText(value);
    // An empty segment, and one of dots, would ask for something else.
    if (parameter.accepts(text) || /^\.{0,2}$/.test(text.trim()) || mayStandFor([text], schema, 'request')) return [];
    if (!isClear(text)) return [];
    return [{ text, why: what, violation: violationOf(broken, `${name} in the path`, IN_PATH) }];
  });
  const seen = new Set(found.map(({ text }) => text));
  return [...found, ...further.filter(({ text }) => !seen.has(text))];
}

const IN_PATH: Pick<CaseViolation, 'inPath'> = { inPath: true };

/** What stands beside a parameter in a segment that it has not for itself: `/report.{format}`, `/{from}-{to}`. */
function bordersOf({ path }: Operation, name: string): string[] {
  const segment = path.split('/').find((each) => each.includes(`{${name}}`)) ?? '';
  const parts = segment.split(/\{[^{}]*\}/);
  return parts.length > 2 ? parts.slice(1, -1) : [];
}
