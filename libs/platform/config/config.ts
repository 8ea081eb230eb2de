import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength } from 'class-validator';

const toInt = Transform(({ value }) => (/^-?\d+$/.test(String(value)) ? Number(value) : value));
const toFlag = Transform(({ value }) =>
  value === '1' || value === 'true' ? true : value === '0' || value === 'false' ? false : value,
);

/**
 * Every setting of the processes, one field per variable, read once at start (design, section 2).
 * Settings of an application (credentials, approval …) are data in Postgres, never environment.
 */
export class Config {
  /** Port of the gateway. */
  @toInt
  @IsInt()
  @Min(0)
  @Max(65535)
  PORT = 8080;

  /** Where the embedded database, the local authority, keys and logs live. */
  @IsString()
  @MinLength(1)
  HERALD_HOME = '.herald';

  /** Postgres, as a URL. The supervisor sets it for the embedded one. */
  @IsString()
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must begin with postgres:// or postgresql://' })
  DATABASE_URL!: string;

  /** Connections that one process may hold to Postgres, listeners of the queue not counted. */
  @toInt
  @IsInt()
  @Min(2)
  @Max(200)
  DATABASE_POOL = 10;

  /** Redis for the queue; without it the queue lives in Postgres. */
  @IsOptional()
  @IsString()
  @Matches(/^rediss?:\/\//, { message: 'REDIS_URL must begin with redis:// or rediss://' })
  REDIS_URL?: string;

  /** Prefix of the queue's keys, so that two installations can share one Redis. */
  @IsString()
  @Matches(/^[a-z0-9_]+$/)
  QUEUE_PREFIX = 'herald';

  /** Requests a second that one API key may make at one gateway, where its application sets nothing; 0: no limit. */
  @toInt
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  RATE_LIMIT_PER_SECOND = 0;

  /** Requests that one API key may make at once after a pause; never fewer than a second's. */
  @toInt
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  RATE_LIMIT_BURST = 0;

  /** Size of a list that `addEmail` or `addMsisdn` takes, in KB. */
  @toInt
  @IsInt()
  @Min(1)
  @Max(5120)
  LIST_UPLOAD_KB = 512;

  /** Control port of the simulators; 0 means that there are none. */
  @toInt
  @IsInt()
  @Min(0)
  @Max(65535)
  SIMULATOR_PORT = 8090;

  /** Host of the simulators' control port. */
  @IsString()
  SIMULATOR_HOST = '127.0.0.1';

  /** Base of absolute links; without it the request's Host is used. */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true })
  PUBLIC_URL?: string;

  /** The `svc` of the header names `X-svc-api-key` and `X-svc-os`. */
  @IsString()
  @Matches(/^[A-Za-z0-9]+$/)
  SERVICE_NAME = 'svc';

  /** Encrypts provider credentials at rest. */
  @IsString()
  @MinLength(32)
  MASTER_KEY!: string;

  /** Whether the first start applies the demo application. */
  @toFlag
  @IsBoolean()
  HERALD_DEMO = true;

  /** Files of a certificate and its key: with both, the gateway ends TLS itself. */
  @IsOptional()
  @IsString()
  TLS_CERT?: string;

  @IsOptional()
  @IsString()
  TLS_KEY?: string;

  /** Port of /health and /metrics for processes other than the gateway; 0 takes a free one. */
  @toInt
  @IsInt()
  @Min(0)
  @Max(65535)
  HEALTH_PORT = 0;

  /** Address on which health ports listen. */
  @IsString()
  HEALTH_HOST = '127.0.0.1';

  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  LOG_LEVEL = 'info';

  /** How long a process may finish what is in flight after SIGTERM, in milliseconds. */
  @toInt
  @IsInt()
  @Min(0)
  @Max(600_000)
  SHUTDOWN_GRACE_MS = 25_000;

  /** Chunks that one worker sends at the same time, per channel and lane. */
  @toInt
  @IsInt()
  @Min(1)
  @Max(64)
  CHUNK_CONCURRENCY = 2;

  /** How long a worker holds a chunk without a sign of life, in milliseconds. A dead worker's chunks wait this long. */
  @toInt
  @IsInt()
  @Min(1000)
  @Max(600_000)
  LEASE_MS = 10_000;

  /** Pause between two sweeps for open work, in milliseconds. */
  @toInt
  @IsInt()
  @Min(50)
  @Max(60_000)
  SWEEP_MS = 1000;

  /** Work offered longer ago than this and still open is offered again, in milliseconds. */
  @toInt
  @IsInt()
  @Min(100)
  @Max(600_000)
  REOFFER_MS = 30_000;

  /** Port on which a gateway takes back undeliverable mail; absent: none does. 0 takes a free one. */
  @IsOptional()
  @toInt
  @IsInt()
  @Min(0)
  @Max(65535)
  INBOUND_MAIL_PORT?: number;

  /** Address on which it listens. */
  @IsString()
  INBOUND_MAIL_HOST = '127.0.0.1';

  /** Domain whose mail comes to INBOUND_MAIL_PORT: each e-mail then has an envelope sender of its own there. */
  @IsOptional()
  @IsString()
  @Matches(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { message: 'RETURN_PATH_DOMAIN must be a domain' })
  RETURN_PATH_DOMAIN?: string;

  /** Pause between two looks at the change feed for segments, in milliseconds. */
  @toInt
  @IsInt()
  @Min(200)
  @Max(3_600_000)
  SEGMENT_FRESH_MS = 5000;

  /** Applications with at least so many users get a bitmap index; below, counts are taken from the rows. */
  @toInt
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  INDEX_LEAST_USERS = 20_000;

  /** Megabytes of bitmaps that one process keeps in memory. */
  @toInt
  @IsInt()
  @Min(1)
  @Max(100_000)
  INDEX_CACHE_MB = 256;

  /** Answers to counts that one process remembers until something changes; 0: none. */
  @toInt
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  INDEX_ANSWERS = 10_000;

  /** An index that is further behind, in milliseconds, is not asked: counts are then taken from the rows. */
  @toInt
  @IsInt()
  @Min(100)
  @Max(60_000)
  INDEX_MOST_LAG_MS = 10_000;

  /** How long a send waits for the index to have everything committed before, in milliseconds. */
  @toInt
  @IsInt()
  @Min(0)
  @Max(60_000)
  INDEX_WAIT_MS = 2000;
}
