/** The arguments and options of `espalier mock`, and their help. */

import type { Command } from 'commander';
import type { Io } from '../io';
import { type Done, HEADER_OF_CONTRACT, OVERLAY } from './shared';
import { collect, delay, port, seed, share } from './values';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/mock') as typeof import('../commands/mock');

export function addMock(program: Command, io: Io, done: Done): void {
  program
    .command('mock')
    .showHelpAfterError('(espalier mock --help tells what there is)')
    .description('serve the contract as a mock')
    .argument('[contract]', 'the OpenAPI contract, a file or a URL (default: as for verify)')
    .option('--contract-header <name: value>', HEADER_OF_CONTRACT, collect)
    .option('--overlay <file>', OVERLAY, collect)
    .option('--port <port>', 'port to listen on; 0 for any that is free', port, 4010)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--dynamic', 'make bodies up from their schemas instead of serving examples')
    .option('--seed <n>', 'make every random choice repeatable', seed)
    .option('--locale <language>', 'make up names and addresses of this language, such as de or pt-BR')
    .option('--delay <ms>', 'wait so long before each answer: 200, or a random time in 100-800', delay)
    .option('--fail <share>', 'answer this share of the requests with a server error: 5% or 0.05', share)
    .option('--stateful', 'keep what is made, changed and removed, as far as the contract tells it apart')
    .option('--strict-ids', 'answer 404 for an id that no list shows, also without --stateful')
    .option('--state <file>', 'start from what this JSON file holds: {"/plants": [{…}]} (implies --stateful)')
    .option('--state-save', 'write changes back to that file')
    .option('--no-security', 'ask for no credentials')
    .option('--auth', 'let in those tokens alone that the mock has answered, as to a login, until they expire')
    .option('--https', 'speak HTTPS, with a certificate that is made for this machine and kept')
    .option('--cert <file>', 'speak HTTPS with this certificate (PEM, with its chain) …')
    .option('--key <file>', '… and this key (PEM)')
    .option('--replay <file>', 'answer what stands in this recording (HAR) as it was answered; repeatable', collect)
    .option('--upstream <url>', 'pass on what the real service at this base URL answers already, and mock the rest')
    .option('--mock <pattern>', 'with --upstream: mock these operations in any case, as for --operation', collect)
    .option('--record <file>', 'with --upstream: write what the service answers into this HAR, without secrets')
    .option('--origin <origin>', 'with --upstream: pages of this origin may use the service, too', collect)
    .option('--ca <file>', 'with --upstream: certificate authorities to trust')
    .option('--insecure', 'with --upstream: trust any certificate')
    .option(
      '--callbacks <pattern>',
      'send callbacks to these URLs, too, beside this machine: *.example.com:8080',
      collect,
    )
    .option('--docs-path <path>', 'where its page is', '/_espalier')
    .option('--no-docs', 'serve no page')
    .option('--no-cors', 'do not let pages of other origins use the mock')
    .option('--no-watch', 'do not load the contract again when it changes')
    .option('--log <format>', 'how requests are logged: text or json', 'text')
    .option('--quiet', 'log no requests')
    .addHelpText('after', '\nExample:\n  espalier mock openapi.yaml --port 4010')
    .action(async (contract, flags) => done(await command().mockCommand(contract, flags, io)));
}
