import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { blockUses, listedBlocks, renewBlock, type BlockUse } from '../api/setup/texts.js';
import { Refusal } from '../api/refusals/refusal.js';
import { useI18n } from '../i18n/i18n.js';
import { Button } from '../kit/controls/button.js';
import { Badge } from '../kit/layout/badge.js';
import { useToast } from '../kit/states/toast.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useTextMessages } from './messages.js';
import css from './texts.module.css';

/** So many definitions are stored with one request. */
const MAX_RENEWED = 100;

/** Definitions that render a block: each text before and after the newest version, and a way to store it there. */
export function BlockUses({ name }: { name: string }) {
  const { w } = useI18n();
  const messages = useTextMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const renewal = useMutation({
    mutationFn: async (keys: readonly number[]) => {
      let renewed = 0;
      for (let from = 0; from < keys.length; from += MAX_RENEWED) {
        renewed += (await renewBlock(app.key, name, keys.slice(from, from + MAX_RENEWED))).renewed;
      }
      return renewed;
    },
    onSuccess: (renewed) => notify(messages.renewed(renewed)),
    onSettled: () => client.invalidateQueries({ queryKey: listedBlocks(app.key).queryKey }),
  });
  const { error } = renewal;
  return (
    <Loaded query={useQuery(blockUses(app.key, name))}>
      {({ uses }) => {
        const older = uses.filter(({ isNewest }) => !isNewest).map(({ notificationKey }) => notificationKey);
        return (
          <div className={css['rows']}>
            {error && (
              <p className={css['fault']} role="alert">
                {refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault)}
              </p>
            )}
            {older.length > 0 && (
              <p>
                <Button kind="primary" isPending={renewal.isPending} onPress={() => renewal.mutate(older)}>
                  {messages.renewAll(older.length)}
                </Button>
              </p>
            )}
            <ul className={css['list']}>
              {uses.map((use) => (
                <li key={use.notificationKey} className={css['rows']}>
                  <Use use={use} />
                  {!use.isNewest && (
                    <p>
                      <Button isPending={renewal.isPending} onPress={() => renewal.mutate([use.notificationKey])}>
                        {messages.renewIn(titleOf(use))}
                      </Button>
                    </p>
                  )}
                </li>
              ))}
            </ul>
          </div>
        );
      }}
    </Loaded>
  );
}

function Use({ use }: { use: BlockUse }) {
  const messages = useTextMessages();
  const { isNewest, version, texts } = use;
  return (
    <>
      <p>
        <strong>{titleOf(use)}</strong>{' '}
        <Badge tone={isNewest ? 'quiet' : 'skipped'}>{isNewest ? messages.newest : messages.version(version)}</Badge>
      </p>
      {texts.map(({ field, before, after }) => (
        <div key={field} className={css['pair']}>
          <figure className={css['text']}>
            <figcaption>{messages.before(field)}</figcaption>
            <del>{before}</del>
          </figure>
          <figure className={css['text']}>
            <figcaption>{messages.after(field)}</figcaption>
            <ins>{after}</ins>
          </figure>
        </div>
      ))}
    </>
  );
}

function titleOf({ name, title, notificationKey }: BlockUse): string {
  return name ?? title ?? String(notificationKey);
}
