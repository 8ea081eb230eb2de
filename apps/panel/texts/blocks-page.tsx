import { useQuery } from '@tanstack/react-query';
import { listedBlocks } from '../api/setup/texts.js';
import { Link } from '../kit/controls/link.js';
import { Badge } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Fold } from '../kit/layout/fold.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useSetupMessages } from '../setup/messages.js';
import { BlockUses } from './block-uses.js';
import { useTextMessages } from './messages.js';

/** Blocks: where they are used, and what their newest version would change there. */
export function BlocksPage() {
  const messages = useTextMessages();
  const setup = useSetupMessages();
  const { app, may } = useApplication();
  const query = useQuery(listedBlocks(app.key));
  return (
    <Screen
      title={messages.blocks}
      trail={<Link href={paths.setup(app.key)}>{setup.title}</Link>}
      subtitle={messages.blocksHelp}
      actions={
        may('setup.write') && (
          <Link kind="button" href={paths.section(app.key, 'blocks')}>
            {messages.editBlocks}
          </Link>
        )
      }
    >
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={messages.noBlocks} help={messages.noBlocksHelp} />
          ) : (
            <Stack>
              {items.map(({ name, version, uses, outdated }) => (
                <Card
                  key={name}
                  title={
                    <>
                      {name} {outdated > 0 && <Badge tone="skipped">{messages.outdated(outdated)}</Badge>}
                    </>
                  }
                  note={messages.usesOf(version, uses)}
                >
                  {uses > 0 && (
                    <Fold title={messages.showUses}>
                      <BlockUses name={name} />
                    </Fold>
                  )}
                </Card>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Screen>
  );
}
