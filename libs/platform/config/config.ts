import {
  IsBoolean,
  IsIn,
  IsIP,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import { IsWhole } from './is-whole.js';
import { PostgresUrl } from './postgres-url.js';
import { toFlag, toShare } from './transforms.js';

/**
 * All settings of the processes, one field per environment variable, read once at start. Settings of an application
 * (credentials, approval …) are in Postgres, never in the environment.
 */
export class Config {
  /** Port of the gateway. */
  @IsWhole(0, 65535)
  PORT = 8080;

  /** Address that the gateway listens on; absent: all, and 127.0.0.1 under `herald up`. Some shells set it to a name. */
  @IsOptional()
  @ValidateIf(({ HOST }: Config) => HOST !== 'localhost')
  @IsIP(undefined, { message: 'HOST must be an address that the gateway listens on, such as 127.0.0.1 or 0.0.0.0' })
  HOST?: string;

  /** Folder of the embedded database, the local authority, keys and logs. */
  @IsString()
  @MinLength(1)
  HERALD_HOME = '.herald';

  /** Postgres, as a URL. The supervisor sets it for the embedded one. */
  @PostgresUrl()
  DATABASE_URL!: string;

  /** Postgres itself, where DATABASE_URL names a pooler in transaction mode; absent: DATABASE_URL keeps sessions. */
  @PostgresUrl({ isOptional: true })
  DATABASE_SESSION_URL?: string;

  /** A replica of DATABASE_URL for statistics, results and reports; absent: the primary answers them. */
  @PostgresUrl({ isOptional: true })
  DATABASE_READ_URL?: string;

  /** Age of a report or an export from the replica at most, in milliseconds. Beyond it the primary answers. */
  @IsWhole(1000, 3_600_000)
  DATABASE_READ_MAX_LAG_MS = 10_000;

  /** Postgres connections of one process, without listeners of the queue. */
  @IsWhole(2, 200)
  DATABASE_POOL = 10;

  /**
   * A request of an interface sees rows of its application alone, whatever its statements say. `herald migrate` and `herald
   * up` switch the policies of the tables.
   */
  @toFlag
  @IsBoolean()
  ROW_LEVEL_SECURITY = false;

  /** Redis for the queue, one, a cluster or one behind sentinels; absent: the queue is in Postgres. */
  @IsOptional()
  @IsString()
  REDIS_URL?: string;

  /** File of the authorities (PEM) that the certificate of Redis is checked against; absent: those of Node. */
  @IsOptional()
  @IsString()
  REDIS_CA?: string;

  /** Prefix of the queue's keys, so that two installations can share one Redis. */
  @IsString()
  @Matches(/^[a-z0-9_]+$/)
  QUEUE_PREFIX = 'herald';

  /** Requests a second of one REST key, if its application sets no limit. 0: no limit. */
  @IsWhole(0, 1_000_000)
  RATE_LIMIT_PER_SECOND = 0;

  /** Burst of one REST key after a pause; at least the requests of one second. */
  @IsWhole(0, 1_000_000)
  RATE_LIMIT_BURST = 0;

  /**
   * Requests a second of one mobile or js key, if its application sets no limit; ten times as many at once. 0: no
   * limit.
   */
  @IsWhole(0, 1_000_000)
  DEVICE_KEY_PER_SECOND = 1000;

  /**
   * Requests a second with mobile and js keys of an application from one address; twenty times as many at once. 0: no
   * limit.
   */
  @IsWhole(0, 1_000_000)
  DEVICE_ADDRESS_PER_SECOND = 50;

  /** Requests a second of one installation; ten times as many at once. 0: no limit. */
  @IsWhole(0, 1_000_000)
  DEVICE_PER_SECOND = 10;

  /** New installations of an application from one address in a minute. Phone companies share addresses. 0: no limit. */
  @IsWhole(0, 1_000_000)
  ADDRESS_REGISTRATIONS_PER_MINUTE = 600;

  /** New installations of an application in a minute. 0: no limit. */
  @IsWhole(0, 1_000_000)
  REGISTRATIONS_PER_MINUTE = 12_000;

  /** Requests without a known key from one address in a minute. 0: no limit. */
  @IsWhole(0, 1_000_000)
  UNKNOWN_KEYS_PER_MINUTE = 120;

  /** Maximum size of a list for `addEmail` or `addMsisdn`, in KB. */
  @IsWhole(1, 5120)
  LIST_UPLOAD_KB = 512;

  /** Control port of the simulators; 0: no simulators. */
  @IsWhole(0, 65535)
  SIMULATOR_PORT = 8090;

  /** Host of the simulators' control port. */
  @IsString()
  SIMULATOR_HOST = '127.0.0.1';

  /** More push services for browsers: hosts, separated by commas. `*.` stands for the first labels of a name. */
  @IsOptional()
  @IsString()
  @Matches(/^((\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(,(?=.)|$))*$/i, {
    message: 'PUSH_SERVICES must be hosts such as push.example.com or *.push.example.com, separated by commas',
  })
  PUSH_SERVICES?: string;

  /**
   * Networks in which the mail relay of an application may stand, besides the public internet: in the form of
   * TRUSTED_PROXIES.
   */
  @IsOptional()
  @IsString()
  RELAY_NETWORKS?: string;

  /**
   * Base of absolute links. Absent: messages have no tracked links, and `nextPage` names the address of the socket. Never
   * the Host of a request, which its sender chooses.
   */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true })
  PUBLIC_URL?: string;

  /** The address of the panel. Passkeys hold for its host alone; without it they work on `localhost`. */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true })
  PANEL_URL?: string;

  /** A session of the panel ends after so many hours without a request. */
  @IsWhole(1, 24 * 30)
  PANEL_IDLE_HOURS = 12;

  /** A session of the panel ends so many days after its sign-in. */
  @IsWhole(1, 90)
  PANEL_SESSION_DAYS = 14;

  /** The OpenID Connect provider that members sign in with, as its discovery document names it; absent: none. */
  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  OIDC_ISSUER?: string;

  /** The name of Herald at the provider. */
  @IsOptional()
  @IsString()
  OIDC_CLIENT_ID?: string;

  @IsOptional()
  @IsString()
  OIDC_CLIENT_SECRET?: string;

  /** The name of the provider on the sign-in screen. */
  @IsString()
  @MaxLength(60)
  OIDC_NAME = 'single sign-on';

  /** Scopes that are asked for, with spaces between. */
  @IsString()
  @Matches(/^openid( [\x21\x23-\x5B\x5D-\x7E]+)*$/, {
    message: 'OIDC_SCOPES must begin with openid; spaces separate scopes',
  })
  OIDC_SCOPES = 'openid profile email';

  /** Claim with the groups of a member: a list of texts. */
  @IsString()
  OIDC_GROUPS_CLAIM = 'groups';

  /** Roles by group: `GROUP=APPLICATION:ROLE,…;…`, where `*` stands for all applications. */
  @IsOptional()
  @IsString()
  OIDC_ROLES?: string;

  /** True if members sign in with the provider alone: neither by links nor by passkeys. */
  @toFlag
  @IsBoolean()
  OIDC_ONLY = false;

  /**
   * Proxies whose `X-Forwarded-For` is believed: addresses, networks, `loopback`, `linklocal`, `uniquelocal`. Absent: none,
   * and the peer of the connection is the client.
   */
  @IsOptional()
  @IsString()
  TRUSTED_PROXIES?: string;

  /** Clients that may read the gateway's /metrics, in the same form. Others get 404. */
  @IsString()
  METRICS_FROM = 'loopback';

  /** The `svc` of the header names `X-svc-api-key` and `X-svc-os`. */
  @IsString()
  @Matches(/^[A-Za-z0-9]+$/)
  SERVICE_NAME = 'svc';

  /** Encrypts provider credentials at rest. */
  @IsString()
  @MinLength(32)
  MASTER_KEY!: string;

  /** Earlier or coming values of MASTER_KEY, separated by commas: they open what was sealed with them. */
  @IsOptional()
  @IsString()
  @MinLength(32)
  MASTER_KEY_PREVIOUS?: string;

  /** True if the first start applies the demo application, and the gateway serves the demo page beside simulators. */
  @toFlag
  @IsBoolean()
  HERALD_DEMO = true;

  /** Files of certificate and key. With both, the gateway serves TLS itself. */
  @IsOptional()
  @IsString()
  TLS_CERT?: string;

  @IsOptional()
  @IsString()
  TLS_KEY?: string;

  /** Port of /health and /metrics for processes other than the gateway; 0: a free one. */
  @IsWhole(0, 65535)
  HEALTH_PORT = 0;

  /** Address on which health ports listen. */
  @IsString()
  HEALTH_HOST = '127.0.0.1';

  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  LOG_LEVEL = 'info';

  /** Share of the requests with a line in the log, 0 to 1; 0: none. */
  @toShare
  @IsNumber()
  @Min(0)
  @Max(1)
  LOG_REQUESTS = 1;

  /** Time for a process to finish after SIGTERM, in milliseconds. */
  @IsWhole(0, 600_000)
  SHUTDOWN_GRACE_MS = 25_000;

  /** Chunks that one worker sends concurrently, for each queue. */
  @IsWhole(1, 64)
  CHUNK_CONCURRENCY = 2;

  /** Time until the lease of a chunk expires without renewal, in milliseconds. Chunks of a dead worker wait this long. */
  @IsWhole(1000, 600_000)
  LEASE_MS = 10_000;

  /** Pause between two recovery runs, in milliseconds. */
  @IsWhole(50, 60_000)
  SWEEP_MS = 1000;

  /** Open work that was enqueued longer ago is enqueued again, in milliseconds. */
  @IsWhole(100, 600_000)
  REOFFER_MS = 30_000;

  /** Port on which a gateway receives returned e-mails; absent: none. 0: a free one. */
  @IsOptional()
  @IsWhole(0, 65535)
  INBOUND_MAIL_PORT?: number;

  /** Address of that port. */
  @IsString()
  INBOUND_MAIL_HOST = '127.0.0.1';

  /** Domain whose e-mails reach INBOUND_MAIL_PORT. Each sent e-mail then has an envelope sender of its own in it. */
  @IsOptional()
  @IsString()
  @Matches(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { message: 'RETURN_PATH_DOMAIN must be a domain' })
  RETURN_PATH_DOMAIN?: string;

  /** Pause between two reads of the change feed for segments, in milliseconds. */
  @IsWhole(200, 3_600_000)
  SEGMENT_FRESH_MS = 5000;

  /** Users from which an application gets a bitmap index. Below, counts read the rows. */
  @IsWhole(0, 1_000_000_000)
  INDEX_LEAST_USERS = 20_000;

  /** Bitmaps that one process keeps in memory, in MB. */
  @IsWhole(1, 100_000)
  INDEX_CACHE_MB = 256;

  /** Results of counts that one process caches until a change; 0: none. */
  @IsWhole(0, 1_000_000)
  INDEX_ANSWERS = 10_000;

  /** Maximum lag of an index, in milliseconds. Beyond it, counts read the rows. */
  @IsWhole(100, 60_000)
  INDEX_MOST_LAG_MS = 10_000;

  /** Maximum wait of a send for the index to include all committed changes, in milliseconds. */
  @IsWhole(0, 60_000)
  INDEX_WAIT_MS = 2000;

  /** The client that speaks HTTP/2 with APNs and FCM: Herald's own client, or the one of Node. */
  @IsIn(['own', 'node'])
  HTTP2_CLIENT: 'own' | 'node' = 'own';

  /** Collector for traces, OTLP over HTTP, without `/v1/traces`; absent: nothing is recorded. */
  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** Share of the requests whose way is recorded, 0 to 1. */
  @toShare
  @IsNumber()
  @Min(0)
  @Max(1)
  OTEL_TRACES_SAMPLER_ARG = 0.01;
}
