interface Address {
  readonly host: string;
  readonly port: number;
}

/** Says why the mock or the proxy cannot listen at an address, and what to do. */
export function whyNotListening(
  what: 'mock' | 'proxy',
  { host, port }: Address,
  { code, message }: NodeJS.ErrnoException,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use; end what listens there, or choose another with --port (0 takes any that is free).`;
    case 'EACCES':
      return `Port ${port} may not be listened on without privileges; choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine; choose another with --host.`;
    default:
      return `The ${what} cannot listen on ${host}, port ${port}: ${message}.`;
  }
}
