import { useQuery } from '@tanstack/react-query';
import { pictures } from '../api/media/media.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Card } from '../kit/layout/card.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Pages } from '../kit/tables/pages.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './media.module.css';
import { PictureTile } from './picture-tile.js';
import { UploadCard } from './upload-card.js';
import { useMediaMessages } from './messages.js';

interface MediaProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** The pictures of messages: what there is, and new ones. */
export function Media({ search: { after }, setSearch }: MediaProps) {
  const { w } = useI18n();
  const messages = useMediaMessages();
  const { app } = useApplication();
  const query = useQuery(pictures(app.key, after));
  const cursor = useCursor(after, query.data?.next, (next) => setSearch({ after: next }));
  return (
    <Screen title={messages.title} subtitle={messages.subtitle}>
      <Loaded query={query}>
        {({ items }) => (
          <Stack>
            <UploadCard onAdded={() => setSearch({ after: undefined })} />
            <Card title={messages.all}>
              {items.length === 0 ? (
                <Empty title={messages.none} help={messages.noneHelp} />
              ) : (
                <>
                  <ul className={css['grid']}>
                    {items.map((picture) => (
                      <PictureTile key={picture.hash} picture={picture} />
                    ))}
                  </ul>
                  <Pages names={[w.previous, w.next]} {...cursor} />
                </>
              )}
            </Card>
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}
