/** Reads where the service reaches this machine to send callbacks: from the command line, else the configuration. */

import type { CallbackOptions } from '../../engine/model/settings';
import { UsageError } from '../../support/errors';
import type { LoadedConfiguration } from './configuration';

interface CallbackFlags {
  readonly callbacksAt?: string;
  readonly callbacksPort?: number;
  readonly processes?: number;
}

/** @throws UsageError if the URL or the port cannot be used, or if several processes would have to listen there. */
export function readCallbacks(given: {
  readonly flags: CallbackFlags;
  readonly configuration: LoadedConfiguration;
}): CallbackOptions | undefined {
  const read = readGiven(given);
  if (read && (given.flags.processes ?? 1) > 1)
    throw new UsageError(
      'The URL for callbacks leads to one port, on which only one process can listen; leave --processes out.',
    );
  return read;
}

function readGiven({
  flags,
  configuration: { settings, reading },
}: Parameters<typeof readCallbacks>[0]): CallbackOptions | undefined {
  const { callbacksAt: at, callbacksPort: port } = flags;
  if (at !== undefined) return checked({ at, port: port ?? settings.callbacks?.port });
  const { callbacks } = settings;
  if (callbacks) return reading('/callbacks', () => checked({ ...callbacks, port: port ?? callbacks.port }));
  if (port === undefined) return undefined;
  throw new UsageError('--callbacks-port says where a tunnel leads; name its URL, too: --callbacks-at URL.');
}

function checked({ at = '', port }: CallbackOptions): CallbackOptions {
  const url = URL.canParse(at) ? new URL(at) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `"${at.slice(0, 200)}" is no http or https URL; write it like http://host.docker.internal:9000.`,
    );
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError('The URL for callbacks holds more than a host and a path; name only that.');
  if (url.protocol === 'https:' && port === undefined)
    throw new UsageError(
      'Callbacks are received without TLS: what answers at an https URL has to lead to a port here (--callbacks-port N).',
    );
  if (port !== undefined && port > 65_535) throw new UsageError(`There is no port ${port}; the last one is 65535.`);
  return { at, port };
}
