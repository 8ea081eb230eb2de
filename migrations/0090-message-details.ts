import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What devices draw themselves, the tokens of their live activities, and the text that a recipient was sent. */
export class MessageDetails0090 implements MigrationInterface {
  readonly name = 'MessageDetails1767225600090';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      -- Columns without a default: no table is rewritten. draws_messages: the app draws the notification of a data message.
      -- activity_tokens: a short list of {kind, type, activity, token, at}.
      ALTER TABLE users.installation ADD COLUMN draws_messages boolean, ADD COLUMN activity_tokens jsonb;
      -- Title and text where they differ from those of the message: an object, or a sealed text.
      ALTER TABLE delivery.push_result ADD COLUMN shown jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL lock_timeout = '5s';
      ALTER TABLE delivery.push_result DROP COLUMN shown;
      ALTER TABLE users.installation DROP COLUMN draws_messages, DROP COLUMN activity_tokens;
    `);
  }
}
