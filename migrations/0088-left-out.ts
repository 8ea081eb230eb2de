import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who matched a target and was left out before the send, results by time, and the last error of what still waits. */
export class LeftOut0088 implements MigrationInterface {
  readonly name = 'LeftOut1767225600088';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- One row for each reason and launched range of buckets. uids: roaring bitmap, portable format. names: those that
      -- nobody has. kind: 0 the whole request, 1 push, 2 e-mail, 3 SMS. Partitioned and dropped like the results.
      CREATE TABLE delivery.left_out (
        app_id      integer     NOT NULL,
        day         date        NOT NULL,
        dispatch_id bigint      NOT NULL,
        vb_from     smallint    NOT NULL,
        vb_to       smallint    NOT NULL,
        kind        smallint    NOT NULL,
        reason      text        NOT NULL,
        users       integer     NOT NULL,
        uids        bytea,
        names       text[],
        at          timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (dispatch_id, kind, reason, vb_from, day)
      ) PARTITION BY RANGE (day);
      CREATE INDEX left_out_by_time ON delivery.left_out (app_id, at);
      CREATE TABLE delivery.left_out_default PARTITION OF delivery.left_out DEFAULT;
      CREATE POLICY of_application ON delivery.left_out
        USING ((SELECT platform.current_app()) IS NULL OR app_id = (SELECT platform.current_app()));

      -- The answer that made a retry; of a chunk of retries, the one that most of them had.
      ALTER TABLE delivery.retry ADD COLUMN error_code text, ADD COLUMN reason text;
      ALTER TABLE delivery.chunk ADD COLUMN error_code text, ADD COLUMN reason text;

      -- A batch has one time, so that its entries in the index by time are one. New days have both indexes. A day that
      -- has results does without until it is dropped: building them would block the workers.
      CREATE INDEX push_result_by_time ON ONLY delivery.push_result (app_id, ts);
      CREATE INDEX push_result_skipped ON ONLY delivery.push_result (app_id, dispatch_id, reason) WHERE status = 3;
      DO $$
      DECLARE
        part regclass;
      BEGIN
        FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'delivery.push_result'::regclass LOOP
          CONTINUE WHEN pg_relation_size(part) > 0;
          EXECUTE format('CREATE INDEX ON %s (app_id, ts)', part);
          EXECUTE format('CREATE INDEX ON %s (app_id, dispatch_id, reason) WHERE status = 3', part);
        END LOOP;
        -- The new indexes of the partitions have no parent yet.
        FOR part IN
          SELECT x.indexrelid::regclass FROM pg_inherits h JOIN pg_index x ON x.indrelid = h.inhrelid
           WHERE h.inhparent = 'delivery.push_result'::regclass AND x.indisvalid
             AND NOT EXISTS (SELECT FROM pg_inherits p WHERE p.inhrelid = x.indexrelid)
             AND pg_get_indexdef(x.indexrelid) ~ '\\(app_id, (ts|dispatch_id, reason)\\)'
        LOOP
          IF pg_get_indexdef(part) ~ '\\(app_id, ts\\)' THEN
            EXECUTE format('ALTER INDEX delivery.push_result_by_time ATTACH PARTITION %s', part);
          ELSE
            EXECUTE format('ALTER INDEX delivery.push_result_skipped ATTACH PARTITION %s', part);
          END IF;
        END LOOP;
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      DROP INDEX delivery.push_result_by_time, delivery.push_result_skipped;
      ALTER TABLE delivery.chunk DROP COLUMN error_code, DROP COLUMN reason;
      ALTER TABLE delivery.retry DROP COLUMN error_code, DROP COLUMN reason;
      DROP TABLE delivery.left_out;
    `);
  }
}
