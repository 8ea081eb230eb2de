import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { simulatedDeliveries } from '../api/simulators.js';
import { TypedFilter } from '../widgets/typed-filter.js';
import { useCursor } from '../widgets/use-cursor.js';
import { Button } from '../kit/controls/button.js';
import { Chips } from '../kit/controls/chips.js';
import { Badge } from '../kit/layout/badge.js';
import { Screen } from '../kit/layout/screen.js';
import { Empty } from '../kit/states/notice.js';
import { Pages } from '../kit/tables/pages.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { DeliveryCard } from './delivery-card.js';
import css from './deliveries.module.css';
import { useSimulatorMessages } from './messages.js';

/** The log is asked again while the first page is shown. */
const REFRESH_MS = 2000;

interface DeliveriesProps {
  search: Record<string, string | undefined>;
  setSearch: (change: Record<string, string | undefined>) => void;
}

/** Lists deliveries to simulated providers, as a phone, a browser or a mail program shows them. */
export function Deliveries({ search, setSearch }: DeliveriesProps) {
  const messages = useSimulatorMessages();
  const { app } = useApplication();
  const { channel, address, text, before } = search;
  const [isPaused, setIsPaused] = useState(false);
  const isLive = !isPaused && before === undefined;
  const query = useQuery({
    ...simulatedDeliveries(app.key, { channel, address, text, before }),
    refetchInterval: isLive ? REFRESH_MS : false,
  });
  const older = query.data?.older;
  const cursor = useCursor(before, typeof older === 'number' ? String(older) : null, (next) =>
    setSearch({ before: next }),
  );
  const filter = (change: Record<string, string | undefined>): void => setSearch({ ...change, before: undefined });
  const isFiltered = [channel, address, text].some((value) => value !== undefined);
  return (
    <Screen
      title={messages.title}
      subtitle={messages.subtitle}
      badge={query.data && <Badge tone={isLive ? 'sent' : 'quiet'}>{isLive ? messages.live : messages.paused}</Badge>}
      actions={<Button onPress={() => setIsPaused(!isPaused)}>{isPaused ? messages.goOn : messages.pause}</Button>}
    >
      <Loaded query={query}>
        {({ channels, items }) =>
          channels.length === 0 ? (
            <Empty title={messages.real} help={messages.realHelp} />
          ) : (
            <>
              <div className={css['filters']}>
                <Chips
                  label={messages.channel}
                  value={channel ?? ''}
                  options={[
                    ['', messages.all],
                    ...Object.keys(messages.channels)
                      .filter((id) => channels.includes(id))
                      .map((id) => [id, messages.channels[id] ?? id] as const),
                  ]}
                  onChange={(value) => filter({ channel: value })}
                />
                <div className={css['typed']}>
                  <TypedFilter
                    label={messages.address}
                    value={address ?? ''}
                    onChange={(value) => filter({ address: value })}
                  />
                  <TypedFilter label={messages.text} value={text ?? ''} onChange={(value) => filter({ text: value })} />
                </div>
              </div>
              {items.length === 0 ? (
                <Empty
                  title={isFiltered ? messages.noMatch : messages.none}
                  help={isFiltered ? messages.noMatchHelp : messages.noneHelp}
                  action={
                    isFiltered && (
                      <div className={css['ways']}>
                        {cursor.onAfter && <Button onPress={cursor.onAfter}>{messages.lookOn}</Button>}
                        <Button onPress={() => filter({ channel: undefined, address: undefined, text: undefined })}>
                          {messages.clear}
                        </Button>
                      </div>
                    )
                  }
                />
              ) : (
                <>
                  <ul className={css['list']}>
                    {items.map((delivery) => (
                      <li key={delivery.seq}>
                        <DeliveryCard delivery={delivery} />
                      </li>
                    ))}
                  </ul>
                  <Pages names={[messages.newer, messages.older]} {...cursor} />
                </>
              )}
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}
