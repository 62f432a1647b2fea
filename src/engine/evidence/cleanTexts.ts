/** Takes secrets, and what a terminal would obey, out of all texts of a report: what a target sent may stand in any of them. */

import { LONGEST_ACTUAL } from '../../contract/contract';
import { printable } from '../../redaction/printable';
import type { Redact, Secrets } from '../../redaction/redact';
import type { EchoOf, Finding, Observation, RequirementReport } from '../../report/report';
import { redactActual } from '../verdict/ownWords';

/** The most that is shown of a text in a finding, in characters; the exchange shows more. */
const LONGEST_TEXT = 240;

/** The most that is quoted of the reason for a refusal, in characters. */
const LONGEST_QUOTE = 120;

export class CleanTexts {
  constructor(private readonly secrets: Secrets) {}

  /** Cleans a sentence of this program. @param index of the exchange that it speaks of. */
  sentence(text: string, index: number | undefined): string {
    return cleanBy(this.secretsAt(index).sentence, text);
  }

  /** Cleans a text of an answer to be quoted in a sentence, in one line. Secrets are taken out before it is cut. */
  quote(text: string, index: number): string {
    const line = printable(this.secretsAt(index).redact(text)).replace(/\s+/g, ' ').replaceAll('"', "'");
    return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line;
  }

  /** The clause is the contract's own, and is shown as it is. */
  finding(finding: Finding, requirements: readonly RequirementReport[]): Finding {
    const { message, expected, exchange, names, places, excerpt, echoOf } = finding;
    return {
      ...finding,
      message: this.sentence(message, exchange),
      expected: this.sentence(expected, exchange),
      actual: this.actual(finding),
      ...(names ? { names: names.map((name) => this.place(name, exchange)) } : {}),
      ...(places ? { places: places.map((place) => this.place(place, exchange)) } : {}),
      ...(excerpt === undefined ? {} : { excerpt: printable(this.secretsAt(exchange).redact(excerpt)) }),
      ...(echoOf ? { echoOf: this.echo(echoOf, requirements) } : {}),
    };
  }

  /** The message of the cause is cleaned just as where it stands itself, so that it can be found by it. */
  private echo({ requirement, message }: EchoOf, requirements: readonly RequirementReport[]): EchoOf {
    const cause = requirements
      .find(({ id }) => id === requirement)
      ?.findings.find((finding) => finding.message === message);
    return { requirement, message: cause ? this.sentence(message, cause.exchange) : message };
  }

  /** The message quotes the answer. */
  observation(observation: Observation): Observation {
    const { message, answered, exchanges } = observation;
    const clean = this.text(answered, exchanges[0]);
    return {
      ...observation,
      message: this.sentence(
        message.replace(answered, () => clean),
        undefined,
      ),
      answered: clean,
    };
  }

  /** Cleans what came instead. What the target sent stands among words of ours. */
  private actual(finding: Finding): string {
    const { actual, exchange } = finding;
    return cutPrintable(redactActual(finding, this.secretsAt(exchange), actual.length >= LONGEST_ACTUAL));
  }

  /** Cleans what may be the target's own. */
  text(text: string, index: number | undefined): string {
    return cleanBy(this.secretsAt(index).redact, text);
  }

  /** Cleans the pointer of a value that was seen. Its names may be the target's own. */
  private place(pointer: string, index: number | undefined): string {
    return /\s/.test(pointer) ? this.text(pointer, index) : this.sentence(pointer, index);
  }

  private secretsAt(index: number | undefined): Secrets {
    return (index === undefined ? undefined : this.secrets.of?.(index)) ?? this.secrets;
  }
}

function cleanBy(redact: Redact, text: string): string {
  return cutPrintable(redact(text, text.length >= LONGEST_ACTUAL));
}

function cutPrintable(text: string): string {
  const cleaned = printable(text);
  return cleaned.length > LONGEST_TEXT ? `${cleaned.slice(0, LONGEST_TEXT)}…` : cleaned;
}
