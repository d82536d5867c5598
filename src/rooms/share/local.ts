/** Addresses that only this computer or its network can open. */

const LOCAL: readonly RegExp[] = [
  /^localhost$/,
  /\.(localhost|local|internal|home\.arpa)$/,
  // Loopback, private and link-local ranges: RFC 1122, 1918, 3927.
  /^127(\.\d+){3}$/,
  /^10(\.\d+){3}$/,
  /^172\.(1[6-9]|2\d|3[01])(\.\d+){2}$/,
  /^192\.168(\.\d+){2}$/,
  /^169\.254(\.\d+){2}$/,
  /^0\.0\.0\.0$/,
  // The same of IPv6: RFC 4291, 4193.
  /^\[::1?\]$/,
  /^\[f[cd][\da-f]{2}:/,
  /^\[fe[89ab][\da-f]:/,
];

/** Why a phone cannot open an address; null: it can. A name without a dot belongs to the local network. */
export function localTo(address: string): 'file' | 'network' | null {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'file:') return 'file';
  const isName = !/[.:[]/.test(hostname);
  return isName || LOCAL.some((pattern) => pattern.test(hostname)) ? 'network' : null;
}
