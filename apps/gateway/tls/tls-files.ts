import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from '#platform/config';
import type { MetricSource } from '#platform/health';
import { faultsOf, type Logger } from '#platform/runtime';

/** A certificate is renewed weeks before its end, so it need not be noticed at once. */
const CHECK_MS = 10_000;
const FAULT = 'changed TLS files are not used';

/** PEM of the certificate with its chain, and of its key. */
export interface TlsFiles {
  cert: Buffer;
  key: Buffer;
}

/** Reads `TLS_CERT` and `TLS_KEY`; undefined without them. @throws the error of a file */
export async function readTlsFiles({ TLS_CERT, TLS_KEY }: Config): Promise<TlsFiles | undefined> {
  return TLS_CERT && TLS_KEY ? { cert: await readFile(TLS_CERT), key: await readFile(TLS_KEY) } : undefined;
}

/**
 * Hands changed TLS files to the servers that use them, without a restart. It reads them again and again, because the
 * files of a Kubernetes Secret are links, whose change no watch reports.
 */
export class TlsWatch {
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param files  as the servers have them; undefined: there is no TLS, and nothing is watched
   * @param use    gives new files to the servers. Connections that are open keep the old certificate
   */
  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
    private files: TlsFiles | undefined,
    private readonly use: (files: TlsFiles) => void,
  ) {
    if (files !== undefined) {
      this.timer = setInterval(() => void this.check(), CHECK_MS).unref();
    }
  }

  /** Files that do not fit each other, as between two writes, change nothing. */
  async check(): Promise<void> {
    try {
      const files = await readTlsFiles(this.config);
      if (files !== undefined && !this.isCurrent(files)) {
        createSecureContext(files);
        this.use(files);
        this.files = files;
        this.logger.info({ validTo: new X509Certificate(files.cert).validToDate }, 'changed TLS files are used');
      }
      faultsOf(this.logger).end({ text: FAULT });
    } catch (error) {
      faultsOf(this.logger).report({ text: FAULT, level: 'error', fields: { err: error } });
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  metric(): MetricSource {
    return {
      name: 'herald_tls_certificate_left_seconds',
      help: 'Until the certificate ends; absent: there is none',
      labels: ['file'],
      read: () =>
        this.files === undefined
          ? []
          : [
              {
                labels: { file: 'TLS_CERT' },
                value: (new X509Certificate(this.files.cert).validToDate.getTime() - Date.now()) / 1000,
              },
            ],
    };
  }

  private isCurrent({ cert, key }: TlsFiles): boolean {
    return this.files !== undefined && cert.equals(this.files.cert) && key.equals(this.files.key);
  }
}
