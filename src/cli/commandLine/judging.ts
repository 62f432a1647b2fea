import type { Command } from 'commander';
import { ENVIRONMENT, HEADER_OF_CONTRACT, NO_EXTEND, OVERLAY } from './shared';
import { collect, share } from './values';

/** Adds the options of the commands that judge exchanges which others made. */
export function judging(command: Command): Command {
  return command
    .option('--contract <file|url>', 'the OpenAPI contract (default: as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .option('--config <file>', 'settings (default: espalier.yaml beside the contract, where there is one)')
    .option('--env <name>', ENVIRONMENT)
    .option('--no-extend', NO_EXTEND)
    .option('--operation <pattern>', 'judge only these operations, named as for verify; repeatable', collect)
    .option('--strict', 'let each warning fail the run, as a failure does')
    .option('--closed', 'let each response fail whose status the contract does not declare')
    .option('--complete', 'end as incomplete if any declared response never came')
    .option(
      '--coverage-min <share>',
      'end as incomplete if a smaller share of the clauses of the contract was exercised: 90% or 0.9',
      share,
    )
    .option('--baseline <file>', 'as for verify')
    .option('--baseline-update', 'as for verify')
    .option('--baseline-strict', 'as for verify')
    .option('--report <format[=file]>', 'as for verify; repeatable', collect)
    .option('--verbose', 'as for verify')
    .option('--only <rule>', 'judge only by this rule; repeatable', collect)
    .option('--skip <rule>', 'leave this rule out; repeatable', collect);
}
