import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which button of a push was clicked. */
export class ClickButton0035 implements MigrationInterface {
  readonly name = 'ClickButton1767225600035';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- As the device names it: for web push the action of the button, its place in the message from 0. NULL: the message
      -- itself was clicked, or the device does not tell.
      ALTER TABLE delivery.click ADD COLUMN button text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery.click DROP COLUMN button');
  }
}
