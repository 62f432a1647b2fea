/** The arguments and options of `espalier proxy`, and their help. */

import type { Command } from 'commander';
import type { Io } from '../io';
import { judging } from './judging';
import { type Done, withVerbosity } from './shared';
import { port } from './values';

/** Loaded when it is run, so that the others and `--help` start faster. */
const command = () => require('../commands/proxy') as typeof import('../commands/proxy');

export function addProxy(program: Command, io: Io, done: Done): void {
  judging(program.command('proxy'))
    .showHelpAfterError('(espalier proxy --help tells what there is)')
    .description('stand between a client and a service, pass everything through, and judge what passes')
    .argument('<url>', 'base URL of the service')
    .option('--port <port>', 'port to listen on; 0 for any that is free', port, 4011)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--ca <file>', 'certificate authorities of an https service, in PEM')
    .option('--cert <file>', 'client certificate for an https service that demands one, in PEM')
    .option('--key <file>', 'private key of the client certificate, in PEM')
    .option('--insecure', 'take any certificate of an https service')
    .option('--record <file>', 'write what passes into this HAR, without secrets')
    .addHelpText(
      'after',
      '\nExample:\n  espalier proxy http://localhost:8080 --report html=report.html\n\nIt ends with its reports on Ctrl-C; SIGUSR2 writes those of what passed so far.\n\nExit codes: 0 conforms, 1 violates, 2 could not judge, 3 incomplete',
    )
    .action(async (url, flags) => done(await command().proxyCommand(url, flags, withVerbosity(io, flags))));
}
