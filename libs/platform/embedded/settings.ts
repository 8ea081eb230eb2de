const MB = 1024 * 1024;

/** Resources of the machine. */
export interface Machine {
  /** Memory of this process in bytes, within the limit of a container. */
  memory: number;
  /** Free space on the disk of the data folder, in bytes. */
  disk: number;
}

/**
 * Server settings for a machine that the processes of Herald share. `synchronous_commit` stays on: a lost commit of a
 * sent batch would mean a second copy of a message. wal_compression stays off: the embedded build has neither lz4 nor
 * zstd, and pglz costs more CPU than it saves.
 *
 * @param ephemeral  temporary data of tests: nothing waits for the disk
 */
export function serverSettings(machine: Machine, ephemeral: boolean): Record<string, string> {
  const shared = clamp(machine.memory / 8, 64 * MB, 1024 * MB);
  return {
    max_connections: '200',
    shared_buffers: megabytes(ephemeral ? Math.min(shared, 256 * MB) : shared),
    effective_cache_size: megabytes(machine.memory * 0.6),
    work_mem: megabytes(clamp(machine.memory / 256, 8 * MB, 32 * MB)),
    maintenance_work_mem: megabytes(clamp(machine.memory / 32, 64 * MB, 512 * MB)),
    max_wal_size: megabytes(clamp(machine.disk / 20, 256 * MB, 4096 * MB)),
    max_locks_per_transaction: '128',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    track_io_timing: 'on',
    shared_preload_libraries: 'pg_stat_statements',
    synchronous_commit: 'on',
    autovacuum_vacuum_scale_factor: '0.02',
    autovacuum_vacuum_insert_scale_factor: '0.05',
    vacuum_cost_limit: '2000',
    log_line_prefix: '%m [%p] ',
    log_min_duration_statement: '2s',
    // Values of statements and rows are personal data. Statements carry them as parameters, and errors in the detail.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(ephemeral ? { fsync: 'off', full_page_writes: 'off' } : {}),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MB)}MB`;
}
