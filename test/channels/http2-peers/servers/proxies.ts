import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#platform/embedded';
import type { Peer, PeerKind, PeerSetUp } from './peer.js';
import { absence, startProgram } from './start-program.js';

/** Servers that take HTTP/2 over TLS and pass requests on to the origin. */
const LONG_HEADER = 20_000;
const LONG_BODY = 200_000;
const IS_ROOT = process.getuid?.() === 0;

interface Proxy {
  program: string;
  args: string[];
  env?: Record<string, string>;
  /** The signal with which operators end or restart it without losing a request. */
  graceful?: NodeJS.Signals;
}

async function startProxy({ origin }: PeerSetUp, port: number, proxy: Proxy): Promise<Peer> {
  const { program, args, env, graceful } = proxy;
  const running = await startProgram(program, args, port, { env });
  return {
    port,
    answered: origin.answered,
    ...(graceful && { retire: () => running.signal(graceful) }),
    stop: () => running.stop(),
  };
}

/** The certificate and its key as `cert.pem` and `key.pem` of the folder. */
async function writeCertificate({ authority, folder }: PeerSetUp): Promise<void> {
  await writeFile(join(folder, 'cert.pem'), authority.cert);
  await writeFile(join(folder, 'key.pem'), authority.key, { mode: 0o600 });
}

/** nginx. @param settings  lines of its `server` block */
export function nginx(name: string, settings: string, limits: Partial<PeerKind> = {}): PeerKind {
  return {
    name: `nginx, ${name}`,
    absent: absence('nginx', 'nginx'),
    longestHeader: LONG_HEADER,
    longestBody: LONG_BODY,
    ...limits,
    async start(setUp) {
      const { folder, origin } = setUp;
      const port = await freePort();
      await writeCertificate(setUp);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const file = join(folder, 'nginx.conf');
      await writeFile(
        file,
        `${IS_ROOT ? 'user root;' : ''} daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log;
        events { worker_connections 1024; }
        http {
          access_log off; client_max_body_size 10m; keepalive_requests 1000000; large_client_header_buffers 8 64k;
          ${temporary.map((each) => `${each}_temp_path ${folder}/${each};`).join('\n')}
          upstream origin { server 127.0.0.1:${origin.port}; keepalive 16; }
          server {
            listen 127.0.0.1:${port} ssl http2;
            ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
            ${settings}
            location / {
              proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection "";
              proxy_buffers 8 64k; proxy_buffer_size 64k; proxy_busy_buffers_size 128k;
            }
          }
        }`,
      );
      return startProxy(setUp, port, {
        program: 'nginx',
        args: ['-p', folder, '-e', join(folder, 'error.log'), '-c', file],
        graceful: 'SIGHUP',
      });
    },
  };
}

/** Apache httpd with mod_http2. @param settings  directives of its own */
export function apache(name: string, settings: string, limits: Partial<PeerKind> = {}): PeerKind {
  const modules = ['mpm_event', 'authz_core', 'ssl', 'http2', 'proxy', 'proxy_http', 'socache_shmcb'];
  return {
    name: `Apache httpd, ${name}`,
    absent: absence('apache2', 'apache2-bin'),
    longestHeader: LONG_HEADER,
    longestBody: LONG_BODY,
    ...limits,
    async start(setUp) {
      const { folder, origin } = setUp;
      const port = await freePort();
      await writeCertificate(setUp);
      const file = join(folder, 'httpd.conf');
      await writeFile(
        file,
        [
          `ServerRoot ${folder}`,
          `PidFile ${folder}/pid`,
          `DefaultRuntimeDir ${folder}`,
          `ErrorLog ${folder}/error.log`,
          'ServerName localhost',
          ...modules.map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`),
          ...(IS_ROOT ? ['User nobody', 'Group nogroup'] : []),
          `Listen 127.0.0.1:${port}`,
          'Protocols h2',
          'SSLEngine on',
          `SSLCertificateFile ${folder}/cert.pem`,
          `SSLCertificateKeyFile ${folder}/key.pem`,
          'LimitRequestFieldSize 65536',
          'LimitRequestLine 65536',
          settings,
          `ProxyPass / http://127.0.0.1:${origin.port}/ responsefieldsize=65536`,
        ].join('\n'),
      );
      return startProxy(setUp, port, {
        program: 'apache2',
        args: ['-f', file, '-DFOREGROUND'],
        graceful: 'SIGUSR1',
      });
    },
  };
}

/** h2o, which takes 8 KB of headers. */
export const h2o: PeerKind = {
  name: 'h2o',
  absent: absence('h2o', 'h2o'),
  longestHeader: 3000,
  longestBody: LONG_BODY,
  async start(setUp) {
    const { folder, origin } = setUp;
    const port = await freePort();
    await writeCertificate(setUp);
    const file = join(folder, 'h2o.json');
    // JSON is YAML, which h2o reads.
    await writeFile(
      file,
      JSON.stringify({
        ...(IS_ROOT && { user: 'root' }),
        'num-threads': 2,
        listen: {
          host: '127.0.0.1',
          port,
          ssl: { 'certificate-file': join(folder, 'cert.pem'), 'key-file': join(folder, 'key.pem') },
        },
        'http2-graceful-shutdown-timeout': 60,
        hosts: { default: { paths: { '/': { 'proxy.reverse.url': `http://127.0.0.1:${origin.port}/` } } } },
      }),
    );
    return startProxy(setUp, port, { program: 'h2o', args: ['-c', file], graceful: 'SIGTERM' });
  },
};

/** Caddy: the HTTP/2 of Go's `golang.org/x/net`. */
export const caddy: PeerKind = {
  name: 'Caddy',
  absent: absence('caddy', 'caddy'),
  longestHeader: LONG_HEADER,
  longestBody: LONG_BODY,
  async start(setUp) {
    const { folder, origin } = setUp;
    const port = await freePort();
    await writeCertificate(setUp);
    const file = join(folder, 'caddy.json');
    const proxy = { handler: 'reverse_proxy', upstreams: [{ dial: `127.0.0.1:${origin.port}` }] };
    const certificate = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    await writeFile(
      file,
      JSON.stringify({
        admin: { disabled: true },
        logging: { logs: { default: { level: 'ERROR' } } },
        apps: {
          http: {
            grace_period: '60s',
            servers: {
              only: {
                listen: [`127.0.0.1:${port}`],
                automatic_https: { disable: true },
                routes: [{ handle: [proxy] }],
                tls_connection_policies: [{ default_sni: 'localhost' }],
              },
            },
          },
          tls: { certificates: { load_files: [certificate] } },
        },
      }),
    );
    return startProxy(setUp, port, {
      program: 'caddy',
      args: ['run', '--config', file],
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      graceful: 'SIGTERM',
    });
  },
};
