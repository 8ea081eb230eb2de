import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { ChartParts } from './chart-parts.js';
import { ControlParts } from './control-parts.js';
import { StateParts } from './state-parts.js';
import { TableParts } from './table-parts.js';
import { useGalleryMessages } from './messages.js';

/** Every part in every state, on one page: what the panel is built of, and where a change of it is looked at first. */
export function Gallery() {
  const messages = useGalleryMessages();
  return (
    <Screen title={messages.title} subtitle={messages.help}>
      <Columns>
        <Stack>
          <ControlParts />
          <TableParts />
        </Stack>
        <Stack>
          <ChartParts />
          <StateParts />
        </Stack>
      </Columns>
    </Screen>
  );
}
