import type { IncomingHttpHeaders } from 'node:http2';

/** A request, and what its answer must be. */
export interface Question {
  fields: Record<string, string>;
  /** Its bytes, each a character. */
  body: string;
  /** Names of the headers that no table may keep. */
  personal: string[];
}

/** How a request ended. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** Its bytes, each a character. */
  body: string;
  /** Absent: the response is complete. */
  code?: string;
  isUnprocessed: boolean;
}
