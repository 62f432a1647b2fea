/** Keeps what answers of this run have shown, so that later requests may carry it. What is kept has a limit. */

import { type Operation, type Parameter, pathParameters } from '../../../contract/contract';
import { isSuccess } from '../../../http/statuses';
import type { JsonObject, Scalar } from '../../../json/value';
import { fitOf, fitOfItem, type NamedValue, namedValues } from '../../../resources/answers/foundValues';
import { type Named, withoutDoing } from '../../../resources/names';
import { resourceName } from '../../../resources/resourceNames';
import { plain } from '../../../resources/vocabulary/words';
import { collectionOf } from '../../../routing/pathTemplate';
import { groupBy } from '../../../support/collections';
import type { Exchange } from '../../model/exchange';
import type { ShownValues } from '../../model/tries';
import { Registrations } from './registrations';

/** An object of an answer. */
interface Thing {
  /** The place of its answer in the run. */
  readonly index: number;
  readonly values: NamedValue[];
  isGone: boolean;
}

/** A value, and what it is a member of. */
interface Sighting extends NamedValue {
  readonly of: Thing;
}

/** A value of a path parameter with which a request found something. */
interface Taken {
  /** The place of that request in the run. */
  readonly index: number;
  readonly value: string;
}

/** So many names are kept, and so many values of each; and so many things. */
const MOST_NAMES = 2000;
const MOST_OF_A_NAME = 4;
const MOST_THINGS = 400;

/** So many answers of one operation are searched. */
const MOST_ANSWERS = 3;

/** So many values are given for a name. */
const MOST_GIVEN = 4;

export class FoundValues implements ShownValues {
  private readonly shown = new Things();
  /** What requests of this run made. */
  private readonly made = new Things();
  private isMadeRead = false;
  private readonly answers = new Map<string, number>();
  /** The values of path parameters with which a GET found something, by what the contract says of the parameter. */
  private readonly taken = new Map<string, readonly string[]>();
  /** Those that were noted since values were given last: of each meaning the first ones of the run. */
  private readonly notedTaken = new Map<string, readonly Taken[]>();
  /** What was removed since values were given last. */
  private removed: Exchange['case']['request'][] = [];

  private readonly registrations: Registrations;

  /** @param isSecret whether a text holds something that must not be shown. */
  constructor(private readonly isSecret: (text: string) => boolean) {
    this.registrations = new Registrations(isSecret);
  }

  /** Takes note of what an answer shows; it is not given to anybody before `settle`. */
  note(exchange: Exchange): void {
    const { request } = exchange.case;
    const { operation, method } = request;
    if (method !== undefined) return;
    if (operation.method === 'DELETE') {
      if (isSuccess(exchange.response?.status ?? 0)) this.removed.push(request);
      return;
    }
    this.noteTaken(exchange);
    this.registrations.note(exchange);
    const searched = this.answers.get(operation.name) ?? 0;
    if (searched >= MOST_ANSWERS) return;
    const values = namedValues(exchange).filter(({ value }) => !this.isSecret(String(value)));
    if (values.length === 0) return;
    this.answers.set(operation.name, searched + 1);
    (operation.safe ? this.shown : this.made).note(values, exchange.index);
  }

  /** Takes note of the names by which a valid GET found something. */
  private noteTaken({ case: { claim, request }, response, index }: Exchange): void {
    const { operation, values } = request;
    if (operation.method !== 'GET' || claim.probe !== 'valid' || !isSuccess(response?.status ?? 0)) return;
    for (const parameter of pathParameters(operation)) {
      const value = values[parameter.name];
      if (value === undefined || this.isSecret(value)) continue;
      const meaning = meaningOf(parameter);
      const noted = this.notedTaken.get(meaning) ?? [];
      const earlier = noted.find((each) => each.value === value);
      const others = noted.filter((each) => each !== earlier);
      const all = [...others, { index: Math.min(index, earlier?.index ?? index), value }];
      this.notedTaken.set(meaning, all.sort((one, other) => one.index - other.index).slice(0, MOST_GIVEN));
    }
  }

  /** Lets what was noted be given from now on. The choice does not depend on which answer came first. */
  settle(): void {
    for (const kept of [this.shown, this.made]) {
      kept.settle();
      for (const request of this.removed) kept.forget(request);
    }
    this.removed = [];
    this.registrations.settle();
    for (const [meaning, noted] of this.notedTaken) {
      const all = new Set([...(this.taken.get(meaning) ?? []), ...noted.map(({ value }) => value)]);
      this.taken.set(meaning, [...all].slice(0, MOST_GIVEN));
    }
    this.notedTaken.clear();
  }

  named(name: string, withMade = false): readonly Scalar[] {
    const wanted = plain(name);
    const shown = this.shown.fitting((sighting) => fitOf(sighting, wanted));
    if (!withMade) return shown;
    const made = this.made.fitting((sighting) => {
      const fit = fitOf(sighting, wanted);
      return fit !== undefined && fit < 1 ? fit : undefined;
    });
    return [...new Set([...made, ...shown])].slice(0, MOST_GIVEN);
  }

  registered(): readonly JsonObject[] {
    return this.registrations.bodies();
  }

  issued(name: string): string | undefined {
    return this.registrations.issued(name);
  }

  inPath: ShownValues['inPath'] = (operation, parameter, isListed) => {
    const named = namedBy(operation, parameter);
    const own = isListed ? this.made.all((sighting) => fitOfItem(sighting, named)) : new Set<Scalar>();
    const given = (isListed ? [this.shown] : this.keptFor(operation)).flatMap((kept) =>
      kept.fitting((sighting) => fitOfItem(sighting, named)),
    );
    if (given.length === 0 && operation.safe) given.push(...(this.taken.get(meaningOf(parameter)) ?? []));
    const inPath = given.filter((value) => !own.has(value)).map((value) => lastOfName(named, value));
    return [...new Set(inPath)].slice(0, MOST_GIVEN);
  };

  together: ShownValues['together'] = (operation, parameters) =>
    this.keptFor(operation)
      .flatMap((kept) => kept.together(parameters.map((parameter) => namedBy(operation, parameter))))
      .slice(0, MOST_GIVEN)
      .map((values) =>
        values.map((value, at) => {
          const parameter = parameters[at];
          return parameter ? lastOfName(namedBy(operation, parameter), value) : value;
        }),
      );

  /** Says whether what only reads is given what the run made, too. Usually it is not: a chain reads what it made itself. */
  giveMade(isMadeRead: boolean): void {
    this.isMadeRead = isMadeRead;
  }

  /** What changes something has the run's own things first. */
  private keptFor({ safe }: Operation): readonly Things[] {
    if (safe) return this.isMadeRead ? [this.shown, this.made] : [this.shown];
    return [this.made, this.shown];
  }
}

/**
 * Tells parameters apart by what the contract says of them: those that it describes by the same name in the same words, or at one place, mean the
 * same. An example: the `ID` of `/message/{ID}` and of `/view/{ID}.html`, both `Message database ID`.
 */
function meaningOf({ name, description, clause: { file, pointer } }: Parameter): string {
  return `${name} ${description === '' ? `${file} ${pointer}` : description}`;
}

/** Returns the part of a resource name that stands in a path: `users/ada` → `ada` for `/users/{user}`. */
function lastOfName(named: Named, value: Scalar): Scalar {
  return (typeof value === 'string' && resourceName(named, { name: value }, [])) || value;
}

function namedBy({ path }: Operation, parameter: Parameter): Named {
  return { item: withoutDoing(collectionOf(path, parameter.name)), parameter };
}

class Things {
  private readonly byName = new Map<string, Sighting[]>();
  private readonly things: Thing[] = [];
  private noted: Thing[] = [];

  note(values: readonly NamedValue[], index: number): void {
    const things = groupBy(values, ({ thing }) => thing);
    this.noted.push(...[...things.values()].map((own) => ({ index, values: own, isGone: false })));
  }

  settle(): void {
    for (const thing of this.noted.sort((one, other) => one.index - other.index)) {
      if (this.things.length < MOST_THINGS) this.things.push(thing);
      for (const value of thing.values) this.keep({ ...value, of: thing });
    }
    this.noted = [];
  }

  private keep(sighting: Sighting): void {
    const name = `${sighting.within} ${sighting.own}`;
    const kept = (this.byName.get(name) ?? []).filter(({ of }) => !of.isGone);
    if (kept.length === 0 && this.byName.size >= MOST_NAMES) return;
    if (kept.length >= MOST_OF_A_NAME || kept.some(({ value }) => value === sighting.value)) return;
    this.byName.set(name, [...kept, sighting]);
  }

  /** Gives nothing of a thing any more that a request removed. */
  forget({ operation, values }: Exchange['case']['request']): void {
    for (const thing of this.things) {
      const isMeant = pathParameters(operation).every((parameter) => {
        const named = namedBy(operation, parameter);
        return thing.values.some(
          (each) => String(each.value) === values[parameter.name] && (fitOfItem(each, named) ?? 1) <= 0,
        );
      });
      if (isMeant) thing.isGone = true;
    }
  }

  /** Returns all values that fit, also of what is gone. */
  all(fitOfName: (sighting: NamedValue) => number | undefined): ReadonlySet<Scalar> {
    const fitting = this.things.flatMap(({ values }) => values.filter((each) => fitOfName(each) !== undefined));
    return new Set(fitting.map(({ value }) => value));
  }

  /** Returns a value for each name, of things that have all of them. */
  together(all: readonly Named[]): Scalar[][] {
    return this.things.flatMap(({ values, isGone }) => {
      const own = isGone ? [] : all.flatMap((named) => bestOf(values, named) ?? []);
      return own.length === all.length && own.length > 0 ? [own] : [];
    });
  }

  /** The first values of each name come first: they may be of several kinds. */
  fitting(fitOfName: (sighting: NamedValue) => number | undefined): Scalar[] {
    const all = [...this.byName.values()].flatMap((sightings) => {
      const there = sightings.filter(({ of }) => !of.isGone);
      const [first] = there;
      const fit = first && fitOfName(first);
      return fit === undefined ? [] : [{ fit, there }];
    });
    all.sort((one, other) => one.fit - other.fit);
    const inTurns = Array.from({ length: MOST_OF_A_NAME }, (_, at) =>
      all.flatMap(({ there }) => there[at] ?? []),
    ).flat();
    return [...new Set(inTurns.map(({ value }) => value))].slice(0, MOST_GIVEN);
  }
}

/** Returns the value of a thing that surely has a name. */
function bestOf(values: readonly NamedValue[], named: Named): Scalar | undefined {
  const fitting = values.flatMap((each) => {
    const fit = fitOfItem(each, named);
    return fit === undefined || fit > 0 ? [] : [{ fit, value: each.value }];
  });
  return fitting.sort((one, other) => one.fit - other.fit)[0]?.value;
}
