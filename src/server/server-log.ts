/** The log of the server, for programs: `s2s serve --ndjson`. */

/** Takes one line of the log, with the session and the id of the request where there is one. */
export type ServerLog = (line: {
  type: 'listening' | 'request' | 'run-started' | 'run-ended' | 'error';
  session?: string | undefined;
  request?: string;
  [field: string]: unknown;
}) => void;
