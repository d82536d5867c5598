/**
 * The Content-Security-Policy of a built page: it loads from its server only. docs/hosting.md gives the reason for each
 * part.
 */
export const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "img-src 'self' blob: data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The deck: reveal.js writes the size of a printed slide into a style element. */
export const DECK_POLICY = `${POLICY}; style-src 'self' 'unsafe-inline'`;

/** Writes the policy into the built pages, so that it holds on any server. */
export const policy = () => ({
  name: 'policy',
  apply: 'build',
  transformIndexHtml: (_, { path }) => [
    {
      tag: 'meta',
      attrs: {
        'http-equiv': 'Content-Security-Policy',
        content: path.startsWith('/examples/deck/') ? DECK_POLICY : POLICY,
      },
      injectTo: 'head-prepend',
    },
  ],
});
